/* A child opens the file, sends its description of the dataset, and then the values. */
#include "results/foreign.h"

#include "process/process.h"
#include "results/hdf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SECONDS = 600 };

typedef struct question {
    const char *path, *dataset;
    size_t rank, most;
} question;

/* What comes before the values. */
typedef struct answer {
    record_error error;
    size_t shape[FOREIGN_RANK_MAX], count;
} answer;

static void serve(const void *context, int line);
static double *take_values(process *p, const question *q, answer *a, double until);

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

record_status record_read_foreign(const char *path, const char *dataset, size_t rank, size_t most,
                                  size_t *shape, double **values, record_error *error)
{
    const question q = {path, dataset, rank, most};
    const process_plan plan = {
        .work = serve, .context = &q, .line = PROCESS_BYTES, .plain_crashes = true, .bare = true};
    answer a = {.count = 0};
    process p;
    *values = NULL;
    if (access(path, R_OK) != 0)
        return record_fail(error, errno == ENOENT ? RECORD_MISSING : RECORD_IO, path, "%s",
                           strerror(errno));
    if (!process_start(&plan, &p))
        return record_fail(error, RECORD_IO, path, "no process can be made to read it: %s",
                           strerror(errno));
    record_fail(&a.error, RECORD_DAMAGED, path, "is damaged: HDF5 crashes over it");
    *values = take_values(&p, &q, &a, now() + SECONDS);
    process_close(&p);
    process_kill(&p);
    *error = a.error;
    memcpy(shape, a.shape, rank * sizeof *shape);
    return (record_status)error->status;
}

/* Whatever the child says is looked at first. */
static double *take_values(process *p, const question *q, answer *a, double until)
{
    answer told;
    if (process_receive(p, &told, sizeof told, until) != PROCESS_DONE || told.count > q->most)
        return NULL;
    told.error.text[sizeof told.error.text - 1] = '\0';
    double *values = calloc(told.count + 1, sizeof *values);
    if (!values)
        record_fail_memory(&told.error, q->path);
    if (told.error.status != RECORD_OK || !values) {
        *a = told;
        free(values);
        return NULL;
    }
    if (process_receive(p, values, told.count * sizeof *values, until) == PROCESS_DONE) {
        *a = told;
        return values;
    }
    free(values);
    return NULL;
}

/* --- the child --- */

static bool send_all(int line, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        const ssize_t sent = write(line, at, size);
        if (sent < 0 && errno != EINTR)
            return false;
        at += sent > 0 ? sent : 0;
        size -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

static record_status look(const question *q, hid_t dataset, answer *a)
{
    hsize_t size[FOREIGN_RANK_MAX] = {0};
    const hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    const H5T_class_t class = type >= 0 ? H5Tget_class(type) : H5T_NO_CLASS;
    const int rank = space >= 0 ? H5Sget_simple_extent_ndims(space) : -1;
    record_status status = RECORD_OK;
    if (class != H5T_FLOAT && class != H5T_INTEGER)
        status = record_fail(&a->error, RECORD_NOT_OURS, q->path, "%s has no numbers", q->dataset);
    else if (rank != (int)q->rank)
        status = record_fail(&a->error, RECORD_NOT_OURS, q->path,
                             "%s has %d dimensions; allowed: %zu", q->dataset, rank, q->rank);
    else if (H5Sget_simple_extent_dims(space, size, NULL) < 0)
        status = record_fail_hdf(&a->error, RECORD_DAMAGED, q->path, "has no shape");
    a->count = 1;
    for (size_t i = 0; status == RECORD_OK && i < q->rank; i++) {
        a->shape[i] = (size_t)size[i];
        if (size[i] > 0 && a->count > q->most / size[i])
            status =
                record_fail(&a->error, RECORD_NOT_OURS, q->path,
                            "%s has more than %zu numbers; allowed: as many", q->dataset, q->most);
        else
            a->count *= (size_t)size[i];
    }
    record_close(space);
    record_close(type);
    return status;
}

static double *read_values(const question *q, hid_t file, answer *a)
{
    const hid_t dataset = H5Dopen(file, q->dataset, H5P_DEFAULT);
    double *values = NULL;
    if (dataset < 0) {
        record_fail(&a->error, RECORD_MISSING, q->path, "has no dataset '%s'", q->dataset);
        return NULL;
    }
    if (look(q, dataset, a) == RECORD_OK) {
        values = record_has_room(a->count * sizeof *values) ? calloc(a->count + 1, sizeof *values)
                                                            : NULL;
        if (!values)
            record_fail_memory(&a->error, q->path);
        else if (H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)
            record_fail_hdf(&a->error, RECORD_DAMAGED, q->path, "%s cannot be read", q->dataset);
    }
    record_close(dataset);
    return values;
}

static void serve(const void *context, int line)
{
    const question *q = context;
    answer a = {.count = 0};
    double *values = NULL;
    record_clear(&a.error);
    record_begin();
    const hid_t file = H5Fopen(q->path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0)
        record_fail(&a.error, RECORD_NOT_OURS, q->path, "is no HDF5 file");
    else
        values = read_values(q, file, &a);
    if (a.error.status != RECORD_OK)
        a.count = 0;
    if (send_all(line, &a, sizeof a) && a.error.status == RECORD_OK)
        send_all(line, values, a.count * sizeof *values);
    free(values);
    record_close(file);
}
