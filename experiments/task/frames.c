#include "task/frames.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"
#include "measure/whole.h"

/* The points of an object's display; 0: it has none. */
static size_t displayed(const trama_object *object)
{
    size_t points = 0, triangles = 0;
    if (object->type->display)
        object->type->display->size(object->model, &points, &triangles);
    return points;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Of the largest display. */
static size_t displayed_most(const trama_system *system)
{
    size_t most = 0;
    for (size_t o = 0; o < system->object_count; o++)
        most = larger(most, displayed(&system->object[o]));
    return most;
}

/* Of the largest display or scene. */
static size_t points_most(const trama_system *system)
{
    size_t most = displayed_most(system);
    for (size_t o = 0; o < system->object_count; o++)
        most = larger(most, trama_scene_nodes(system->object[o].scene));
    return most;
}

bool task_frames_possible(const trama_system *system)
{
    return trama_system_nodes(system) > 0 || displayed_most(system) > 0;
}

static void widen_box(const double *x, size_t points, double low[3], double high[3])
{
    for (size_t i = 0; i < 3 * points; i++) {
        low[i / points] = fmin(low[i / points], x[i]);
        high[i / points] = fmax(high[i / points], x[i]);
    }
}

/* The box of all nodes and displays; `points` has room for the largest display. */
static void find_box(const trama_system *system, double *points, double low[3], double high[3])
{
    for (size_t axis = 0; axis < 3; axis++) {
        low[axis] = TRAMA_INFINITY;
        high[axis] = -TRAMA_INFINITY;
    }
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const double *q = system->q + object->q_begin;
        widen_box(q, trama_scene_nodes(object->scene), low, high);
        const size_t own = displayed(object);
        if (own == 0)
            continue;
        object->type->display->points(object->model, system->t, q, points);
        widen_box(points, own, low, high);
    }
}

static void outline_at(const task_frames *frames, const trama_object *object, double t,
                       trama_outline *outline)
{
    outline->points = outline->triangles = 0;
    object->type->outline(object->model, t, frames->low, frames->high, outline);
}

/* Without room for frames. */
static task_film film_of(const task_frames *frames, const trama_object *object)
{
    task_film film = {.nodes = trama_scene_nodes(object->scene)};
    film.series = film.nodes > 0 ? TASK_FILM_SERIES : TASK_FILM_AXES;
    film.displayed = film.nodes == 0 && object->type->display;
    film.outlined = film.nodes == 0 && !film.displayed && object->type->outline;
    if (film.displayed)
        film.nodes = displayed(object);
    if (film.outlined) {
        trama_outline outline;
        outline_at(frames, object, 0.0, &outline);
        film.nodes = outline.points;
    }
    return film;
}

/* Iteration and time, before the positions. */
enum { RECORD_HEAD = 2 };

/* The size of a frame's record, doubles. That of an outline depends on no box. */
static size_t record_size(const trama_system *system)
{
    const task_frames anywhere = {.high = {1.0, 1.0, 1.0}};
    size_t size = RECORD_HEAD;
    for (size_t o = 0; task_frames_possible(system) && o < system->object_count; o++) {
        const task_film film = film_of(&anywhere, &system->object[o]);
        size += film.series * film.nodes;
    }
    return size;
}

double task_frames_bytes(const trama_system *system, size_t count)
{
    return count == 0 ? 0.0 : (double)sizeof(double) * (double)count * (double)record_size(system);
}

/* Room in memory, or in the record that goes to the journal. */
static bool make_room(const task_frames *frames, task_film *film, size_t *used)
{
    bool made = true;
    film->begin = *used;
    *used += film->series * film->nodes;
    for (size_t i = 0; i < film->series && film->nodes > 0; i++) {
        film->value[i] = frames->journal ? frames->record + film->begin + i * film->nodes
                                         : calloc(frames->capacity * film->nodes, sizeof(double));
        made = made && film->value[i];
    }
    return made;
}

trama_status task_frames_create(task_frames *frames, const trama_system *system, size_t count,
                                task_journal *journal, trama_error *error)
{
    const bool streams = task_journal_streams(journal);
    *frames = (task_frames){.capacity = streams ? 1 : count, .journal = streams ? journal : NULL};
    frames->record_size = record_size(system);
    frames->iteration = calloc(frames->capacity, sizeof *frames->iteration);
    frames->time = calloc(frames->capacity, sizeof *frames->time);
    frames->film = calloc(system->object_count, sizeof *frames->film);
    frames->record = streams ? calloc(frames->record_size, sizeof *frames->record) : NULL;
    frames->points = calloc(3 * points_most(system) + 1, sizeof *frames->points);
    bool made = frames->iteration && frames->time && frames->film && frames->points &&
                (!streams || frames->record);
    size_t used = RECORD_HEAD;
    if (made)
        find_box(system, frames->points, frames->low, frames->high);
    for (size_t o = 0; made && task_frames_possible(system) && o < system->object_count; o++) {
        task_film *film = &frames->film[frames->objects++];
        *film = film_of(frames, &system->object[o]);
        made = make_room(frames, film, &used);
    }
    return made ? TRAMA_OK : trama_fail_memory(error);
}

static void keep_outline(const task_frames *frames, const trama_object *object, double t,
                         const task_film *film, size_t slot)
{
    trama_outline outline;
    outline_at(frames, object, t, &outline);
    for (size_t axis = 0; axis < 3; axis++)
        for (size_t i = 0; i < film->nodes; i++)
            film->value[axis][slot * film->nodes + i] = outline.point[i][axis];
}

/* What is for pictures alone is rounded: its low bytes are zeros, which the file packs away. */
static void round_to_single(double *value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        value[i] = (double)(float)value[i];
}

/* Speed, strain and what is held, of the nodes of a scene. */
static void keep_motion(const task_frames *frames, const trama_system *system,
                        const trama_object *object, const task_film *film, size_t slot)
{
    const size_t n = film->nodes, at = slot * n;
    const double *v = system->v + object->v_begin;
    double *speed = film->value[TASK_FILM_SPEED] + at, *held = film->value[TASK_FILM_HELD] + at;
    double *strain = film->value[TASK_FILM_STRAIN] + at;
    const trama_held *list = trama_activity_held(object->activity);
    if (n == 0)
        return;
    for (size_t i = 0; i < n; i++) {
        speed[i] = sqrt(v[i] * v[i] + v[n + i] * v[n + i] + v[2 * n + i] * v[2 * n + i]);
        held[i] = 0.0;
    }
    for (size_t i = 0; i < list->count; i++)
        held[list->coordinate[i] % n] = 1.0;
    trama_vertex_strain(object, system->q + object->q_begin, strain, frames->points);
    round_to_single(speed, n);
    round_to_single(strain, n);
}

static void put_record(const task_frames *frames)
{
    memcpy(&frames->record[0], &frames->iteration[0], sizeof(double));
    frames->record[1] = frames->time[0];
    task_journal_put(frames->journal, RECORD_JOURNAL_FRAME, frames->record,
                     frames->record_size * sizeof(double));
}

void task_frames_keep(task_frames *frames, const trama_system *system)
{
    const size_t slot = frames->journal ? 0 : frames->count;
    frames->count++;
    frames->iteration[slot] = system->iteration;
    frames->time[slot] = system->t;
    for (size_t o = 0; o < frames->objects; o++) {
        const task_film *film = &frames->film[o];
        const trama_object *object = &system->object[o];
        const double *q = system->q + object->q_begin;
        if (film->displayed) {
            object->type->display->points(object->model, system->t, q, frames->points);
            q = frames->points;
        }
        if (film->outlined)
            keep_outline(frames, object, system->t, film, slot);
        for (size_t axis = 0; axis < 3 && film->nodes > 0 && !film->outlined; axis++)
            memcpy(film->value[axis] + slot * film->nodes, q + axis * film->nodes,
                   film->nodes * sizeof(double));
        if (film->series == TASK_FILM_SERIES)
            keep_motion(frames, system, object, film, slot);
    }
    if (frames->journal)
        put_record(frames);
}

/* Those in memory. */
static void kept_state(task_frames *frames, trama_archive *archive)
{
    archive->failed |= frames->count > frames->capacity;
    if (archive->failed)
        return;
    trama_archive_bytes(archive, frames->iteration, frames->count * sizeof *frames->iteration);
    trama_archive_reals(archive, frames->time, frames->count);
    for (size_t o = 0; o < frames->objects; o++)
        for (size_t i = 0; i < frames->film[o].series; i++)
            trama_archive_reals(archive, frames->film[o].value[i],
                                frames->count * frames->film[o].nodes);
}

void task_frames_state(task_frames *frames, trama_archive *archive)
{
    long count = (long)frames->count;
    trama_archive_integer(archive, &count);
    frames->count = (size_t)count;
    if (!frames->journal)
        kept_state(frames, archive);
    else if (archive->mode == TRAMA_ARCHIVE_LOAD)
        record_journal_rewind(frames->journal->open, RECORD_JOURNAL_FRAME, frames->count);
}

static void add_triangles(const trama_mesh *mesh, const results_column *column, bundle *results)
{
    int64_t *corner = calloc(3 * mesh->triangle_count, sizeof *corner);
    if (!corner) {
        results->no_memory = true;
        return;
    }
    for (size_t t = 0; t < mesh->triangle_count; t++)
        for (size_t c = 0; c < 3; c++)
            corner[3 * t + c] = (int64_t)mesh->triangle[t].node[c];
    bundle_put_integer_matrix(results, column, corner, mesh->triangle_count, 3);
    free(corner);
}

static void add_outline(const task_frames *frames, const trama_object *object,
                        const results_column *column, bundle *results)
{
    trama_outline outline;
    int64_t corner[3 * TRAMA_OUTLINE_TRIANGLES];
    outline_at(frames, object, 0.0, &outline);
    for (size_t i = 0; i < 3 * outline.triangles; i++)
        corner[i] = (int64_t)outline.corner[i / 3][i % 3];
    bundle_put_integer_matrix(results, column, corner, outline.triangles, 3);
}

static void add_display(const trama_object *object, const results_column *column, bundle *results)
{
    size_t points, triangles;
    object->type->display->size(object->model, &points, &triangles);
    size_t(*corner)[3] = calloc(triangles + 1, sizeof *corner);
    int64_t *joined = calloc(3 * triangles + 1, sizeof *joined);
    if (corner && joined) {
        object->type->display->triangles(object->model, corner);
        for (size_t i = 0; i < 3 * triangles; i++)
            joined[i] = (int64_t)corner[i / 3][i % 3];
        bundle_put_integer_matrix(results, column, joined, triangles, 3);
    } else {
        results->no_memory = true;
    }
    free(corner);
    free(joined);
}

/* How nodes are joined: of an object with a name beside its positions, else in the configuration.
 */
static void add_joints(const task_frames *frames, const task_film *film, const trama_object *object,
                       bundle *results)
{
    const trama_grid *grid = trama_scene_grid(object->scene);
    const trama_mesh *mesh = trama_scene_mesh(object->scene);
    const int64_t whole[2] = {(int64_t)film->nodes, 1};
    const int64_t of_grid[2] = {grid->points[0], grid->points[1]};
    const results_column *points = &column_config_points, *triangles = &column_config_triangles;
    column_member of_points, of_triangles, of_obstacle;
    if (*object->name) {
        points = column_named(&column_frames_points, object->name, &of_points);
        triangles = column_named(&column_frames_triangles, object->name, &of_triangles);
        bundle_put_integer(results,
                           column_named(&column_frames_obstacle, object->name, &of_obstacle),
                           film->outlined);
    }
    bundle_put_integers(results, points, film->outlined || film->displayed ? whole : of_grid, 2);
    if (film->outlined)
        add_outline(frames, object, triangles, results);
    else if (film->displayed)
        add_display(object, triangles, results);
    else if (mesh && mesh->triangle_count > 0)
        add_triangles(mesh, triangles, results);
}

/* Their numbers, by which a frame's columns of nodes are told. */
static void add_nodes(const task_film *film, const trama_object *object, bundle *results)
{
    column_member m;
    int64_t *node = calloc(film->nodes + 1, sizeof *node);
    for (size_t i = 0; node && i < film->nodes; i++)
        node[i] = (int64_t)i;
    if (node)
        bundle_put_integers(results, column_named(&column_frames_node, object->name, &m), node,
                            film->nodes);
    results->no_memory |= !node;
    free(node);
}

static void add_series(const task_frames *frames, const task_film *film, size_t series,
                       const results_column *column, bundle *results)
{
    if (!frames->journal) {
        bundle_put_real_matrix(results, column, film->value[series], frames->count, film->nodes);
        return;
    }
    const size_t begin = (film->begin + series * film->nodes) * sizeof(double);
    const bundle_stream stream =
        record_journal_stream(frames->journal->open, RECORD_JOURNAL_FRAME, 1, begin, film->nodes);
    bundle_put_stream(results, column, &stream, frames->count);
}

static void add_film(const task_frames *frames, const task_film *film, const trama_object *object,
                     bundle *results)
{
    static const results_column *const columns[] = {&column_frames_x,      &column_frames_y,
                                                    &column_frames_z,      &column_frames_speed,
                                                    &column_frames_strain, &column_frames_held};
    column_member m;
    for (size_t i = 0; i < film->series; i++)
        add_series(frames, film, i, column_named(columns[i], object->name, &m), results);
    add_nodes(film, object, results);
    add_joints(frames, film, object, results);
}

/* Iterations and times, back from the journal. */
static bool read_moments(const task_frames *frames, int64_t *iteration, double *time)
{
    const record_journal *journal = frames->journal->open;
    bool read = true;
    for (size_t i = 0; read && i < frames->count; i++)
        read = record_journal_read(journal, RECORD_JOURNAL_FRAME, i, 0, &iteration[i],
                                   sizeof *iteration) &&
               record_journal_read(journal, RECORD_JOURNAL_FRAME, i, sizeof *iteration, &time[i],
                                   sizeof *time);
    return read;
}

static void add_moments(const task_frames *frames, const int64_t *iteration, const double *time,
                        bundle *results)
{
    bundle_put_integers(results, &column_frames_iteration, iteration, frames->count);
    bundle_put_reals(results, &column_frames_time, time, frames->count);
}

static void add_moments_of_journal(const task_frames *frames, bundle *results)
{
    int64_t *iteration = calloc(frames->count, sizeof *iteration);
    double *time = calloc(frames->count, sizeof *time);
    if (!iteration || !time)
        results->no_memory = true;
    else if (read_moments(frames, iteration, time))
        add_moments(frames, iteration, time, results);
    else
        task_journal_fail_read(frames->journal);
    free(iteration);
    free(time);
}

void task_frames_add(const task_frames *frames, const trama_system *system, bundle *results)
{
    if (frames->count == 0)
        return;
    if (frames->journal)
        add_moments_of_journal(frames, results);
    else
        add_moments(frames, frames->iteration, frames->time, results);
    for (size_t o = 0; o < frames->objects; o++)
        if (frames->film[o].nodes > 0)
            add_film(frames, &frames->film[o], &system->object[o], results);
}

void task_frames_free(task_frames *frames)
{
    for (size_t o = 0; frames->film && !frames->journal && o < frames->objects; o++)
        for (size_t i = 0; i < TASK_FILM_SERIES; i++)
            free(frames->film[o].value[i]);
    free(frames->points);
    free(frames->record);
    free(frames->film);
    free(frames->iteration);
    free(frames->time);
    *frames = (task_frames){0};
}
