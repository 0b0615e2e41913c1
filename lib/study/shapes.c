/* The distance of the last shape of a case from that of another. */
#include "study/shapes.h"

#include <math.h>
#include <string.h>

#include "core/numbers.h"
#include "results/record.h"

static const results_column *const axes[] = {&column_frames_x, &column_frames_y, &column_frames_z};

static bool has_shape(const measured_case *m)
{
    return strcmp(measured_outcome(m), "completed") == 0 &&
           bundle_get_rows(m->data, &column_frames_time) > 0;
}

static double distance(const char *path, const char *other, const bundle *shapes,
                       const bundle *others);

double shape_distance_of(const measured_case *m, const char *path, const measured_case *first,
                         const char *other)
{
    static const char *const prefixes[] = {group_frames, NULL};
    bundle shapes = {0}, others = {0};
    record_error error;
    double found = TRAMA_NAN;
    if (has_shape(m) && has_shape(first) &&
        record_read_small(path, prefixes, sizeof(int64_t), &shapes, &error) == RECORD_OK &&
        record_read_small(other, prefixes, sizeof(int64_t), &others, &error) == RECORD_OK)
        found = distance(path, other, &shapes, &others);
    bundle_free(&shapes);
    bundle_free(&others);
    return found;
}

static bool is_obstacle(const bundle *shapes, const char *object)
{
    column_member m;
    const bundle_column *told =
        bundle_get(shapes, column_named(&column_frames_obstacle, object, &m));
    return told && told->integer && told->integer[0] != 0;
}

/* The last row of a coordinate of an object; *last is empty if it cannot be read. */
static const double *last_row(const char *path, const bundle *shapes, const results_column *axis,
                              const char *object, bundle *last, size_t *count)
{
    record_error error;
    column_member m;
    const bundle_column *shape = bundle_get(shapes, column_named(axis, object, &m));
    const char *const columns[] = {shape ? shape->path : NULL, NULL};
    const size_t row[] = {shape ? shape->rows - 1 : 0};
    *count = 0;
    if (!shape || shape->rows == 0 ||
        record_read_rows(path, columns, row, 1, last, &error) != RECORD_OK || last->count == 0)
        return NULL;
    *count = last->column[0].columns;
    return last->column[0].real;
}

/* Adds the squares of one coordinate of an object; false if the two differ in nodes. */
static bool add_axis(const char *path, const char *other, const bundle *shapes,
                     const bundle *others, const results_column *axis, const char *object,
                     double *sum)
{
    bundle mine = {0}, theirs = {0};
    size_t count, expected;
    const double *x = last_row(path, shapes, axis, object, &mine, &count);
    const double *y = last_row(other, others, axis, object, &theirs, &expected);
    const bool same = x && y && count == expected;
    for (size_t i = 0; same && i < count; i++)
        *sum += (x[i] - y[i]) * (x[i] - y[i]);
    bundle_free(&mine);
    bundle_free(&theirs);
    return same;
}

/* Whether a path is of x of an object's nodes, and which object's; "": the only one, which has no
 * name. */
static bool is_place(const char *path, char *object, size_t size)
{
    column_member m;
    if (column_takes(&column_frames_x, path, object, size))
        return true;
    object[0] = '\0';
    return strcmp(path, column_named(&column_frames_x, "", &m)->path) == 0;
}

static double distance(const char *path, const char *other, const bundle *shapes,
                       const bundle *others)
{
    double sum = 0.0, nodes = 0.0;
    char object[128];
    for (size_t i = 0; i < shapes->count; i++) {
        const bundle_column *column = &shapes->column[i];
        if (!is_place(column->path, object, sizeof object) || is_obstacle(shapes, object))
            continue;
        nodes += (double)column->columns;
        for (size_t axis = 0; axis < 3; axis++)
            if (!add_axis(path, other, shapes, others, axes[axis], object, &sum))
                return TRAMA_NAN;
    }
    return nodes > 0.0 ? sqrt(sum / nodes) : TRAMA_NAN;
}
