#include "scene/scene.h"

#include "core/random.h"
#include "core/vec.h"
#include "scene/checks.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct trama_scene {
    trama_scene_spec spec; /* checked, with pins and forces of its own */
    double normal[3];      /* axis1 x axis2 */
    trama_mesh *mesh; /* or NULL; of a lattice and of tetrahedra the outside, of a shell its cut
                         squares */
    double *vertex_normal; /* 3 N, of a mesh */
};

/* A copy of `count` items, at least one byte; NULL if there is no memory. */
static void *copy_items(const void *items, size_t count, size_t size)
{
    void *copy = calloc(count > 0 ? count : 1, size);
    if (copy && count > 0)
        memcpy(copy, items, count * size);
    return copy;
}

/* Forces with parameters of their own. */
static trama_force *copy_forces(const trama_scene_spec *spec)
{
    trama_force *copy = copy_items(spec->forces, spec->force_count, sizeof *copy);
    bool copied = copy != NULL;
    for (size_t f = 0; copy && f < spec->force_count; f++) {
        copy[f].parameters =
            copied ? copy_items(spec->forces[f].parameters, 1, copy[f].type->parameters.size)
                   : NULL;
        copied = copied && copy[f].parameters;
    }
    return copy;
}

static bool has_all_forces(const trama_scene_spec *spec)
{
    return spec->forces &&
           (spec->force_count == 0 || spec->forces[spec->force_count - 1].parameters);
}

/* What is not given stays so. */
static bool copy_start(const trama_start *start, trama_start *copy)
{
    const size_t count = 3 * start->nodes;
    copy->place = start->place ? copy_items(start->place, count, sizeof(double)) : NULL;
    copy->velocity = start->velocity ? copy_items(start->velocity, count, sizeof(double)) : NULL;
    return (copy->place || !start->place) && (copy->velocity || !start->velocity);
}

static trama_status copy_spec(const trama_scene_spec *spec, trama_scene_spec *copy,
                              trama_error *error)
{
    *copy = *spec;
    copy->pins = copy_items(spec->pins, spec->pin_count, sizeof *spec->pins);
    copy->forces = copy_forces(spec);
    copy->stops = copy_items(spec->stops, spec->stop_count, sizeof *spec->stops);
    copy->point_sets =
        copy_items(spec->point_sets, spec->point_set_count, sizeof *spec->point_sets);
    copy->mesh.vertex =
        copy_items(spec->mesh.vertex, 3 * spec->mesh.vertex_count, sizeof *spec->mesh.vertex);
    copy->mesh.face = copy_items(spec->mesh.face, spec->mesh.face_count, sizeof *spec->mesh.face);
    copy->tetrahedra.vertex =
        copy_items(spec->tetrahedra.vertex, 3 * spec->tetrahedra.vertex_count, sizeof(double));
    copy->tetrahedra.item =
        copy_items(spec->tetrahedra.item, spec->tetrahedra.count, sizeof *spec->tetrahedra.item);
    const bool started = copy_start(&spec->start, &copy->start);
    return started && copy->tetrahedra.vertex && copy->tetrahedra.item && copy->pins &&
                   has_all_forces(copy) && copy->stops && copy->point_sets && copy->mesh.vertex &&
                   copy->mesh.face
               ? TRAMA_OK
               : trama_fail_memory(error);
}

/* Faults of the mesh are told as faults of the field `mesh`. */
static trama_status make_mesh(trama_scene *scene, trama_error *error)
{
    trama_error fault;
    const trama_status status = trama_mesh_create(&scene->spec.mesh, &scene->mesh, &fault);
    if (status == TRAMA_BAD_INPUT)
        return trama_fail(error, status, "mesh", "%s %s", fault.path, fault.text);
    if (status == TRAMA_OK)
        scene->vertex_normal = calloc(3 * scene->mesh->nodes, sizeof(double));
    if (!scene->vertex_normal)
        return trama_fail_memory(error);
    trama_mesh_normals(scene->mesh, scene->spec.mesh.vertex, scene->vertex_normal);
    return TRAMA_OK;
}

/* Its nodes take the place of a mesh's vertices, of which triangles need not have all. */
static trama_status make_lattice(trama_scene *scene, trama_error *error)
{
    const size_t nodes = trama_lattice_nodes(&scene->spec.lattice);
    double *vertex = calloc(3 * nodes, sizeof *vertex);
    if (!vertex)
        return trama_fail_memory(error);
    free(scene->spec.mesh.vertex);
    scene->spec.mesh.vertex = vertex;
    scene->spec.mesh.vertex_count = nodes;
    trama_lattice_place(&scene->spec.lattice, vertex);
    return trama_mesh_of_lattice(&scene->spec.lattice, &scene->mesh, error);
}

/* As a lattice's. Faults of a file's tetrahedra were told at its lines. */
static trama_status make_tetrahedra(trama_scene *scene, trama_error *error)
{
    const trama_tetrahedra *body = &scene->spec.tetrahedra;
    double *vertex = copy_items(body->vertex, 3 * body->vertex_count, sizeof *vertex);
    if (!vertex)
        return trama_fail_memory(error);
    free(scene->spec.mesh.vertex);
    scene->spec.mesh.vertex = vertex;
    scene->spec.mesh.vertex_count = body->vertex_count;
    trama_error fault;
    const trama_status status = trama_tetrahedra_boundary(body, &scene->mesh, &fault);
    return status == TRAMA_BAD_INPUT
               ? trama_fail(error, status, "tetrahedra", "%s %s", fault.path, fault.text)
           : status == TRAMA_OK ? TRAMA_OK
                                : trama_fail_memory(error);
}

/* Its nodes and cut squares are a mesh. */
static trama_status make_shell(trama_scene *scene, trama_error *error)
{
    trama_mesh_spec *mesh = &scene->spec.mesh;
    const size_t nodes = trama_shell_nodes(&scene->spec.shell);
    double *vertex = calloc(3 * nodes, sizeof *vertex);
    if (!vertex)
        return trama_fail_memory(error);
    trama_shell_place(&scene->spec.shell, vertex);
    free(mesh->vertex);
    free(mesh->face);
    mesh->vertex = vertex;
    mesh->vertex_count = nodes;
    mesh->face = trama_shell_faces(&scene->spec.shell, &mesh->face_count);
    return mesh->face ? TRAMA_OK : trama_fail_memory(error);
}

trama_status trama_scene_create(const trama_scene_spec *spec, trama_scene **scene,
                                trama_error *error)
{
    *scene = NULL;
    trama_scene *made = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    trama_status status = copy_spec(spec, &made->spec, error);
    if (status == TRAMA_OK)
        status = trama_scene_resolve(&made->spec, error);
    if (status == TRAMA_OK && trama_scene_is_lattice(made))
        status = make_lattice(made, error);
    if (status == TRAMA_OK && trama_scene_tetrahedra(made))
        status = make_tetrahedra(made, error);
    if (status == TRAMA_OK && trama_scene_shell(made))
        status = make_shell(made, error);
    if (status == TRAMA_OK && made->spec.mesh.face_count > 0)
        status = make_mesh(made, error);
    if (status == TRAMA_OK)
        status = trama_scene_check_attachments(made, error);
    if (status != TRAMA_OK) {
        trama_scene_destroy(made);
        return status;
    }
    cross3(made->spec.grid.axis[0], made->spec.grid.axis[1], made->normal);
    *scene = made;
    return TRAMA_OK;
}

void trama_scene_destroy(trama_scene *scene)
{
    if (!scene)
        return;
    for (size_t f = 0; scene->spec.forces && f < scene->spec.force_count; f++)
        free(scene->spec.forces[f].parameters);
    free(scene->spec.pins);
    free(scene->spec.forces);
    free(scene->spec.stops);
    free(scene->spec.point_sets);
    free(scene->spec.mesh.vertex);
    free(scene->spec.mesh.face);
    free(scene->spec.tetrahedra.vertex);
    free(scene->spec.tetrahedra.item);
    free(scene->spec.start.place);
    free(scene->spec.start.velocity);
    free(scene->vertex_normal);
    trama_mesh_destroy(scene->mesh);
    free(scene);
}

const trama_scene_spec *trama_scene_spec_of(const trama_scene *scene)
{
    return &scene->spec;
}

const trama_grid *trama_scene_grid(const trama_scene *scene)
{
    return &scene->spec.grid;
}

const trama_mesh *trama_scene_mesh(const trama_scene *scene)
{
    return scene->mesh;
}

static const trama_motion *motion_of(const trama_scene_spec *spec, const trama_pin *pin)
{
    return pin->point_set > 0 ? &spec->point_sets[pin->point_set - 1].motion : &pin->motion;
}

bool trama_scene_turns(const trama_scene_spec *spec)
{
    bool turns = false;
    for (size_t p = 0; p < spec->pin_count; p++)
        turns |= trama_motion_turns(motion_of(spec, &spec->pins[p]));
    return turns;
}

bool trama_scene_moves(const trama_scene_spec *spec)
{
    bool moves = spec->stop_count > 0;
    for (size_t p = 0; p < spec->pin_count; p++)
        moves |= !trama_motion_is_rest(motion_of(spec, &spec->pins[p]));
    return moves;
}

bool trama_scene_is_grid(const trama_scene *scene)
{
    return !scene->mesh && scene->spec.grid.points[0] > 0;
}

bool trama_scene_is_lattice(const trama_scene *scene)
{
    return scene->spec.lattice.points[0] > 0;
}

const trama_tetrahedra *trama_scene_tetrahedra(const trama_scene *scene)
{
    return scene->spec.tetrahedra.count > 0 ? &scene->spec.tetrahedra : NULL;
}

const trama_shell *trama_scene_shell(const trama_scene *scene)
{
    return scene->spec.shell.points[0] > 0 ? &scene->spec.shell : NULL;
}

double trama_scene_area(const trama_scene *scene)
{
    const double *side = scene->spec.grid.side;
    double area = 0.0;
    if (!scene->mesh)
        return trama_scene_nodes(scene) > 0 ? side[0] * side[1] : 0.0;
    for (size_t t = 0; t < scene->mesh->triangle_count; t++)
        area += trama_mesh_area(scene->mesh, t, scene->spec.mesh.vertex);
    return area;
}

size_t trama_scene_nodes(const trama_scene *scene)
{
    return (size_t)scene->spec.grid.points[0] * (size_t)scene->spec.grid.points[1];
}

double trama_scene_spacing(const trama_scene *scene, int direction)
{
    const trama_grid *grid = &scene->spec.grid;
    assert(grid->points[direction] > 1);
    return grid->side[direction] / (double)(grid->points[direction] - 1);
}

void trama_scene_reference(const trama_scene *scene, double *q)
{
    if (scene->mesh) {
        memcpy(q, scene->spec.mesh.vertex, 3 * scene->mesh->nodes * sizeof *q);
        return;
    }
    const trama_grid *grid = &scene->spec.grid;
    const size_t nodes = trama_scene_nodes(scene);
    size_t node = 0;
    for (long k = 0; k < grid->points[0]; k++) {
        const double along1 = (double)k * trama_scene_spacing(scene, 0);
        for (long l = 0; l < grid->points[1]; l++, node++) {
            const double along2 = (double)l * trama_scene_spacing(scene, 1);
            for (size_t axis = 0; axis < 3; axis++)
                q[axis * nodes + node] = grid->origin[axis] + along1 * grid->axis[0][axis] +
                                         along2 * grid->axis[1][axis];
        }
    }
}

const double *trama_scene_normal(const trama_scene *scene)
{
    return scene->normal;
}

static void perturb(const trama_scene *scene, double *q)
{
    const size_t nodes = trama_scene_nodes(scene);
    trama_random random = {(uint64_t)scene->spec.seed};
    for (size_t node = 0; node < nodes; node++) {
        const double height = scene->spec.perturbation * trama_random_signed(&random);
        for (size_t axis = 0; axis < 3; axis++)
            q[axis * nodes + node] +=
                height *
                (scene->mesh ? scene->vertex_normal[axis * nodes + node] : scene->normal[axis]);
    }
}

/* The wave's factor at node i of a direction. */
static double wave_at(const trama_scene *scene, int direction, long i)
{
    const double pi = 3.14159265358979323846;
    const long half_waves = scene->spec.wave_numbers[direction];
    const double s = (double)i / (double)(scene->spec.grid.points[direction] - 1);
    return half_waves == 0 ? 1.0 : sin(pi * (double)half_waves * s);
}

static void add_wave(const trama_scene *scene, double *q)
{
    const trama_grid *grid = &scene->spec.grid;
    const double *wave = scene->spec.wave;
    const size_t nodes = trama_scene_nodes(scene);
    size_t node = 0;
    for (long k = 0; k < grid->points[0]; k++)
        for (long l = 0; l < grid->points[1]; l++, node++) {
            const double factor = wave_at(scene, 0, k) * wave_at(scene, 1, l);
            for (size_t axis = 0; axis < 3; axis++)
                q[axis * nodes + node] +=
                    factor * (wave[0] * grid->axis[0][axis] + wave[1] * grid->axis[1][axis] +
                              wave[2] * scene->normal[axis]);
        }
}

static bool has_wave(const trama_scene *scene)
{
    const double *wave = scene->spec.wave;
    return wave[0] != 0.0 || wave[1] != 0.0 || wave[2] != 0.0;
}

void trama_scene_initial(const trama_scene *scene, double *q, double *v)
{
    const size_t nodes = trama_scene_nodes(scene);
    const trama_start *start = &scene->spec.start;
    trama_scene_reference(scene, q);
    if (start->place)
        memcpy(q, start->place, 3 * nodes * sizeof *q);
    if (has_wave(scene))
        add_wave(scene, q);
    if (scene->spec.perturbation != 0.0)
        perturb(scene, q);
    for (size_t axis = 0; axis < 3; axis++)
        for (size_t node = 0; node < nodes; node++)
            v[axis * nodes + node] = scene->spec.velocity[axis];
    for (size_t c = 0; start->velocity && c < 3 * nodes; c++)
        v[c] += start->velocity[c];
}
