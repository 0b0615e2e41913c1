/* From the entries of `bodies` to bodies: shapes, masses, arrangements, and every refusal. */
#include "core/numbers.h"
#include "core/random.h"
#include "model/rigid/rigid.h"
#include "model/rigid/rotation.h"

#include <assert.h>
#include <float.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SINGLE, LINE, PYRAMID, WALL, PILE };

static const char *const shapes[] = {"box",      "wedge", "sphere",     "capsule",
                                     "cylinder", "cone",  "polyhedron", NULL};
static const char *const motions[] = {"free", "static", "kinematic", NULL};
static const char *const arrangements[] = {"single", "line", "pyramid", "wall", "pile", NULL};

static const double default_density = 1000.0; /* kg/m^3, of water */

/* clang-format off */
#define SPEC trama_rigid_spec
static const trama_field table[] = {
    {TRAMA_CHOICE_OF(SPEC, shape, shapes), .required = true, .summary = "what it is"},
    {TRAMA_CHOICE_OF(SPEC, motion, motions), .fallback = {TRAMA_RIGID_FREE},
     .summary = "free; static; kinematic: it keeps its velocities, whatever pushes it"},
    {TRAMA_FIELD_OF(SPEC, side), .unit = "m", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN, TRAMA_NAN, TRAMA_NAN}, .summary = "whole edges of a box or wedge along its x, y, z"},
    {TRAMA_FIELD_OF(SPEC, radius), .unit = "m", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "of a sphere, capsule, cylinder or cone"},
    {TRAMA_FIELD_OF(SPEC, height), .unit = "m", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "of a cylinder or cone, along its z"},
    {TRAMA_FIELD_OF(SPEC, length), .unit = "m", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "of the straight part of a capsule, along its z"},
    {TRAMA_LIST_OF(SPEC, vertices, 3), .unit = "m",
     .summary = "[[x, y, z], ...]: corners of a polyhedron, which is their convex hull"},
    {TRAMA_FIELD_OF(SPEC, density), .unit = "kg/m^3", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "instead of mass; without both, 1000"},
    {TRAMA_FIELD_OF(SPEC, mass), .unit = "kg", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "instead of density"},
    {TRAMA_FIELD_OF(SPEC, restitution), .unit = "1", .maximum = 1.0,
     .summary = "of a pair: the larger of both bodies'"},
    {TRAMA_FIELD_OF(SPEC, friction), .unit = "1", .maximum = DBL_MAX, .fallback = {0.5},
     .summary = "mu of Coulomb's law; of a pair: the root of the product of both"},
    {TRAMA_FIELD_OF(SPEC, damping), .unit = "1/s", .maximum = DBL_MAX,
     .summary = "rate at which the velocity decays"},
    {TRAMA_FIELD_OF(SPEC, angular_damping), .unit = "1/s", .maximum = DBL_MAX,
     .summary = "rate at which the angular velocity decays"},
    {TRAMA_FIELD_OF(SPEC, position), .unit = "m", .summary = "of the origin of its shape"},
    {TRAMA_FIELD_OF(SPEC, orientation), .unit = "1", .fallback = {1, 0, 0, 0},
     .summary = "of its shape: a quaternion w, x, y, z of any length but zero"},
    {TRAMA_FIELD_OF(SPEC, velocity), .unit = "m/s", .summary = "of its centre of mass"},
    {TRAMA_FIELD_OF(SPEC, angular_velocity), .unit = "rad/s",
     .summary = "about axes of the world"},
    {TRAMA_FIELD_OF(SPEC, group), .unit = "1", .maximum = 1e9, .later = true,
     .summary = "bodies of the same group above 0 do not touch each other, such as those that "
                "joints hold together"},
    {TRAMA_CHOICE_OF(SPEC, arrangement, arrangements), .fallback = {SINGLE},
     .summary = "several such bodies: line (also a stack), pyramid, wall, pile"},
    {TRAMA_FIELD_OF(SPEC, count), .unit = "1", .minimum = 1, .maximum = 1e6, .fallback = {1},
     .summary = "bodies of a line or pile, or of the lowest layer of a pyramid or wall"},
    {TRAMA_FIELD_OF(SPEC, layers), .unit = "1", .minimum = 1, .maximum = 1e6, .fallback = {1},
     .summary = "of a wall; every second is shifted by half a step"},
    {TRAMA_FIELD_OF(SPEC, step), .unit = "m",
     .summary = "from one body of a line to the next; of others the step along x, y and z, where y "
                "is upwards"},
    {TRAMA_FIELD_OF(SPEC, jitter), .unit = "m", .maximum = DBL_MAX,
     .summary = "of a pile: how far a body is from its place at most, along each axis"},
    {TRAMA_FIELD_OF(SPEC, seed), .unit = "1", .maximum = 1e9, .fallback = {1},
     .summary = "of a pile's places and orientations"},
};
#undef SPEC
/* clang-format on */
const trama_fields trama_rigid_body_fields = TRAMA_FIELDS(table, trama_rigid_spec);

/* An entry that is being made, and where faults of it are. */
typedef struct entry {
    const char *name;
    const trama_rigid_spec *spec;
    trama_error *error;
} entry;

static trama_status refuse(const entry *e, const char *field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static trama_status refuse(const entry *e, const char *field, const char *format, ...)
{
    char path[sizeof e->error->path], text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(path, sizeof path, "bodies.%.32s%s%.32s", e->name, *field ? "." : "", field);
    return trama_fail(e->error, TRAMA_BAD_INPUT, path, "body '%.32s': %s", e->name, text);
}

/* ---- The shape. */

/* Where the sizes of a kind (shape.h, size_name) stand in an entry, and its key there. */
static const struct {
    const char *size, *key;
    size_t offset;
} sizes[] = {
    {"length_x", "side", offsetof(trama_rigid_spec, side)},
    {"length_y", "side", offsetof(trama_rigid_spec, side) + sizeof(double)},
    {"length_z", "side", offsetof(trama_rigid_spec, side) + 2 * sizeof(double)},
    {"radius", "radius", offsetof(trama_rigid_spec, radius)},
    {"height", "height", offsetof(trama_rigid_spec, height)},
    {"length", "length", offsetof(trama_rigid_spec, length)},
};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static bool has_size(const trama_convex_type *type, const char *size)
{
    for (size_t i = 0; i < type->size_count; i++)
        if (strcmp(type->size_name[i], size) == 0)
            return true;
    return false;
}

static double size_of(const trama_rigid_spec *spec, const char *size)
{
    for (size_t i = 0; i < SIZES; i++)
        if (strcmp(sizes[i].size, size) == 0)
            return *(const double *)((const char *)spec + sizes[i].offset);
    return TRAMA_NAN;
}

/* What is given must be of the kind, and what the kind has must be given. */
static trama_status check_sizes(const entry *e, const trama_convex_type *type)
{
    for (size_t i = 0; i < SIZES; i++) {
        const bool given = !isnan(size_of(e->spec, sizes[i].size));
        const bool wanted = has_size(type, sizes[i].size);
        if (given && !wanted)
            return refuse(e, sizes[i].key, "a %s has no %s; allowed: leave it out", type->name,
                          sizes[i].key);
        if (wanted && !given)
            return refuse(e, "", "a %s needs %s; allowed: above 0 m", type->name, sizes[i].key);
    }
    if (type->size_count > 0 && e->spec->vertices.count > 0)
        return refuse(e, "vertices", "a %s has no vertices; allowed: of a polyhedron", type->name);
    if (type->size_count > 0 && e->spec->mesh.face_count > 0)
        return refuse(e, "mesh", "a %s has no mesh; allowed: of a polyhedron", type->name);
    return TRAMA_OK;
}

/* A mesh as polyhedra take it, about the mean of its vertices, which is inside if it is convex. */
static trama_status polyhedron_of(const trama_mesh_spec *mesh, double origin[3],
                                  trama_polyhedron *polyhedron, trama_error *error)
{
    const size_t n = mesh->vertex_count;
    double *x = calloc(3 * n + 1, sizeof *x);
    uint32_t *corner = calloc(3 * mesh->face_count + 1, sizeof *corner);
    trama_status status = x && corner ? TRAMA_OK : trama_fail_memory(error);
    for (size_t axis = 0; axis < 3 && status == TRAMA_OK; axis++) {
        const double *along = mesh->vertex + axis * n;
        double sum = 0.0;
        for (size_t i = 0; i < n; i++)
            sum += (along[i] - along[0]) / (double)n;
        origin[axis] = along[0] + sum;
        for (size_t i = 0; i < n; i++)
            x[3 * i + axis] = along[i] - origin[axis];
    }
    for (size_t i = 0; i < 3 * mesh->face_count && status == TRAMA_OK; i++)
        corner[i] = (uint32_t)mesh->face[i / 3].node[i % 3];
    if (status == TRAMA_OK)
        status = trama_polyhedron_of_mesh(polyhedron, x, n, corner, mesh->face_count, error);
    free(corner);
    free(x);
    return status;
}

/* From a file: closed and convex, or what is wrong with it. */
static trama_status make_from_mesh(const entry *e, trama_rigid_kind *kind)
{
    trama_error fault = {0};
    const trama_status status =
        polyhedron_of(&e->spec->mesh, kind->origin, &kind->polyhedron, &fault);
    return status == TRAMA_NO_MEMORY   ? trama_fail_memory(e->error)
           : status == TRAMA_BAD_INPUT ? refuse(e, "mesh", "%s: %s", fault.path, fault.text)
                                       : status;
}

static trama_status make_polyhedron(const entry *e, trama_rigid_kind *kind)
{
    trama_error fault = {0};
    size_t inside = 0;
    const trama_reals *vertices = &e->spec->vertices;
    trama_polyhedron *polyhedron = &kind->polyhedron;
    if (e->spec->mesh.face_count > 0 && vertices->count > 0)
        return refuse(e, "vertices", "vertices and a mesh are both given; allowed: one of them");
    if (e->spec->mesh.face_count > 0)
        return make_from_mesh(e, kind);
    if (vertices->count == 0)
        return refuse(
            e, "",
            "a polyhedron needs vertices, [[x, y, z], ...], at least 4; or a mesh, {file: "
            "stone.obj}");
    const trama_status status = trama_polyhedron_of_points(polyhedron, vertices->value,
                                                           vertices->count / 3, &inside, &fault);
    if (status == TRAMA_NO_MEMORY)
        return trama_fail_memory(e->error);
    if (status != TRAMA_OK)
        return refuse(e, "vertices", "%s", fault.text);
    if (inside > 0)
        return refuse(e, "vertices",
                      "%zu of the %zu vertices are no corner of their convex hull; allowed: "
                      "corners alone",
                      inside, vertices->count / 3);
    return TRAMA_OK;
}

static trama_status make_shape(const entry *e, trama_rigid_kind *kind, trama_convex *shape)
{
    const trama_convex_type *type = trama_convex_find(shapes[e->spec->shape]);
    double size[TRAMA_CONVEX_SIZES];
    trama_error fault = {0};
    if (check_sizes(e, type) != TRAMA_OK)
        return e->error->status;
    if (type->size_count == 0) {
        if (make_polyhedron(e, kind) != TRAMA_OK)
            return e->error->status;
        *shape = trama_convex_of_polyhedron(&kind->polyhedron);
        return TRAMA_OK;
    }
    for (size_t i = 0; i < type->size_count; i++)
        size[i] = size_of(e->spec, type->size_name[i]);
    return trama_convex_make(shape, type, size, &fault) == TRAMA_OK
               ? TRAMA_OK
               : refuse(e, "", "%s", fault.text);
}

/* ---- The mass. */

/* At density 1. */
static trama_status weigh(const entry *e, const trama_rigid_body *body, trama_mass *mass)
{
    const trama_convex_type *type = body->shape.type;
    assert(type);
    const trama_polyhedron *p = body->shape.polyhedron;
    if (p) {
        trama_error fault = {0};
        const trama_status status =
            trama_mass_of_mesh(*p->x, p->corners, *p->triangle, p->triangles, 1.0, mass, &fault);
        return status == TRAMA_BAD_INPUT ? refuse(e, "vertices", "%s", fault.text) : status;
    }
    double inertia[3][3], by_rows[9];
    *mass = (trama_mass){.mass = type->volume(&body->shape)};
    type->inertia(&body->shape, inertia);
    memcpy(by_rows, inertia, sizeof by_rows);
    trama_principal_axes(by_rows, mass->moment, mass->axes);
    return TRAMA_OK;
}

static trama_status set_mass(const entry *e, trama_rigid_body *body, trama_mass *unit)
{
    const trama_rigid_spec *spec = e->spec;
    if (!isnan(spec->density) && !isnan(spec->mass))
        return refuse(e, "mass", "mass and density are both given; allowed: one of them");
    if (weigh(e, body, unit) != TRAMA_OK)
        return e->error->status;
    const double density = !isnan(spec->mass)      ? spec->mass / unit->mass
                           : !isnan(spec->density) ? spec->density
                                                   : default_density;
    body->mass = !isnan(spec->mass) ? spec->mass : density * unit->mass;
    for (size_t i = 0; i < 3; i++)
        body->moment[i] = density * unit->moment[i];
    return body->mass > 0.0 && body->moment[0] > 0.0 && isfinite(body->mass)
               ? TRAMA_OK
               : refuse(e, "", "its mass is %g kg, its least moment %g kg m^2; allowed: above 0",
                        body->mass, body->moment[0]);
}

/* ---- Where it is. */

/* Principal axes and centre instead of the shape's frame. */
static trama_status place(const entry *e, const trama_mass *unit, trama_rigid_body *body)
{
    const trama_rigid_spec *spec = e->spec;
    const quaternion given = quaternion_at(spec->orientation);
    if (!(quaternion_square(given) > 0.0))
        return refuse(e, "orientation", "the quaternion is zero; allowed: any other");
    trama_pose in_world, axes = {{0}, {{0}}};
    memcpy(in_world.x, spec->position, sizeof in_world.x);
    memcpy(axes.axes, unit->axes, sizeof axes.axes);
    const quaternion shape = quaternion_unit(given);
    quaternion_turn(shape, &in_world);
    const vec centre = {unit->centre[0], unit->centre[1], unit->centre[2]};
    const double *origin = body->kind->origin;
    const vec at = placed(&in_world, plus(centre, (vec){origin[0], origin[1], origin[2]})),
              back = turned_back(&axes, centre);
    quaternion_put(quaternion_product(shape, quaternion_of_pose(&axes)), body->orientation);
    body->position[0] = at.x;
    body->position[1] = at.y;
    body->position[2] = at.z;
    body->in_axes.x[0] = -back.x;
    body->in_axes.x[1] = -back.y;
    body->in_axes.x[2] = -back.z;
    for (size_t r = 0; r < 3; r++)
        for (size_t c = 0; c < 3; c++)
            body->in_axes.axes[r][c] = axes.axes[c][r];
    memcpy(body->velocity, spec->velocity, sizeof body->velocity);
    memcpy(body->spin, spec->angular_velocity, sizeof body->spin);
    return TRAMA_OK;
}

static bool moves(const trama_rigid_spec *spec)
{
    for (size_t i = 0; i < 3; i++)
        if (spec->velocity[i] != 0.0 || spec->angular_velocity[i] != 0.0)
            return true;
    return false;
}

enum { SEGMENTS = 16 }; /* of a full turn, of round shapes as they are drawn */

/* The surface, in principal axes. */
static trama_status make_surface(const trama_rigid_body *body, trama_rigid_kind *kind,
                                 trama_error *error)
{
    const trama_convex_type *type = body->shape.type;
    assert(type);
    const trama_convex_outline size = type->outline_size(&body->shape, SEGMENTS);
    kind->points = size.vertices;
    kind->triangles = size.triangles;
    kind->point = calloc(size.vertices + 1, sizeof *kind->point);
    kind->triangle = calloc(size.triangles + 1, sizeof *kind->triangle);
    if (!kind->point || !kind->triangle)
        return trama_fail_memory(error);
    type->outline(&body->shape, SEGMENTS, kind->point, kind->triangle);
    for (size_t i = 0; i < kind->points; i++) {
        double *x = kind->point[i];
        const vec at = placed(&body->in_axes, (vec){x[0], x[1], x[2]});
        x[0] = at.x;
        x[1] = at.y;
        x[2] = at.z;
    }
    return TRAMA_OK;
}

/* One body of the entry, before it is arranged. */
static trama_status make_body(const entry *e, trama_rigid_kind *kind, trama_rigid_body *body)
{
    const trama_rigid_spec *spec = e->spec;
    trama_mass unit;
    if (spec->motion == TRAMA_RIGID_STATIC && moves(spec))
        return refuse(e, "motion", "a static body has a velocity; allowed: kinematic, or none");
    body->motion = spec->motion;
    body->group = spec->group;
    body->restitution = spec->restitution;
    body->friction = spec->friction;
    body->damping = spec->damping;
    body->angular_damping = spec->angular_damping;
    body->kind = kind;
    trama_status status = make_shape(e, kind, &body->shape);
    if (status == TRAMA_OK)
        status = set_mass(e, body, &unit);
    if (status == TRAMA_OK)
        status = place(e, &unit, body);
    return status == TRAMA_OK ? make_surface(body, kind, e->error) : status;
}

/* ---- Arrangements. */

static size_t bodies_of(const trama_rigid_spec *spec)
{
    const size_t count = (size_t)spec->count;
    return spec->arrangement == SINGLE    ? 1
           : spec->arrangement == PYRAMID ? count * (count + 1) / 2
           : spec->arrangement == WALL    ? count * (size_t)spec->layers
                                          : count;
}

/* Steps along x, y, z of body `i`. */
static void line(const trama_rigid_spec *spec, size_t i, double steps[3])
{
    (void)spec;
    steps[0] = steps[1] = steps[2] = (double)i;
}
static void pyramid(const trama_rigid_spec *spec, size_t i, double steps[3])
{
    size_t layer = 0, wide = (size_t)spec->count;
    for (; i >= wide; wide--, layer++)
        i -= wide;
    steps[0] = (double)i + 0.5 * (double)layer;
    steps[1] = (double)layer;
    steps[2] = 0.0;
}
static void wall(const trama_rigid_spec *spec, size_t i, double steps[3])
{
    const size_t layer = i / (size_t)spec->count;
    steps[0] = (double)(i % (size_t)spec->count) + (layer % 2 ? 0.5 : 0.0);
    steps[1] = (double)layer;
    steps[2] = 0.0;
}
/* A lattice as wide as it is high, or nearly. */
static void pile(const trama_rigid_spec *spec, size_t i, double steps[3])
{
    size_t wide = 1;
    while (wide * wide * wide < (size_t)spec->count)
        wide++;
    const size_t layer = i / (wide * wide);
    steps[0] = (double)(i % wide);
    steps[2] = (double)(i / wide % wide);
    steps[1] = (double)layer;
}

static void (*const arrange[])(const trama_rigid_spec *spec, size_t i, double steps[3]) = {
    [LINE] = line, [PYRAMID] = pyramid, [WALL] = wall, [PILE] = pile};

/* A random rotation: a random point of the sphere of unit quaternions. */
static quaternion random_rotation(trama_random *random)
{
    quaternion q;
    do {
        q.w = trama_random_signed(random);
        q.v.x = trama_random_signed(random);
        q.v.y = trama_random_signed(random);
        q.v.z = trama_random_signed(random);
    } while (!(quaternion_square(q) <= 1.0 && quaternion_square(q) > 1e-4));
    return quaternion_unit(q);
}

/* Turns the body about the origin of its shape. */
static void tumble(const trama_rigid_spec *spec, trama_random *random, trama_rigid_body *body)
{
    trama_pose pose;
    const double *x = body->position, *origin = spec->position;
    const quaternion turn = random_rotation(random);
    memcpy(pose.x, origin, sizeof pose.x);
    quaternion_turn(turn, &pose);
    const vec moved = placed(&pose, (vec){x[0] - origin[0], x[1] - origin[1], x[2] - origin[2]});
    body->position[0] = moved.x;
    body->position[1] = moved.y;
    body->position[2] = moved.z;
    quaternion_put(quaternion_product(turn, quaternion_at(body->orientation)), body->orientation);
    for (size_t axis = 0; axis < 3; axis++)
        body->position[axis] += spec->jitter * trama_random_signed(random);
}

static void arrange_bodies(const entry *e, size_t count, trama_rigid_body *body)
{
    const trama_rigid_spec *spec = e->spec;
    trama_random random = {(uint64_t)spec->seed};
    for (size_t i = 1; i < count; i++)
        body[i] = body[0];
    snprintf(body[0].name, sizeof body[0].name, "%.32s", e->name);
    for (size_t i = 0; i < count && spec->arrangement != SINGLE; i++) {
        double steps[3];
        arrange[spec->arrangement](spec, i, steps);
        if (spec->arrangement == PILE)
            tumble(spec, &random, &body[i]);
        for (size_t axis = 0; axis < 3; axis++)
            body[i].position[axis] += steps[axis] * spec->step[axis];
        snprintf(body[i].name, sizeof body[i].name, "%.32s[%zu]", e->name, i);
    }
}

static trama_status check_arrangement(const entry *e)
{
    const trama_rigid_spec *spec = e->spec;
    if (spec->arrangement == SINGLE && spec->count != 1)
        return refuse(e, "count",
                      "%ld bodies in one place; allowed: 1, or an arrangement: line, "
                      "pyramid, wall, pile",
                      spec->count);
    if (spec->arrangement != WALL && spec->layers != 1)
        return refuse(e, "layers", "layers of what is no wall; allowed: 1");
    if (spec->arrangement != PILE && spec->jitter != 0.0)
        return refuse(e, "jitter", "jitter of what is no pile; allowed: 0 m");
    return TRAMA_OK;
}

/* ---- All. */

static trama_status count_bodies(const trama_entries *entries, size_t *count, trama_error *error)
{
    char prefix[96];
    *count = 0;
    if (entries->count == 0)
        return trama_fail(error, TRAMA_BAD_INPUT, "bodies",
                          "no bodies; allowed: `bodies: {NAME: {shape: box, side: [1, 1, 1]}}`");
    for (size_t i = 0; i < entries->count; i++) {
        const entry e = {entries->name[i], (const trama_rigid_spec *)entries->item + i, error};
        snprintf(prefix, sizeof prefix, "bodies.%.32s.", e.name);
        if (trama_fields_check(trama_rigid_body_fields, e.spec, prefix, error) != TRAMA_OK ||
            check_arrangement(&e) != TRAMA_OK)
            return error->status;
        for (size_t j = 0; j < i; j++)
            if (strcmp(entries->name[j], e.name) == 0)
                return refuse(&e, "", "two bodies have this name; allowed: different names");
        *count += bodies_of(e.spec);
    }
    return TRAMA_OK;
}

/* ---- The scene as a whole. */

static void turn_vector(const trama_pose *by, double v[3])
{
    const vec turned_by = turned(by, (vec){v[0], v[1], v[2]});
    v[0] = turned_by.x;
    v[1] = turned_by.y;
    v[2] = turned_by.z;
}

/* Puts all bodies together somewhere else. Without a turn or a place no bit changes. */
static trama_status place_scene(const trama_rigid_parameters *parameters, trama_rigid *rigid,
                                trama_error *error)
{
    const quaternion given = quaternion_at(parameters->turn);
    const bool turns = given.w != 1.0 || dot(given.v, given.v) != 0.0;
    if (!(quaternion_square(given) > 0.0))
        return trama_fail(error, TRAMA_BAD_INPUT, "turn",
                          "the quaternion is zero; allowed: any other");
    const quaternion turn = quaternion_unit(given);
    quaternion_turn(turn, &rigid->scene);
    memcpy(rigid->scene.x, parameters->place, sizeof rigid->scene.x);
    for (size_t i = 0; i < rigid->count; i++) {
        trama_rigid_body *body = &rigid->body[i];
        if (turns) {
            turn_vector(&rigid->scene, body->position);
            turn_vector(&rigid->scene, body->velocity);
            turn_vector(&rigid->scene, body->spin);
            quaternion_put(quaternion_product(turn, quaternion_at(body->orientation)),
                           body->orientation);
        }
        for (size_t axis = 0; axis < 3; axis++)
            body->position[axis] += parameters->place[axis];
    }
    return TRAMA_OK;
}

static void number_free(trama_rigid *rigid)
{
    for (size_t i = 0; i < rigid->count; i++)
        if (rigid->body[i].motion == TRAMA_RIGID_FREE)
            rigid->body[i].index = rigid->free++;
}

trama_status trama_rigid_make(const trama_rigid_parameters *parameters, trama_rigid *rigid,
                              trama_error *error)
{
    const trama_entries *entries = &parameters->bodies;
    size_t count, made = 0;
    trama_status status = count_bodies(entries, &count, error);
    *rigid = (trama_rigid){.variant = parameters->variant};
    if (status != TRAMA_OK)
        return status;
    rigid->body = calloc(count + 1, sizeof *rigid->body);
    rigid->kind = calloc(entries->count + 1, sizeof *rigid->kind);
    rigid->count = count;
    rigid->kinds = rigid->kind ? entries->count : 0;
    if (!rigid->body || !rigid->kind)
        status = trama_fail_memory(error);
    for (size_t i = 0; i < entries->count && status == TRAMA_OK; i++) {
        const entry e = {entries->name[i], (const trama_rigid_spec *)entries->item + i, error};
        status = make_body(&e, &rigid->kind[i], &rigid->body[made]);
        if (status == TRAMA_OK)
            arrange_bodies(&e, bodies_of(e.spec), &rigid->body[made]);
        made += bodies_of(e.spec);
    }
    if (status == TRAMA_OK)
        status = place_scene(parameters, rigid, error);
    if (status == TRAMA_OK)
        number_free(rigid);
    else
        trama_rigid_free_bodies(rigid);
    return status;
}

void trama_rigid_free_bodies(trama_rigid *rigid)
{
    for (size_t i = 0; i < rigid->kinds; i++) {
        trama_polyhedron_free(&rigid->kind[i].polyhedron);
        free(rigid->kind[i].point);
        free(rigid->kind[i].triangle);
    }
    free(rigid->kind);
    free(rigid->body);
    *rigid = (trama_rigid){0};
}
