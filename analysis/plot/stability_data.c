#include "analysis/plot/stability_data.h"

#include <math.h>

bool stability_data_of(const study_case *c, stability_data *d)
{
    *d = (stability_data){.columns = case_rows(c, &column_map_omega_h),
                          .rows = case_rows(c, &column_map_c_h),
                          .rays = case_rows(c, &column_boundary_omega_h)};
    const bundle_column *radius = bundle_get(&c->data, &column_map_radius);
    d->omega_h = case_reals(c, &column_map_omega_h, d->columns);
    d->c_h = case_reals(c, &column_map_c_h, d->rows);
    d->slope = case_reals(c, &column_boundary_c_over_omega, d->rays);
    d->limit = case_reals(c, &column_boundary_omega_h, d->rays);
    const bool fits = radius && radius->type == BUNDLE_REAL && radius->rows == d->rows &&
                      radius->columns == d->columns;
    d->radius = fits ? radius->real : NULL;
    return d->radius && d->omega_h && d->c_h && d->slope && d->limit && d->columns > 0 &&
           d->rows > 0 && isfinite(d->omega_h[d->columns - 1]) && isfinite(d->c_h[d->rows - 1]);
}

size_t stability_row(const stability_data *d, double c_h)
{
    size_t row = 0;
    for (size_t j = 1; j < d->rows; j++)
        if (fabs(d->c_h[j] - c_h) < fabs(d->c_h[row] - c_h))
            row = j;
    return row;
}
