/* From the entries of `bodies` to bodies: masses, places, and the scene as a whole. */
#include "model/rigid/build.h"

#include "core/numbers.h"
#include "model/rigid/lifetimes.h"
#include "model/rigid/rotation.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double default_density = 1000.0; /* kg/m^3, of water */

trama_status trama_rigid_refuse(const trama_rigid_entry *e, const char *field, const char *format,
                                ...)
{
    char path[sizeof e->error->path], text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(path, sizeof path, "bodies.%.32s%s%.32s", e->name, *field ? "." : "", field);
    return trama_fail(e->error, TRAMA_BAD_INPUT, path, "body '%.32s': %s", e->name, text);
}

/* ---- The mass. */

trama_status trama_rigid_weigh_polyhedron(const trama_rigid_entry *e, const trama_polyhedron *p,
                                          trama_mass *mass)
{
    trama_error fault = {0};
    const trama_status status =
        trama_mass_of_mesh(*p->x, p->corners, *p->triangle, p->triangles, 1.0, mass, &fault);
    return status == TRAMA_NO_MEMORY ? trama_fail_memory(e->error)
           : status == TRAMA_BAD_INPUT
               ? trama_rigid_refuse(e, e->spec->vertices.count > 0 ? "vertices" : "mesh", "%s",
                                    fault.text)
               : status;
}

/* At density 1. */
static trama_status weigh(const trama_rigid_entry *e, const trama_rigid_body *body,
                          trama_mass *mass)
{
    const trama_convex_type *type = body->shape.type;
    assert(type);
    if (body->shape.polyhedron)
        return trama_rigid_weigh_polyhedron(e, body->shape.polyhedron, mass);
    double inertia[3][3], by_rows[9];
    *mass = (trama_mass){.mass = type->volume(&body->shape)};
    type->inertia(&body->shape, inertia);
    memcpy(by_rows, inertia, sizeof by_rows);
    trama_principal_axes(by_rows, mass->moment, mass->axes);
    return TRAMA_OK;
}

static trama_status set_mass(const trama_rigid_entry *e, trama_rigid_body *body, trama_mass *unit)
{
    const trama_rigid_spec *spec = e->spec;
    if (!isnan(spec->density) && !isnan(spec->mass))
        return trama_rigid_refuse(e, "mass",
                                  "mass and density are both given; allowed: one of them");
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
               : trama_rigid_refuse(
                     e, "", "its mass is %g kg, its least moment %g kg m^2; allowed: above 0",
                     body->mass, body->moment[0]);
}

/* ---- Where it is. */

/* Principal axes and centre instead of the shape's frame. */
static trama_status place(const trama_rigid_entry *e, const trama_mass *unit,
                          trama_rigid_body *body)
{
    const trama_rigid_spec *spec = e->spec;
    const quaternion given = quaternion_at(spec->orientation);
    if (!(quaternion_square(given) > 0.0))
        return trama_rigid_refuse(e, "orientation", "the quaternion is zero; allowed: any other");
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
static trama_status make_body(const trama_rigid_entry *e, trama_rigid_kind *kind,
                              trama_rigid_body *body)
{
    const trama_rigid_spec *spec = e->spec;
    trama_mass unit;
    if (spec->motion == TRAMA_RIGID_STATIC && moves(spec))
        return trama_rigid_refuse(e, "motion",
                                  "a static body has a velocity; allowed: kinematic, or none");
    if (!(spec->vanishes > spec->appears))
        return trama_rigid_refuse(e, "vanishes",
                                  "it vanishes at %g s and appears at %g s; allowed: later",
                                  spec->vanishes, spec->appears);
    body->motion = spec->motion;
    body->group = spec->group;
    body->appears = spec->appears;
    body->vanishes = spec->vanishes;
    body->there = trama_rigid_is_due(body, 0.0);
    body->restitution = spec->restitution;
    body->friction = spec->friction;
    body->damping = spec->damping;
    body->angular_damping = spec->angular_damping;
    memcpy(body->force, spec->force, sizeof body->force);
    memcpy(body->torque, spec->torque, sizeof body->torque);
    body->kind = kind;
    trama_status status = trama_rigid_make_shape(e, kind, &body->shape);
    if (status == TRAMA_OK)
        status = set_mass(e, body, &unit);
    if (status == TRAMA_OK)
        status = place(e, &unit, body);
    return status == TRAMA_OK ? make_surface(body, kind, e->error) : status;
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
        const trama_rigid_entry e = {entries->name[i], (const trama_rigid_spec *)entries->item + i,
                                     error};
        snprintf(prefix, sizeof prefix, "bodies.%.32s.", e.name);
        if (trama_fields_check(trama_rigid_body_fields, e.spec, prefix, error) != TRAMA_OK ||
            trama_rigid_check_arrangement(&e) != TRAMA_OK)
            return error->status;
        for (size_t j = 0; j < i; j++)
            if (strcmp(entries->name[j], e.name) == 0)
                return trama_rigid_refuse(&e, "",
                                          "two bodies have this name; allowed: different names");
        *count += trama_rigid_bodies_of(e.spec);
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
        for (size_t axis = 0; axis < 3; axis++) {
            body->position[axis] += parameters->place[axis];
            if (!isfinite(body->position[axis]))
                return trama_fail(error, TRAMA_BAD_INPUT, "bodies",
                                  "body '%s' is at no finite place; allowed: steps and places "
                                  "whose sums are finite",
                                  body->name);
        }
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
        const trama_rigid_entry e = {entries->name[i], (const trama_rigid_spec *)entries->item + i,
                                     error};
        status = make_body(&e, &rigid->kind[i], &rigid->body[made]);
        if (status == TRAMA_OK)
            trama_rigid_arrange(&e, trama_rigid_bodies_of(e.spec), &rigid->body[made]);
        made += trama_rigid_bodies_of(e.spec);
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
