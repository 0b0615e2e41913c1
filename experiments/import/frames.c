/* `frames:` one film or a list of films, each a case: positions over time from a file, converted to
 * s and m, with the histories that follow from positions alone. */
#include "import/inside.h"

#include "core/numbers.h"
#include "plan/study.h"
#include "results/foreign.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 64, FILMS_MAX = 1000 };

static const char *const keys[] = {"file", "positions", "time",  "units",
                                   "grid", "masses",    "values"};

static bool read_film(const reading *r, size_t row, const config_node *node);

bool import_frames(const reading *r)
{
    const config_node *frames = config_get(r->root, "frames");
    const bool several = frames->kind == CONFIG_SEQUENCE;
    const size_t count = several ? frames->count : 1;
    if (count == 0 || count > FILMS_MAX)
        return config_fail(r->error, frames, "%zu films; allowed: 1 to %d", count, FILMS_MAX);
    bool read = plan_study_read(r->root, r->experiment, r->error) && import_rows(r, count);
    for (size_t i = 0; read && i < count; i++)
        read = read_film(r, i, several ? frames->item[i] : frames);
    return read;
}

/* --- the file --- */

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), size = strlen(end);
    return length > size && strcmp(text + length - size, end) == 0;
}

/* The number of seconds between frames, in `time: {every: NUMBER}`; NaN: another key. */
static bool read_interval(const reading *r, const config_node *time, double *every)
{
    static const char *const known[] = {"every"};
    *every = TRAMA_NAN;
    if (!time || time->kind != CONFIG_MAPPING)
        return true;
    const config_node *node = config_get(time, "every");
    if (!import_known_keys(r, time, "time", known, 1) ||
        (node && !config_real(node, every, r->error)))
        return false;
    return (*every > 0.0 && isfinite(*every)) ||
           config_fail(r->error, time, "time: {every: NUMBER} above 0, in the unit of time");
}

static bool fail_record(const reading *r, const config_node *where, const record_error *found)
{
    return config_fail(r->error, where, "%s", found->text);
}

static bool read_hdf5(const reading *r, const config_node *node, const char *path, film *f)
{
    size_t shape[3];
    double *values = NULL;
    record_error found;
    const char *positions, *time;
    const config_node *where = config_get(node, "positions"), *moments = config_get(node, "time");
    bool read = import_text(r, node, "positions", NULL, &positions) &&
                (record_read_foreign(path, positions, 3, FILM_NUMBERS_MAX, shape, &values,
                                     &found) == RECORD_OK ||
                 fail_record(r, where, &found));
    read = read && (shape[2] == 3 || config_fail(r->error, where, "%s has %zu columns; allowed: 3",
                                                 positions, shape[2]));
    if (read && !film_take(f, shape, values))
        read = config_fail_memory(r->error, node);
    free(values);
    if (!read || !moments || moments->kind == CONFIG_MAPPING)
        return read;
    if (!config_text(moments, &time, r->error))
        return false;
    if (record_read_foreign(path, time, 1, FILM_NUMBERS_MAX, shape, &f->time, &found) != RECORD_OK)
        return fail_record(r, moments, &found);
    return shape[0] == f->frames ||
           config_fail(r->error, moments, "%zu times of %zu frames", shape[0], f->frames);
}

static bool read_npy(const reading *r, const config_node *node, const char *path, film *f)
{
    size_t shape[3];
    double *values = NULL;
    const config_node *moments = config_get(node, "time");
    bool read =
        npy_read(path, 3, shape, &values, r->error) &&
        (shape[2] == 3 || config_fail(r->error, config_get(node, "file"),
                                      "%zu columns; allowed: 3, of (frames, nodes, 3)", shape[2]));
    if (read && !film_take(f, shape, values))
        read = config_fail_memory(r->error, node);
    free(values);
    if (!read || !moments || moments->kind == CONFIG_MAPPING)
        return read;
    char *file = import_file(r, moments);
    read = file && npy_read(file, 1, shape, &f->time, r->error) &&
           (shape[0] == f->frames ||
            config_fail(r->error, moments, "%zu times of %zu frames", shape[0], f->frames));
    free(file);
    return read;
}

static bool read_file(const reading *r, const config_node *node, film *f)
{
    const config_node *name = config_get(node, "file");
    if (!name)
        return config_fail(r->error, node, "a film needs `file: FILE`");
    char *path = import_file(r, name);
    bool read = path != NULL;
    if (read && ends_with(path, ".csv"))
        read = film_of_csv(path, f, r->error);
    else if (read && ends_with(path, ".npy"))
        read = read_npy(r, node, path, f);
    else if (read && (ends_with(path, ".h5") || ends_with(path, ".hdf5")))
        read = read_hdf5(r, node, path, f);
    else if (read)
        read = config_fail(r->error, name, "'%s'; allowed: a file .csv, .npy, .h5 or .hdf5",
                           name->text);
    free(path);
    return read && ((f->frames > 0 && f->nodes > 0) ||
                    config_fail(r->error, name, "%zu frames of %zu nodes; allowed: 1 or more",
                                f->frames, f->nodes));
}

/* --- times and units --- */

static bool make_times(const reading *r, const config_node *node, film *f)
{
    const config_node *time = config_get(node, "time");
    double every;
    if (!read_interval(r, time, &every))
        return false;
    if (f->time && !isnan(every))
        return config_fail(r->error, time, "the file already has times");
    if (f->time)
        return true;
    if (isnan(every))
        return config_fail(r->error, node,
                           "there are no times; allowed: time: {every: NUMBER}, a dataset, or "
                           "FILE.npy");
    f->time = calloc(f->frames + 1, sizeof *f->time);
    for (size_t i = 0; f->time && i < f->frames; i++)
        f->time[i] = every * (double)i;
    return f->time || config_fail_memory(r->error, node);
}

static bool scale(const reading *r, const config_node *node, film *f)
{
    static const char *const known[] = {"time", "positions"};
    const config_node *units = config_get(node, "units");
    const char *time, *length;
    double of_time, of_length;
    if (!units)
        return config_fail(r->error, node, "a film needs units: {time: s, positions: m}");
    if (!import_known_keys(r, units, "units", known, 2) ||
        !import_text(r, units, "time", NULL, &time) ||
        !import_text(r, units, "positions", NULL, &length) ||
        !import_unit(r, config_get(units, "time"), time, "s", &of_time) ||
        !import_unit(r, config_get(units, "positions"), length, "m", &of_length))
        return false;
    for (size_t i = 0; i < f->frames; i++)
        f->time[i] *= of_time;
    for (size_t a = 0; a < 3; a++)
        for (size_t i = 0; i < f->frames * f->nodes; i++)
            f->axis[a][i] *= of_length;
    return true;
}

static bool check_values(const reading *r, const config_node *node, const film *f)
{
    const config_node *name = config_get(node, "file");
    for (size_t i = 0; i < f->frames; i++) {
        if (!isfinite(f->time[i]) || (i > 0 && !(f->time[i] > f->time[i - 1])))
            return config_fail(r->error, name,
                               "%s: frame %zu: time %g s; allowed: finite, and later than the one "
                               "before",
                               name->text, i, f->time[i]);
        for (size_t n = 0; n < f->nodes; n++)
            for (size_t a = 0; a < 3; a++)
                if (!isfinite(f->axis[a][i * f->nodes + n]))
                    return config_fail(
                        r->error, name,
                        "%s: frame %zu, node %zu: %c is %g; allowed: finite numbers; "
                        "leave frames out that have none",
                        name->text, i, n, "xyz"[a], f -> axis[a][i * f->nodes + n]);
    }
    return true;
}

/* --- the case --- */

static bool put_grid(const reading *r, const config_node *node, const film *f, bundle *b)
{
    const config_node *grid = config_get(node, "grid");
    long points[2] = {(long)f->nodes, 1};
    if (grid && (grid->kind != CONFIG_SEQUENCE || grid->count != 2))
        return config_fail(r->error, grid, "grid is two numbers of nodes: [11, 11]");
    for (size_t i = 0; grid && i < 2; i++)
        if (!config_integer(grid->item[i], &points[i], r->error))
            return false;
    if (points[0] < 1 || points[1] < 1 || points[0] > (long)f->nodes ||
        points[0] * points[1] != (long)f->nodes)
        return config_fail(r->error, grid,
                           "a grid of %ld x %ld of %zu nodes; allowed: as many nodes", points[0],
                           points[1], f->nodes);
    const int64_t of_grid[2] = {points[0], points[1]};
    bundle_put_integers(b, &column_config_points, of_grid, 2);
    return true;
}

static bool put_film(const film *f, bundle *b)
{
    static const results_column *const columns[] = {&column_frames_x, &column_frames_y,
                                                    &column_frames_z};
    const size_t count = f->frames > f->nodes ? f->frames : f->nodes;
    int64_t *number = calloc(count + 1, sizeof *number);
    double *iteration = calloc(count + 1, sizeof *iteration);
    const bool made = number && iteration;
    column_member m;
    for (size_t i = 0; made && i < count; i++)
        iteration[i] = (double)(number[i] = (int64_t)i);
    if (made) {
        bundle_put_integers(b, &column_frames_iteration, number, f->frames);
        bundle_put_integers(b, column_named(&column_frames_node, "", &m), number, f->nodes);
        bundle_put_reals(b, &column_series_iteration, iteration, f->frames);
    }
    bundle_put_reals(b, &column_frames_time, f->time, f->frames);
    bundle_put_reals(b, &column_series_time, f->time, f->frames);
    for (size_t a = 0; a < 3; a++)
        bundle_put_real_matrix(b, column_named(columns[a], "", &m), f->axis[a], f->frames,
                               f->nodes);
    free(number);
    free(iteration);
    return made;
}

/* The mean of the nodes is the centre of mass where their masses are equal. */
static bool put_centre(const reading *r, const config_node *node, const film *f, bundle *b)
{
    static const results_column *const columns[] = {
        &column_series_centre_x, &column_series_centre_y, &column_series_centre_z};
    const char *masses;
    if (!import_text(r, node, "masses", "", &masses))
        return false;
    if (*masses && strcmp(masses, "equal") != 0)
        return config_fail(r->error, config_get(node, "masses"), "masses: '%s'; allowed: equal",
                           masses);
    assert(f->frames <= FILM_NUMBERS_MAX); /* the readers */
    double *mean = calloc(f->frames + 1, sizeof *mean);
    for (size_t a = 0; mean && *masses && a < 3; a++) {
        for (size_t i = 0; i < f->frames; i++) {
            double sum = 0.0;
            for (size_t n = 0; n < f->nodes; n++)
                sum += f->axis[a][i * f->nodes + n];
            mean[i] = sum / (double)f->nodes;
        }
        bundle_put_reals(b, columns[a], mean, f->frames);
    }
    free(mean);
    return mean || config_fail_memory(r->error, node);
}

static bool put_ending(const reading *r, const config_node *node, const film *f, bundle *b)
{
    char headline[300];
    assert(f->time && f->frames > 0); /* make_times */
    snprintf(headline, sizeof headline, "%zu frames of %zu nodes, %g s, from %.200s", f->frames,
             f->nodes, f->time[f->frames - 1] - f->time[0], config_get(node, "file")->text);
    bundle_put_text(b, &column_case_status, "ok");
    bundle_put_text(b, &column_case_headline, headline);
    bundle_put_text(b, &column_case_message, "");
    bundle_put_real(b, &column_case_seconds, TRAMA_NAN);
    bundle_put_text(b, &column_outcome, "completed");
    return !b->no_memory || config_fail_memory(r->error, node);
}

/* `values: {integrator.name: bullet}`: the paths that tell this film from others. */
static bool read_values(const reading *r, const config_node *node, import_value *value,
                        size_t *count)
{
    const config_node *values = config_get(node, "values");
    *count = 0;
    if (!values)
        return true;
    if (values->kind != CONFIG_MAPPING || values->count > VALUES_MAX)
        return config_fail(r->error, values, "values is a mapping of up to %d paths of the case",
                           VALUES_MAX);
    for (; *count < values->count; ++*count) {
        import_value *v = &value[*count];
        *v = (import_value){.where = values->item[*count], .unit = "1"};
        if (!(v->path = import_path(r, values->key[*count])) ||
            !config_text(values->item[*count], &v->text, r->error))
            return false;
    }
    return true;
}

static bool check_apart(const reading *r, size_t row, const config_node *node)
{
    const plan *p = &r->made->p;
    for (size_t i = 0; i < row; i++)
        if (strcmp(p->row[i].id, p->row[row].id) == 0)
            return config_fail(
                r->error, node,
                "films %zu and %zu have the same values; allowed: `values:` that distinguish them",
                i + 1, row + 1);
    return true;
}

static bool read_film(const reading *r, size_t row, const config_node *node)
{
    import_value value[VALUES_MAX];
    size_t values;
    film f = {0};
    bundle *b = &r->made->result[row];
    r->made->range[row][0] = r->made->files;
    const bool read = import_known_keys(r, node, "a film", keys, sizeof keys / sizeof *keys) &&
                      read_file(r, node, &f) && make_times(r, node, &f) && scale(r, node, &f) &&
                      check_values(r, node, &f) && put_grid(r, node, &f, b) &&
                      (put_film(&f, b) || config_fail_memory(r->error, node)) &&
                      put_centre(r, node, &f, b) && put_ending(r, node, &f, b) &&
                      read_values(r, node, value, &values) && import_row(r, row, value, values) &&
                      check_apart(r, row, node);
    r->made->range[row][1] = r->made->files;
    film_free(&f);
    return read;
}
