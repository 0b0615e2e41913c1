#include "task/frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool create_film(task_film *film, size_t nodes, size_t capacity)
{
    bool made = true;
    film->nodes = nodes;
    for (size_t axis = 0; axis < 3 && nodes > 0; axis++)
        made = made && (film->axis[axis] = calloc(capacity * nodes, sizeof(double)));
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
    for (size_t o = 0; made && o < system->object_count; o++) {
        frames->objects++;
        made = create_film(&frames->film[o], trama_scene_nodes(system->object[o].scene), capacity);
    }
    return made ? TRAMA_OK : trama_fail_memory(error);
}

void task_frames_keep(task_frames *frames, const trama_system *system)
{
    const size_t i = frames->count++;
    frames->iteration[i] = system->iteration;
    frames->time[i] = system->t;
    for (size_t o = 0; o < frames->objects; o++) {
        const task_film *film = &frames->film[o];
        const double *q = system->q + system->object[o].q_begin;
        for (size_t axis = 0; axis < 3 && film->nodes > 0; axis++)
            memcpy(film->axis[axis] + i * film->nodes, q + axis * film->nodes,
                   film->nodes * sizeof(double));
    }
}

static void add_triangles(const trama_mesh *mesh, const char *path, bundle *results)
{
    int64_t *corner = calloc(3 * mesh->triangle_count, sizeof *corner);
    if (!corner) {
        results->no_memory = true;
        return;
    }
    for (size_t t = 0; t < mesh->triangle_count; t++)
        for (size_t c = 0; c < 3; c++)
            corner[3 * t + c] = (int64_t)mesh->triangle[t].node[c];
    bundle_add_integers(results, path, "1", "nodes of each triangle of the mesh", corner,
                        mesh->triangle_count, 3);
    free(corner);
}

/* Positions below `folder`, and how nodes are joined below `joined`. */
static void add_film(const task_film *film, const trama_scene *scene, size_t count,
                     const char *folder, const char *joined, bundle *results)
{
    static const char *const axes[] = {"x", "y", "z"};
    const trama_grid *grid = trama_scene_grid(scene);
    const int64_t points[2] = {grid->points[0], grid->points[1]};
    char path[128];
    for (size_t axis = 0; axis < 3; axis++) {
        snprintf(path, sizeof path, "%s/%s", folder, axes[axis]);
        bundle_add_reals(results, path, "m", "positions, frames x nodes", film->axis[axis], count,
                         film->nodes);
    }
    snprintf(path, sizeof path, "%s/points", joined);
    bundle_add_integers(results, path, "1", "nodes along each direction; node = k n + l", points, 2,
                        1);
    snprintf(path, sizeof path, "%s/triangles", joined);
    if (trama_scene_mesh(scene) && trama_scene_mesh(scene)->triangle_count > 0)
        add_triangles(trama_scene_mesh(scene), path, results);
}

void task_frames_add(const task_frames *frames, const trama_system *system, bundle *results)
{
    char folder[96];
    if (frames->count == 0)
        return;
    bundle_add_integers(results, "/frames/iteration", "1", "iterations done at the frame",
                        frames->iteration, frames->count, 1);
    bundle_add_reals(results, "/frames/time", "s", "time of the frame", frames->time, frames->count,
                     1);
    for (size_t o = 0; o < frames->objects; o++) {
        const char *name = system->object[o].name;
        if (frames->film[o].nodes == 0)
            continue;
        snprintf(folder, sizeof folder, "/frames%s%s", *name ? "/" : "", name);
        add_film(&frames->film[o], system->object[o].scene, frames->count, folder,
                 *name ? folder : "/config", results);
    }
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
