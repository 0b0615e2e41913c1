#include "task/prediction.h"

#include <stdlib.h>

void prediction_add_looks(const look *looks, size_t count, bundle *results)
{
    static const struct {
        const char *path, *unit, *summary;
        size_t offset;
    } reals[] = {
        {"/result/looks/time", "s", "time of the look", offsetof(look, time)},
        {"/result/looks/omega", "rad/s", "largest frequency",
         offsetof(look, spectrum) + offsetof(trama_spectrum, omega)},
        {"/result/looks/bound", "rad/s", "its error bound",
         offsetof(look, spectrum) + offsetof(trama_spectrum, bound)},
        {"/result/looks/symmetric", "rad/s", "the same of the operator's symmetric part",
         offsetof(look, spectrum) + offsetof(trama_spectrum, symmetric)},
        {"/result/looks/damping", "1/s", "damping along the mode",
         offsetof(look, spectrum) + offsetof(trama_spectrum, damping)},
        {"/result/looks/growth", "1/s", "imaginary part of the frequency",
         offsetof(look, spectrum) + offsetof(trama_spectrum, growth)},
        {"/result/looks/asymmetry", "1", "of the projected operator",
         offsetof(look, spectrum) + offsetof(trama_spectrum, asymmetry)},
    };
    enum { REALS = sizeof reals / sizeof *reals };
    const size_t n = count;
    double *real = calloc(n, sizeof *real);
    int64_t *whole = calloc(3 * n, sizeof *whole);
    results->no_memory |= !real || !whole;
    for (size_t c = 0; !results->no_memory && c < REALS; c++) {
        for (size_t i = 0; i < n; i++)
            real[i] = *(const double *)((const char *)&looks[i] + reals[c].offset);
        bundle_add_reals(results, reals[c].path, reals[c].unit, reals[c].summary, real, n, 1);
    }
    for (size_t i = 0; !results->no_memory && i < n; i++) {
        whole[i] = looks[i].iteration;
        whole[n + i] = looks[i].spectrum.products;
        whole[2 * n + i] = looks[i].spectrum.converged;
    }
    if (!results->no_memory) {
        bundle_add_integers(results, "/result/looks/iteration", "1", "iterations done", whole, n,
                            1);
        bundle_add_integers(results, "/result/looks/products", "1", "tangent products made",
                            whole + n, n, 1);
        bundle_add_integers(results, "/result/looks/converged", "1",
                            "1: to the tolerance; 0: the bound is the last one", whole + 2 * n, n,
                            1);
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
        omega[i] = made[i].look->spectrum.omega;
        damping[i] = made[i].look->spectrum.damping;
        iteration[i] = made[i].look->iteration;
        loss[i] = trama_loss_names[made[i].strict.loss];
        z[i] = made[i].z;
        dt[i] = z[i] / omega[i];
        ratio[i] = dt[i] / measured;
        horizon_z[i] = made[i].horizon.tolerated;
        horizon_dt[i] = horizon_z[i] / omega[i];
    }
    bundle_add_texts(results, "/result/where", "state that is predicted from", places,
                     PREDICTION_PLACES);
    bundle_add_integers(results, "/result/iteration", "1", "iterations done there", iteration,
                        PREDICTION_PLACES, 1);
    bundle_add_reals(results, "/result/omega_max", "rad/s", "largest frequency", omega,
                     PREDICTION_PLACES, 1);
    bundle_add_reals(results, "/result/damping", "1/s", "damping of its mode", damping,
                     PREDICTION_PLACES, 1);
    bundle_add_reals(results, "/result/z", "1", "largest stable omega dt at that damping", z,
                     PREDICTION_PLACES, 1);
    bundle_add_texts(results, "/result/loss", "how stability is lost past z", loss,
                     PREDICTION_PLACES);
    bundle_add_reals(results, "/result/predicted_dt", "s", "z / omega_max", dt, PREDICTION_PLACES,
                     1);
    bundle_add_reals(results, "/result/ratio", "1",
                     "predicted_dt over the middle of the measured bracket", ratio,
                     PREDICTION_PLACES, 1);
    bundle_add_reals(results, "/result/horizon_z", "1",
                     "largest omega dt whose growth the horizon outlives", horizon_z,
                     PREDICTION_PLACES, 1);
    bundle_add_reals(results, "/result/horizon_dt", "s", "horizon_z / omega_max", horizon_dt,
                     PREDICTION_PLACES, 1);
}
