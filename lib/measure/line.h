/* Least-squares line through points, with a confidence interval of its slope. */
#ifndef TRAMA_MEASURE_LINE_H
#define TRAMA_MEASURE_LINE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_line {
    double intercept, slope;
    double low, high;     /* 95 % interval of the slope by Student's t; NAN with two points */
    double determination; /* R^2; 1 if y is constant */
} trama_line;

/* Needs two points of different x. */
trama_line trama_line_fit(const double *x, const double *y, size_t count);

#ifdef __cplusplus
}
#endif

#endif
