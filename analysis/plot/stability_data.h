/* The columns of the task stability_map, for its figures. */
#ifndef ANALYSIS_PLOT_STABILITY_DATA_H
#define ANALYSIS_PLOT_STABILITY_DATA_H

#include "analysis/read/study.h"

typedef struct stability_data {
    size_t columns, rows, rays;
    const double *omega_h, *c_h; /* columns; rows */
    const double *radius;        /* rows x columns */
    const double *slope, *limit; /* rays: c / omega, omega dt of the boundary */
} stability_data;

bool stability_data_of(const study_case *c, stability_data *d);

/* The row nearest to c dt. */
size_t stability_row(const stability_data *d, double c_h);

#endif
