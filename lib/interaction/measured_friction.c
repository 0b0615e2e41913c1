#include "interaction/measured_friction.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Reading. */

static trama_load_curve *curve_of(trama_friction *friction, double direction)
{
    return direction == 0.0    ? &friction->warp
           : direction == 45.0 ? &friction->diagonal
           : direction == 90.0 ? &friction->weft
                               : NULL;
}

static trama_status add_row(trama_friction *friction, const double *row, const char *path,
                            trama_error *error)
{
    const double load = row[0], force = row[1];
    trama_load_curve *curve = curve_of(friction, row[2]);
    if (!curve)
        return trama_fail(error, TRAMA_BAD_INPUT, path,
                          "direction %g; allowed: degrees from the warp, 0, 45 or 90", row[2]);
    const double before = curve->count > 0 ? curve->load[curve->count - 1] : 0.0;
    if (!(load > before))
        return trama_fail(error, TRAMA_BAD_INPUT, path,
                          "load %g N after %g N in the direction of %g degrees; allowed: loads "
                          "above 0 that increase",
                          load, before, row[2]);
    if (!(force >= 0.0))
        return trama_fail(error, TRAMA_BAD_INPUT, path, "force %g N; allowed: not below 0", force);
    curve->load[curve->count] = load;
    curve->force[curve->count++] = force;
    return TRAMA_OK;
}

trama_status trama_friction_make(trama_friction *friction, double coefficient,
                                 const trama_reals *rows, double sample_area, const char *path,
                                 trama_error *error)
{
    memset(friction, 0, sizeof *friction);
    friction->coefficient = coefficient;
    friction->sample_area = sample_area;
    friction->is_measured = rows->count > 0;
    for (size_t i = 0; i < rows->count / TRAMA_FRICTION_ROW; i++) {
        char row[96];
        snprintf(row, sizeof row, "%s[%zu]", path, i);
        if (add_row(friction, rows->value + i * TRAMA_FRICTION_ROW, row, error) != TRAMA_OK)
            return error->status;
    }
    friction->is_orthotropic = friction->weft.count > 0;
    if (rows->count > 0 && friction->warp.count == 0)
        return trama_fail(error, TRAMA_BAD_INPUT, path,
                          "no row of 0 degrees; allowed: 0 alone, 0 and 90, or 0, 45 and 90");
    if (friction->diagonal.count > 0 && !friction->is_orthotropic)
        return trama_fail(error, TRAMA_BAD_INPUT, path,
                          "45 degrees without 90; allowed: 0 alone, 0 and 90, or 0, 45 and 90");
    return TRAMA_OK;
}

/* ---- The law. */

static double force_at(const trama_load_curve *curve, double load)
{
    double load0 = 0.0, force0 = 0.0;
    size_t i = 0;
    while (i + 1 < curve->count && curve->load[i] < load)
        i++;
    if (i > 0) {
        load0 = curve->load[i - 1];
        force0 = curve->force[i - 1];
    }
    const double slope = (curve->force[i] - force0) / (curve->load[i] - load0);
    const double held = slope < 0.0 ? fmin(load, curve->load[i]) : load;
    return force0 + slope * (held - load0);
}

static double measured(const trama_friction *friction, double load, const double u[2])
{
    const double warp = force_at(&friction->warp, load);
    if (!friction->is_orthotropic)
        return warp;
    const double weft = force_at(&friction->weft, load);
    const double cross = friction->diagonal.count > 0
                             ? force_at(&friction->diagonal, load) - 0.5 * (warp + weft)
                             : 0.0;
    return fmax(0.0, warp * u[0] * u[0] + 2.0 * cross * u[0] * u[1] + weft * u[1] * u[1]);
}

double trama_friction_force(const trama_friction *friction, double load, double area,
                            const double direction[2])
{
    if (!friction->is_measured)
        return friction->coefficient * load;
    if (!(friction->sample_area > 0.0 && area > 0.0))
        return measured(friction, load, direction);
    const double part = area / friction->sample_area;
    return part * measured(friction, load / part, direction);
}
