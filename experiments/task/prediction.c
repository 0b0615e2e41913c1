#include "task/prediction.h"

#include "core/numbers.h"

#include <stdlib.h>

void prediction_add_spectra(const state_spectrum *spectra, size_t count, bundle *results)
{
    static const struct {
        const results_column *column;
        size_t offset;
    } reals[] = {
        {&column_spectra_time, offsetof(state_spectrum, time)},
        {&column_spectra_omega,
         offsetof(state_spectrum, spectrum) + offsetof(trama_spectrum, omega)},
        {&column_spectra_bound,
         offsetof(state_spectrum, spectrum) + offsetof(trama_spectrum, bound)},
        {&column_spectra_symmetric,
         offsetof(state_spectrum, spectrum) + offsetof(trama_spectrum, symmetric)},
        {&column_spectra_damping,
         offsetof(state_spectrum, spectrum) + offsetof(trama_spectrum, damping)},
        {&column_spectra_growth,
         offsetof(state_spectrum, spectrum) + offsetof(trama_spectrum, growth)},
        {&column_spectra_asymmetry,
         offsetof(state_spectrum, spectrum) + offsetof(trama_spectrum, asymmetry)},
        {&column_spectra_step, offsetof(state_spectrum, step)},
        {&column_spectra_limiting_omega, offsetof(state_spectrum, omega)},
        {&column_spectra_limiting_damping, offsetof(state_spectrum, damping)},
    };
    enum { REALS = sizeof reals / sizeof *reals };
    const size_t n = count;
    double *real = calloc(n, sizeof *real);
    int64_t *whole = calloc(3 * n, sizeof *whole);
    results->no_memory |= !real || !whole;
    for (size_t c = 0; !results->no_memory && c < REALS; c++) {
        for (size_t i = 0; i < n; i++)
            real[i] = *(const double *)((const char *)&spectra[i] + reals[c].offset);
        bundle_put_reals(results, reals[c].column, real, n);
    }
    for (size_t i = 0; !results->no_memory && i < n; i++) {
        whole[i] = spectra[i].iteration;
        whole[n + i] = spectra[i].spectrum.products;
        whole[2 * n + i] = spectra[i].spectrum.converged && spectra[i].converged;
    }
    if (!results->no_memory) {
        bundle_put_integers(results, &column_spectra_iteration, whole, n);
        bundle_put_integers(results, &column_spectra_products, whole + n, n);
        bundle_put_integers(results, &column_spectra_converged, whole + 2 * n, n);
    }
    free(real);
    free(whole);
}

static const char *const places[PREDICTION_PLACES] = {"start", "worst", "end"};

void prediction_add(const prediction made[PREDICTION_PLACES], double measured, bundle *results)
{
    enum {
        OMEGA,
        DAMPING,
        Z,
        DT,
        RATIO,
        HORIZON_Z,
        HORIZON_DT,
        RADIUS,
        LIMITING,
        ITS_DAMPING,
        REALS
    };
    static const results_column *const columns[REALS] = {
        [OMEGA] = &column_predicted_omega_max,
        [DAMPING] = &column_predicted_damping,
        [Z] = &column_predicted_z,
        [DT] = &column_predicted_dt,
        [RATIO] = &column_predicted_ratio,
        [HORIZON_Z] = &column_horizon_z,
        [HORIZON_DT] = &column_horizon_dt,
        [RADIUS] = &column_predicted_radius,
        [LIMITING] = &column_limiting_omega,
        [ITS_DAMPING] = &column_limiting_damping,
    };
    double real[REALS][PREDICTION_PLACES];
    int64_t iteration[PREDICTION_PLACES];
    const char *loss[PREDICTION_PLACES];
    for (size_t i = 0; i < PREDICTION_PLACES; i++) {
        const state_spectrum *at = made[i].state;
        real[OMEGA][i] = at->spectrum.omega;
        real[DAMPING][i] = at->spectrum.damping;
        real[Z][i] = made[i].dt * at->spectrum.omega;
        real[DT][i] = made[i].dt;
        real[RATIO][i] = made[i].dt / measured;
        real[HORIZON_Z][i] = made[i].horizon_dt * at->spectrum.omega;
        real[HORIZON_DT][i] = made[i].horizon_dt;
        real[RADIUS][i] = made[i].radius;
        real[LIMITING][i] = at->omega;
        real[ITS_DAMPING][i] = at->damping;
        iteration[i] = at->iteration;
        loss[i] = trama_loss_names[made[i].loss];
    }
    bundle_put_texts(results, &column_predicted_where, places, PREDICTION_PLACES);
    bundle_put_integers(results, &column_predicted_iteration, iteration, PREDICTION_PLACES);
    bundle_put_texts(results, &column_predicted_loss, loss, PREDICTION_PLACES);
    for (size_t c = 0; c < REALS; c++)
        bundle_put_reals(results, columns[c], real[c], PREDICTION_PLACES);
}

double prediction_along(const prediction_ranges *ranges)
{
    return ranges->count > 0 ? ranges->range[0].from : TRAMA_INFINITY;
}

void prediction_add_ranges(const prediction_ranges *ranges, double measured, bundle *results)
{
    const double along = prediction_along(ranges);
    double from[TRAMA_GROWTH_RANGES_MAX], to[TRAMA_GROWTH_RANGES_MAX],
        radius[TRAMA_GROWTH_RANGES_MAX];
    for (size_t i = 0; i < ranges->count; i++) {
        from[i] = ranges->range[i].from;
        to[i] = ranges->range[i].to;
        radius[i] = ranges->range[i].radius;
    }
    bundle_put_reals(results, &column_ranges_from, from, ranges->count);
    bundle_put_reals(results, &column_ranges_to, to, ranges->count);
    bundle_put_reals(results, &column_ranges_radius, radius, ranges->count);
    bundle_put_real(results, &column_along_dt, along);
    bundle_put_real(results, &column_along_ratio, along / measured);
    bundle_put_real(results, &column_ranges_end, ranges->end);
    bundle_put_integer(results, &column_ranges_whole, ranges->whole);
}
