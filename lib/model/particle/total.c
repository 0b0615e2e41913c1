#include "model/particle/total.h"

#include <math.h>

trama_status trama_total_mass(double mass, double density, double area, double *total,
                              trama_error *error)
{
    if (isnan(mass) && isnan(density))
        return trama_fail(error, TRAMA_BAD_INPUT, "mass", "give mass (kg) or density (kg/m^2)");
    *total = isnan(mass) ? density * area : mass;
    if (!isnan(mass) && !isnan(density) && fabs(*total - density * area) > 1e-9 * *total)
        return trama_fail(
            error, TRAMA_BAD_INPUT, "density",
            "mass %g kg over %g m^2 is %g kg/m^2, and density is %g: give one of them", mass, area,
            mass / area, density);
    return TRAMA_OK;
}
