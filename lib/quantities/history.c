/* Histories from the columns of a case, in memory or streamed. */
#include "quantities/history.h"

#include "core/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A column that is streamed, in the next buffer. What cannot be read is none: the file cannot be
 * written either then, and says why. */
static const double *buffered(history_buffers *buffers, const bundle_column *column)
{
    if (!buffers)
        return NULL;
    double **slot = &buffers->value[buffers->next];
    free(*slot);
    *slot = malloc(column->rows * sizeof **slot);
    buffers->next = (buffers->next + 1) % HISTORY_BUFFERS;
    const bool read = *slot && column->stream.read(&column->stream, 0, column->rows, *slot);
    return read ? *slot : NULL;
}

void history_buffers_free(history_buffers *buffers)
{
    for (size_t i = 0; i < HISTORY_BUFFERS; i++)
        free(buffers->value[i]);
}

static history values_of(const measured_case *m, const bundle_column *column)
{
    if (!column || column->type != BUNDLE_REAL || column->columns != 1 || column->rows == 0)
        return (history){NULL, 0};
    const double *value =
        column->stream.read ? buffered(m->buffers, column) : (const double *)column->real;
    return (history){value, value ? column->rows : 0};
}

history history_of(const measured_case *m, const results_column *column)
{
    const bundle_column *found = bundle_get(m->data, column);
    if (column->family && (!found || found->rows == 0))
        return history_observed(m, column_name(column));
    return values_of(m, found);
}

/* Whether a path is of an observation that is called `name`, or ends so: "touch/deepest". */
static bool is_called(const char *path, const char *name)
{
    char member[128];
    if (!column_takes(&column_series_observed, path, member, sizeof member))
        return false;
    const size_t length = strlen(member), end = strlen(name);
    return length > end && member[length - end - 1] == '/' &&
           strcmp(member + length - end, name) == 0;
}

static const bundle_column *observer(const measured_case *m, const char *name, size_t which)
{
    const char *path;
    for (size_t i = 0; (path = bundle_path(m->data, i)) != NULL; i++) {
        const bundle_column *column = is_called(path, name) ? bundle_find(m->data, path) : NULL;
        if (column && column->type == BUNDLE_REAL && column->columns == 1 && which-- == 0)
            return column;
    }
    return NULL;
}

history history_observed_by(const measured_case *m, const char *name, size_t which)
{
    return values_of(m, observer(m, name, which));
}

history history_observed(const measured_case *m, const char *name)
{
    return values_of(m, observer(m, name, 1) ? NULL : observer(m, name, 0));
}

double history_last(const history *h)
{
    return h->value ? h->value[h->count - 1] : TRAMA_NAN;
}

double history_last_state(const measured_case *m, const history *h)
{
    return measured_is_complete(m) ? history_last(h) : TRAMA_NAN;
}

double history_last_state_of(const measured_case *m, const results_column *family,
                             const char *member)
{
    column_member room;
    const history h = history_of(m, column_named(family, member, &room));
    return history_last_state(m, &h);
}

double history_largest(const history *h)
{
    double largest = TRAMA_NAN;
    for (size_t i = 0; i < h->count; i++)
        largest = fmax(largest, h->value[i]);
    return largest;
}

double history_least(const history *h)
{
    double least = TRAMA_NAN;
    for (size_t i = 0; i < h->count; i++)
        least = fmin(least, h->value[i]);
    return least;
}
