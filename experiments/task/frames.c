#include "task/frames.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"

/* The box of all nodes. */
static void find_box(const trama_system *system, double low[3], double high[3])
{
    for (size_t axis = 0; axis < 3; axis++) {
        low[axis] = TRAMA_INFINITY;
        high[axis] = -TRAMA_INFINITY;
    }
    for (size_t o = 0; o < system->object_count; o++) {
        const size_t nodes = trama_scene_nodes(system->object[o].scene);
        const double *q = system->q + system->object[o].q_begin;
        for (size_t i = 0; i < 3 * nodes; i++) {
            low[i / nodes] = fmin(low[i / nodes], q[i]);
            high[i / nodes] = fmax(high[i / nodes], q[i]);
        }
    }
}

static void outline_at(const task_frames *frames, const trama_object *object, double t,
                       trama_outline *outline)
{
    outline->points = outline->triangles = 0;
    object->type->outline(object->model, t, frames->low, frames->high, outline);
}

static bool create_film(const task_frames *frames, const trama_object *object, task_film *film)
{
    film->nodes = trama_scene_nodes(object->scene);
    film->outlined = film->nodes == 0 && object->type->outline;
    if (film->outlined) {
        trama_outline outline;
        outline_at(frames, object, 0.0, &outline);
        film->nodes = outline.points;
    }
    bool made = true;
    for (size_t axis = 0; axis < 3 && film->nodes > 0; axis++)
        made = made && (film->axis[axis] = calloc(frames->capacity * film->nodes, sizeof(double)));
    return made;
}

trama_status task_frames_create(task_frames *frames, const trama_system *system, size_t capacity,
                                trama_error *error)
{
    *frames = (task_frames){.capacity = capacity};
    frames->iteration = calloc(capacity, sizeof *frames->iteration);
    frames->time = calloc(capacity, sizeof *frames->time);
    frames->film = calloc(system->object_count, sizeof *frames->film);
    bool made = frames->iteration && frames->time && frames->film;
    find_box(system, frames->low, frames->high);
    for (size_t o = 0; made && trama_system_nodes(system) > 0 && o < system->object_count; o++)
        made = create_film(frames, &system->object[o], &frames->film[frames->objects++]);
    return made ? TRAMA_OK : trama_fail_memory(error);
}

static void keep_outline(const task_frames *frames, const trama_object *object, double t,
                         const task_film *film)
{
    trama_outline outline;
    outline_at(frames, object, t, &outline);
    for (size_t axis = 0; axis < 3; axis++)
        for (size_t i = 0; i < film->nodes; i++)
            film->axis[axis][(frames->count - 1) * film->nodes + i] = outline.point[i][axis];
}

void task_frames_keep(task_frames *frames, const trama_system *system)
{
    const size_t i = frames->count++;
    frames->iteration[i] = system->iteration;
    frames->time[i] = system->t;
    for (size_t o = 0; o < frames->objects; o++) {
        const task_film *film = &frames->film[o];
        const double *q = system->q + system->object[o].q_begin;
        if (film->outlined)
            keep_outline(frames, &system->object[o], system->t, film);
        for (size_t axis = 0; axis < 3 && film->nodes > 0 && !film->outlined; axis++)
            memcpy(film->axis[axis] + i * film->nodes, q + axis * film->nodes,
                   film->nodes * sizeof(double));
    }
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
    bundle_put_integers(results, points, film->outlined ? whole : of_grid, 2);
    if (film->outlined)
        add_outline(frames, object, triangles, results);
    else if (mesh && mesh->triangle_count > 0)
        add_triangles(mesh, triangles, results);
}

static void add_film(const task_frames *frames, const task_film *film, const trama_object *object,
                     bundle *results)
{
    static const results_column *const axes[] = {&column_frames_x, &column_frames_y,
                                                 &column_frames_z};
    column_member m;
    for (size_t axis = 0; axis < 3; axis++)
        bundle_put_real_matrix(results, column_named(axes[axis], object->name, &m),
                               film->axis[axis], frames->count, film->nodes);
    add_joints(frames, film, object, results);
}

void task_frames_add(const task_frames *frames, const trama_system *system, bundle *results)
{
    if (frames->count == 0)
        return;
    bundle_put_integers(results, &column_frames_iteration, frames->iteration, frames->count);
    bundle_put_reals(results, &column_frames_time, frames->time, frames->count);
    for (size_t o = 0; o < frames->objects; o++)
        if (frames->film[o].nodes > 0)
            add_film(frames, &frames->film[o], &system->object[o], results);
}

void task_frames_free(task_frames *frames)
{
    for (size_t o = 0; frames->film && o < frames->objects; o++)
        for (size_t axis = 0; axis < 3; axis++)
            free(frames->film[o].axis[axis]);
    free(frames->film);
    free(frames->iteration);
    free(frames->time);
    *frames = (task_frames){0};
}
