/* Rows of joints, solved together (for rows/ only). Sweeps converge slowly for a long chain with a
 * heavy end: their number grows with the square of its length times the ratio of the masses. So
 * rows marked `joined`, which have no bounds, are solved exactly: A dl = -error with A = J M^-1 J^T
 * by Cholesky's factors L D L^T, within their envelope. A row that depends linearly on earlier ones
 * (its pivot is less than 1e-10 of its diagonal) gets no impulse.
 *
 * More than TRAMA_JOINED_MAX rows are left to the sweeps, since the matrix is stored dense. */
#ifndef TRAMA_ROWS_JOINED_H
#define TRAMA_ROWS_JOINED_H

#include "rows/rows.h"

enum { TRAMA_JOINED_MAX = 1024 };

/* Collects the prepared joined rows, and factors their matrix. Without memory there are none, and
 * rows->no_memory is set. */
void trama_joined_make(trama_rows *rows);
/* Solves them for the current velocities and applies the changes to u. Returns the largest change
 * of a velocity component. */
double trama_joined_solve(trama_rows *rows, double *u);

/* In rows.c: the error of a row's rate, m/s, and the application of an impulse. */
double trama_row_error(const trama_rows *rows, const trama_row *row, const double *u);
double trama_row_apply(const trama_row *row, double impulse, double *u);
double trama_row_coupling(const trama_row *a, const trama_row *b);

#endif
