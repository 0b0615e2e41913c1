/* solver.h for C++: what the library's headers need of the C library comes first, since it may not
 * stand inside `extern "C"`. */
#ifndef TRAMA_SOLVER_CPLUSPLUS_H
#define TRAMA_SOLVER_CPLUSPLUS_H

#ifdef __cplusplus
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern "C" {
#include "solver/solver.h"
}
#endif

#endif
