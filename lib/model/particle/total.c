#include "model/particle/total.h"

#include <math.h>

trama_status trama_total_mass(double mass, double density, double size, const char *unit,
                              double *total, trama_error *error)
{
    if (isnan(mass) && isnan(density))
        return trama_fail(error, TRAMA_BAD_INPUT, "mass", "give mass (kg) or density (kg/%s)",
                          unit);
    *total = isnan(mass) ? density * size : mass;
    if (!isnan(mass) && !isnan(density) && fabs(*total - density * size) > 1e-9 * *total)
        return trama_fail(
            error, TRAMA_BAD_INPUT, "density",
            "mass %.10g kg over %.10g %s is %.10g kg/%s, and density is %.10g: give one of them",
            mass, size, unit, mass / size, unit, density);
    if (!isfinite(*total))
        return trama_fail(error, TRAMA_BAD_INPUT, "density",
                          "density %g over %g %s is a mass of %g kg; allowed: a finite one",
                          density, size, unit, *total);
    return TRAMA_OK;
}
