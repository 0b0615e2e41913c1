#include "task/prediction.h"

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
        whole[2 * n + i] = spectra[i].spectrum.converged;
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
    double omega[PREDICTION_PLACES], damping[PREDICTION_PLACES], z[PREDICTION_PLACES],
        dt[PREDICTION_PLACES], ratio[PREDICTION_PLACES];
    double horizon_z[PREDICTION_PLACES], horizon_dt[PREDICTION_PLACES];
    int64_t iteration[PREDICTION_PLACES];
    const char *loss[PREDICTION_PLACES];
    for (size_t i = 0; i < PREDICTION_PLACES; i++) {
        omega[i] = made[i].state->spectrum.omega;
        damping[i] = made[i].state->spectrum.damping;
        iteration[i] = made[i].state->iteration;
        loss[i] = trama_loss_names[made[i].strict.loss];
        z[i] = made[i].z;
        dt[i] = z[i] / omega[i];
        ratio[i] = dt[i] / measured;
        horizon_z[i] = made[i].horizon.tolerated;
        horizon_dt[i] = horizon_z[i] / omega[i];
    }
    bundle_put_texts(results, &column_predicted_where, places, PREDICTION_PLACES);
    bundle_put_integers(results, &column_predicted_iteration, iteration, PREDICTION_PLACES);
    bundle_put_reals(results, &column_predicted_omega_max, omega, PREDICTION_PLACES);
    bundle_put_reals(results, &column_predicted_damping, damping, PREDICTION_PLACES);
    bundle_put_reals(results, &column_predicted_z, z, PREDICTION_PLACES);
    bundle_put_texts(results, &column_predicted_loss, loss, PREDICTION_PLACES);
    bundle_put_reals(results, &column_predicted_dt, dt, PREDICTION_PLACES);
    bundle_put_reals(results, &column_predicted_ratio, ratio, PREDICTION_PLACES);
    bundle_put_reals(results, &column_horizon_z, horizon_z, PREDICTION_PLACES);
    bundle_put_reals(results, &column_horizon_dt, horizon_dt, PREDICTION_PLACES);
}
