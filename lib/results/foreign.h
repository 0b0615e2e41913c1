/* Arrays in HDF5 files of other programs (trama import). */
#ifndef RESULTS_FOREIGN_H
#define RESULTS_FOREIGN_H

#include "results/record.h"

enum { FOREIGN_RANK_MAX = 3 };

/* Reads the dataset of that path, of numbers in `rank` dimensions with `most` of them in all, as
 * doubles, rows first: shape[0..rank-1] and *values, to be freed. A child process reads, so that a
 * file that crashes HDF5 ends only the child. RECORD_MISSING, RECORD_NOT_OURS: another rank, no
 * numbers, too many; RECORD_DAMAGED, RECORD_NO_MEMORY, RECORD_IO. */
record_status record_read_foreign(const char *path, const char *dataset, size_t rank, size_t most,
                                  size_t *shape, double **values, record_error *error);

#endif
