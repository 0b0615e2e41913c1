/* How a system is made and freed. */
#include "system.h"

#include "core/memory.h"
#include "surface/bodies.h"
#include "system_lifetimes.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const trama_field contact_fields[] = {
    {TRAMA_FIELD_AS("sweeps", trama_contact_options, rows.sweeps), .unit = "1", .minimum = 1,
     .maximum = 1e6, .fallback = {1000}, .summary = "over all contact rows at most, in one solve"},
    {TRAMA_FIELD_AS("tolerance", trama_contact_options, rows.tolerance), .unit = "1",
     .minimum = 1e-15, .maximum = 1e-1, .fallback = {1e-10},
     .summary = "of a solve: largest change of a velocity in a sweep over the largest so far"},
    {TRAMA_FIELD_AS("normal_sweeps", trama_contact_options, rows.normal_sweeps), .unit = "1",
     .maximum = 1e6, .later = true,
     .summary = "before these over the normals of rigid bodies, at most, in a solve that knows no "
                "impulse and has no rows of joints or nodes: what presses in a tall pile is found "
                "before friction"},
    {TRAMA_FIELD_OF(trama_contact_options, rounds), .unit = "1", .minimum = 1, .maximum = 1e6,
     .fallback = {100},
     .summary = "of rows and filters in turn at most; past it a step is refused"},
    {TRAMA_FIELD_OF(trama_contact_options, halvings), .unit = "1", .maximum = 30, .fallback = {10},
     .summary = "of a refused step at most; past it the run is unstable"},
};
const trama_fields trama_contact_fields = TRAMA_FIELDS(contact_fields, trama_contact_options);

/* ---- Objects. */

static trama_status check_lattice(const trama_model_type *type, const trama_scene *scene,
                                  trama_error *error)
{
    if (type->lattice && !trama_scene_is_lattice(scene))
        return trama_fail(error, TRAMA_BAD_INPUT, "lattice",
                          "the model %s needs a scene with a lattice, and the scene has none",
                          type->name);
    if (!type->lattice && trama_scene_is_lattice(scene))
        return trama_fail(error, TRAMA_BAD_INPUT, "lattice",
                          "the model %s takes no lattice, and the scene has one", type->name);
    return TRAMA_OK;
}

static trama_status check_tetrahedra(const trama_model_type *type, const trama_scene *scene,
                                     trama_error *error)
{
    const bool any = trama_scene_tetrahedra(scene) != NULL;
    const char *name = any && trama_scene_spec_of(scene)->body.cells == 0 ? "tetrahedra" : "body";
    if (type->tetrahedral && !any)
        return trama_fail(error, TRAMA_BAD_INPUT, name,
                          "the model %s needs a scene with a body or tetrahedra, and the scene has "
                          "none",
                          type->name);
    if (!type->tetrahedral && any)
        return trama_fail(error, TRAMA_BAD_INPUT, name,
                          "the model %s takes no tetrahedra, and the scene has some", type->name);
    return TRAMA_OK;
}

/* The models that take it, by name. */
static trama_status refuse_air(const trama_model_type *type, trama_error *error)
{
    char allowed[200] = "";
    for (size_t m = 0; m < trama_model_count(); m++) {
        const size_t length = strlen(allowed);
        if (trama_model_at(m)->air != TRAMA_AIR_NONE)
            snprintf(allowed + length, sizeof allowed - length, "%s%s", length > 0 ? ", " : "",
                     trama_model_at(m)->name);
    }
    return trama_fail(error, TRAMA_BAD_INPUT, "air_damping",
                      "air_damping acts on the area of a cloth, and the model %s is none; allowed: "
                      "%s",
                      type->name, allowed);
}

/* A pointwise model moves the nodes of a scene; any other has no use for them. */
static trama_status check_match(const trama_model_type *type, const trama_scene *scene,
                                trama_error *error)
{
    const char *nodes = trama_scene_mesh(scene) ? "mesh" : "grid";
    const bool any = trama_scene_nodes(scene) > 0;
    if (check_lattice(type, scene, error) != TRAMA_OK ||
        check_tetrahedra(type, scene, error) != TRAMA_OK)
        return error->status;
    if (type->rectangular && trama_scene_shell(scene) && !type->shells)
        return trama_fail(error, TRAMA_BAD_INPUT, "shell",
                          "the model %s needs a rectangular grid, and the scene has a shell",
                          type->name);
    if (type->rectangular && trama_scene_mesh(scene) && !trama_scene_shell(scene))
        return trama_fail(error, TRAMA_BAD_INPUT, "mesh",
                          "the model %s needs a rectangular grid, and the scene has a mesh",
                          type->name);
    if (type->pointwise && !any)
        return trama_fail(error, TRAMA_BAD_INPUT, "grid",
                          "the model %s needs a scene with a grid, and the scene has none",
                          type->name);
    if (!type->pointwise && any)
        return trama_fail(error, TRAMA_BAD_INPUT, nodes,
                          "the model %s takes no %s, and the scene has one", type->name, nodes);
    if (!type->inverse_measure && trama_scene_spec_of(scene)->force_count > 0)
        return trama_fail(error, TRAMA_BAD_INPUT, "forces",
                          "the model %s takes no forces on nodes: it does not say what measure of "
                          "load they are given in",
                          type->name);
    if (type->air == TRAMA_AIR_NONE && trama_scene_spec_of(scene)->air_damping != 0.0)
        return refuse_air(type, error);
    return TRAMA_OK;
}

static trama_status build_object(const trama_object_spec *spec, trama_object *object,
                                 trama_error *error)
{
    const trama_model_type *type = spec->type;
    object->name = spec->name ? spec->name : "";
    object->type = type;
    object->scene = spec->scene;
    trama_status status = check_match(type, spec->scene, error);
    if (status == TRAMA_OK)
        status = trama_fields_check(type->parameters, spec->parameters, "", error);
    if (status == TRAMA_OK)
        status = type->create(spec->parameters, spec->scene, &object->model, error);
    if (status != TRAMA_OK)
        return status;
    type->dimensions(object->model, &object->nq, &object->nv);
    assert(object->nq == object->nv || (type->drift && type->rates && type->difference));
    assert(!type->pointwise || object->nq == 3 * trama_scene_nodes(spec->scene));
    return trama_activity_create(spec->scene, &object->activity, error);
}

/* Puts "KIND.NAME.REST." before the error's path. */
static trama_status place_error(const char *kind, const char *name, const char *rest,
                                trama_error *error)
{
    char path[sizeof error->path];
    if (!*name)
        return error->status;
    snprintf(path, sizeof path, "%s.%.32s%s%s%.40s", kind, name, rest, *error->path ? "." : "",
             error->path);
    memcpy(error->path, path, sizeof path);
    return error->status;
}

static trama_status build_objects(const trama_system_spec *spec, trama_system *system,
                                  trama_error *error)
{
    system->object = calloc(spec->object_count + 1, sizeof *system->object);
    if (!system->object)
        return trama_fail_memory(error);
    system->plain = true;
    for (size_t o = 0; o < spec->object_count; o++) {
        trama_object *object = &system->object[system->object_count++];
        if (build_object(&spec->object[o], object, error) != TRAMA_OK)
            return place_error("objects", object->name, ".model", error);
        object->q_begin = trama_padded(system->nq);
        object->v_begin = trama_padded(system->nv);
        if (object->nq > 0) {
            system->nq = object->q_begin + object->nq;
            system->nv = object->v_begin + object->nv;
        }
        system->plain = system->plain && !object->type->drift && !object->type->rates;
    }
    return TRAMA_OK;
}

/* ---- The state. */

static bool corrects(const trama_system *system)
{
    bool any = system->acting_count > 0;
    for (size_t o = 0; o < system->object_count; o++)
        any = any || system->object[o].type->post_step || system->object[o].type->limit;
    return any;
}

static bool turns(const trama_system *system)
{
    bool any = false;
    for (size_t o = 0; o < system->object_count; o++)
        any |= trama_scene_turns(trama_scene_spec_of(system->object[o].scene));
    return any;
}

static trama_status allocate(const trama_system_spec *spec, trama_system *system,
                             trama_error *error)
{
    const bool acting = spec->interaction_count > 0;
    system->q = trama_doubles(system->nq);
    system->v = trama_doubles(system->nv);
    system->mass = trama_doubles(system->nv);
    system->held_version = calloc(system->object_count + 1, sizeof *system->held_version);
    system->acting = calloc(spec->interaction_count + 1, sizeof *system->acting);
    if (acting)
        system->force = trama_doubles(system->nv);
    const bool turning = turns(system);
    if (turning) {
        system->seen_q = trama_doubles(system->nq);
        system->seen_v = trama_doubles(system->nv);
    }
    system->acting_count = spec->interaction_count;
    const bool inverse = corrects(system);
    system->acting_count = 0;
    if (inverse)
        system->inverse_mass = trama_doubles(system->nv);
    return system->q && system->v && system->mass && system->held_version && system->acting &&
                   (system->force || !acting) && (system->inverse_mass || !inverse) &&
                   ((system->seen_q && system->seen_v) || !turning)
               ? TRAMA_OK
               : trama_fail_memory(error);
}

/* A node's share of the rest area is its share of the mass, so all of them lose velocity at one
 * rate, 1/s. */
static double air_rate(const trama_system *system, const trama_object *object)
{
    double mass = 0.0;
    for (size_t i = 0; i < object->nv / 3; i++)
        mass += system->mass[object->v_begin + i];
    return trama_scene_spec_of(object->scene)->air_damping * trama_scene_area(object->scene) / mass;
}

static void fill_masses(trama_system *system)
{
    for (size_t i = 0; i < system->nv; i++)
        system->mass[i] = 1.0;
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        if (object->type->masses)
            object->type->masses(object->model, system->mass + object->v_begin);
        trama_activity_weigh(object->activity, system->mass + object->v_begin);
        trama_activity_breathe(object->activity, object->type->air == TRAMA_AIR_PER_AREA,
                               air_rate(system, object));
    }
}

/* ---- Interactions. */

static trama_status build_surfaces(trama_system *system, trama_error *error)
{
    for (size_t o = 0; o < system->object_count; o++) {
        trama_object *object = &system->object[o];
        if (trama_surface_create(object->name, object->type, object->model, object->scene,
                                 object->q_begin, object->v_begin, system->mass, &object->surface,
                                 error) != TRAMA_OK)
            return place_error("objects", object->name, ".model", error);
    }
    return TRAMA_OK;
}

static trama_status build_acting(const trama_interaction_spec *spec, trama_system *system,
                                 trama_error *error)
{
    const trama_surface *among[TRAMA_AMONG_MAX];
    trama_acting *acting = &system->acting[system->acting_count++];
    *acting = (trama_acting){.name = spec->name, .type = spec->type};
    if (spec->count < spec->type->least || spec->count > spec->type->most)
        return trama_fail(error, TRAMA_BAD_INPUT, "among",
                          "%s acts among %zu to %zu objects, and %zu are given", spec->type->name,
                          spec->type->least, spec->type->most, spec->count);
    for (size_t i = 0; i < spec->count; i++) {
        const trama_object *object = &system->object[spec->among[i]];
        acting->among[acting->count++] = spec->among[i];
        among[i] = &object->surface;
        acting->led |= trama_object_is_led(object) || trama_surface_leads_body(&object->surface);
        if (trama_system_check_lifetimes(spec->type, object, error) != TRAMA_OK)
            return error->status;
    }
    const trama_status status =
        trama_fields_check(spec->type->parameters, spec->parameters, "", error);
    return status == TRAMA_OK
               ? spec->type->create(spec->parameters, among, spec->count, &acting->self, error)
               : status;
}

static trama_status build_interactions(const trama_system_spec *spec, trama_system *system,
                                       trama_error *error)
{
    trama_fields_default(trama_contact_fields, &system->contact);
    if (spec->contact)
        system->contact = *spec->contact;
    if (spec->interaction_count == 0)
        return TRAMA_OK;
    trama_status status = build_surfaces(system, error);
    for (size_t i = 0; i < spec->interaction_count && status == TRAMA_OK; i++)
        if (build_acting(&spec->interaction[i], system, error) != TRAMA_OK)
            status = place_error("interactions", spec->interaction[i].name, "", error);
    return status;
}

static bool acts_among(const trama_acting *acting, size_t object)
{
    bool does = false;
    for (size_t i = 0; i < acting->count; i++)
        does |= acting->among[i] == object;
    return does;
}

static bool contradict(const trama_acting *seam, const trama_acting *contact)
{
    return seam->type->joins && contact->type->keeps_apart && seam->type->joins(seam->self) &&
           acts_among(contact, seam->among[0]) && acts_among(contact, seam->among[1]);
}

/* Surfaces that one interaction sews together, and another keeps apart. */
static trama_status check_seams(const trama_system *system, trama_error *error)
{
    for (size_t i = 0; i < system->acting_count; i++)
        for (size_t k = 0; k < system->acting_count; k++) {
            const trama_acting *seam = &system->acting[i], *contact = &system->acting[k];
            if (!contradict(seam, contact))
                continue;
            trama_fail(error, TRAMA_BAD_INPUT, "among",
                       "'%s' holds points of '%s' and '%s' in one place by rows, and '%s' (%s) "
                       "keeps these surfaces apart; allowed: `kind: force`, from a gap at the "
                       "start",
                       seam->name, system->object[seam->among[0]].name,
                       system->object[seam->among[1]].name, contact->name, contact->type->name);
            return place_error("interactions", seam->name, "", error);
        }
    return TRAMA_OK;
}

/* What can only be seen of the initial state: an object within an obstacle, ends that are apart. */
static trama_status check_start(trama_system *system, trama_error *error)
{
    const trama_moment start = {system->t, system->q, system->v};
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_acting *acting = &system->acting[i];
        if (acting->type->check && acting->type->check(acting->self, &start, error) != TRAMA_OK)
            return place_error("interactions", acting->name, "", error);
    }
    return TRAMA_OK;
}

static const double least_speed = 1e-6; /* m/s: less is rounding */

/* What a rigid row without bounds asks of what can move: sum of j u = -rate, by the components that
 * are not held, in order of their index; the others move at `rate` in all. */
typedef struct demand {
    size_t count, index[TRAMA_ROW_MAX];
    double j[TRAMA_ROW_MAX], gap, rate; /* m, m/s */
} demand;

static bool is_rigid(const trama_row *row)
{
    return row->compliance == 0.0 && row->friction == 0.0 && isinf(row->low) && isinf(row->high);
}

/* v: what is held has its velocity. */
static demand demand_of(const trama_system *system, const trama_row *row, const double *v)
{
    demand d = {.gap = row->gap, .rate = row->prescribed};
    for (size_t i = 0; i < row->count; i++) {
        if (system->inverse_mass[row->index[i]] == 0.0) {
            d.rate += row->j[i] * v[row->index[i]];
            continue;
        }
        size_t at = d.count++;
        for (; at > 0 && d.index[at - 1] > row->index[i]; at--) {
            d.index[at] = d.index[at - 1];
            d.j[at] = d.j[at - 1];
        }
        d.index[at] = row->index[i];
        d.j[at] = row->j[i];
    }
    return d;
}

/* 1 if both ask the same components in the same way, -1 if the opposite way, else 0. */
static double sense_of(const demand *a, const demand *b)
{
    if (a->count != b->count || memcmp(a->index, b->index, a->count * sizeof *a->index) != 0)
        return 0.0;
    const double sense = a->count == 0 || a->j[0] == b->j[0] ? 1.0 : -1.0;
    for (size_t i = 0; i < a->count; i++)
        if (a->j[i] != sense * b->j[i])
            return 0.0;
    return sense;
}

static trama_status refuse_row(const trama_system *system, const trama_row *row, const char *how,
                               double apart, double faster, const char *allowed, trama_error *error)
{
    const char *name = system->acting[row->owner].name;
    trama_fail(error, TRAMA_BAD_INPUT, "among",
               "'%s' holds a point that %s: at the start they are %.3g m and %.3g m/s apart; "
               "allowed: %s",
               name, how, apart, faster, allowed);
    return place_error("interactions", name, "", error);
}

/* Ends of which neither can move have to be in one place, and stay there. */
static trama_status check_alone(const trama_system *system, const trama_row *row, const demand *d,
                                trama_error *error)
{
    if (d->count > 0 || (fabs(d->gap) < 1e-6 && fabs(d->rate) < least_speed))
        return TRAMA_OK;
    return refuse_row(system, row, "is held at both ends, by pins or as an obstacle's",
                      fabs(d->gap), fabs(d->rate), "one end that can move, or one place", error);
}

/* The same point cannot be in two places, or move at two velocities. */
static trama_status check_pair(const trama_system *system, const trama_row *row, const demand *d,
                               const trama_row *other, const demand *o, trama_error *error)
{
    char how[96];
    const double sense = sense_of(d, o);
    const double apart = fabs(d->gap - sense * o->gap), faster = fabs(d->rate - sense * o->rate);
    if (d->count == 0 || sense == 0.0 || (apart < 1e-9 && faster < least_speed))
        return TRAMA_OK;
    snprintf(how, sizeof how, "'%.60s' holds elsewhere", system->acting[other->owner].name);
    return refuse_row(system, row, how, apart, faster, "one place", error);
}

static trama_status check_rows(const trama_system *system, const trama_rows *rows, const double *v,
                               trama_error *error)
{
    demand *d = calloc(rows->count + 1, sizeof *d);
    trama_status status = d ? TRAMA_OK : trama_fail_memory(error);
    for (size_t r = 0; r < rows->count && status == TRAMA_OK; r++) {
        const trama_row *row = &rows->row[r];
        if (!is_rigid(row))
            continue;
        d[r] = demand_of(system, row, v);
        status = check_alone(system, row, &d[r], error);
        for (size_t s = 0; s < r && status == TRAMA_OK; s++)
            if (is_rigid(&rows->row[s]))
                status = check_pair(system, row, &d[r], &rows->row[s], &d[s], error);
    }
    free(d);
    return status;
}

/* Checks the rows as they are at the start. It does not see contradictions that come later, or that
 * several rows make together. */
static trama_status check_contradictions(const trama_system *system, trama_error *error)
{
    const double h = 1e-8; /* s: a chord of a rotation is its velocity, to least_speed */
    const trama_step_view view = {.stage = TRAMA_MOVE,
                                  .h = h,
                                  .before = {system->t, system->q, system->v},
                                  .q = system->q,
                                  .u = system->v,
                                  .v = system->v,
                                  .inverse_mass = system->inverse_mass};
    trama_rows rows = {0};
    if (!system->inverse_mass)
        return TRAMA_OK;
    double *v = malloc(system->nv * sizeof *v);
    if (!v)
        return trama_fail_memory(error);
    memcpy(v, system->v, system->nv * sizeof *v);
    trama_system_hold(system, v);
    trama_rows_begin(&rows, TRAMA_MOVE, h, system->inverse_mass);
    for (size_t i = 0; i < system->acting_count; i++) {
        rows.owner = i;
        if (system->acting[i].type->rows)
            system->acting[i].type->rows(system->acting[i].self, &view, &rows);
    }
    const trama_status status =
        rows.no_memory ? trama_fail_memory(error) : check_rows(system, &rows, v, error);
    trama_rows_free(&rows);
    free(v);
    return status;
}

/* ---- Making. */

static trama_status refuse_stillness(const trama_system *system, trama_error *error)
{
    const char *name = system->object_count > 0 ? system->object[0].type->name : "";
    return trama_fail(error, TRAMA_BAD_INPUT, "",
                      "nothing moves by itself: %s is an obstacle; allowed: beside an object that "
                      "has coordinates",
                      *name ? name : "no object");
}

trama_status trama_system_build(const trama_system_spec *spec, trama_system **system,
                                trama_error *error)
{
    *system = NULL;
    trama_system *made = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    trama_status status = build_objects(spec, made, error);
    if (status == TRAMA_OK && made->nq == 0)
        status = refuse_stillness(made, error);
    if (status == TRAMA_OK)
        status = allocate(spec, made, error);
    if (status == TRAMA_OK) {
        fill_masses(made);
        status = build_interactions(spec, made, error);
    }
    if (status == TRAMA_OK) {
        trama_system_reset(made);
        status = check_seams(made, error);
    }
    if (status == TRAMA_OK)
        status = check_start(made, error);
    if (status == TRAMA_OK)
        status = check_contradictions(made, error);
    if (status == TRAMA_OK)
        *system = made;
    else
        trama_system_destroy(made);
    return status;
}

trama_status trama_system_create(const trama_model_type *type, const void *parameters,
                                 const trama_scene *scene, trama_system **system,
                                 trama_error *error)
{
    const trama_object_spec only = {"", type, parameters, scene};
    const trama_system_spec spec = {.object_count = 1, .object = &only};
    return trama_system_build(&spec, system, error);
}

void trama_system_destroy(trama_system *system)
{
    if (!system)
        return;
    for (size_t i = 0; system->acting && i < system->acting_count; i++)
        system->acting[i].type->destroy(system->acting[i].self);
    for (size_t o = 0; system->object && o < system->object_count; o++) {
        system->object[o].type->destroy(system->object[o].model);
        trama_activity_destroy(system->object[o].activity);
        trama_surface_free(&system->object[o].surface);
    }
    free(system->object);
    free(system->acting);
    free(system->q);
    free(system->v);
    free(system->mass);
    free(system->inverse_mass);
    free(system->held_version);
    free(system->force);
    free(system->seen_q);
    free(system->seen_v);
    free(system);
}
