#include "integrator/elemental_contact.h"

#include "integrator/step.h"

#include <math.h>
#include <stdlib.h>

/* ---- A sweep. */

static vec by_axis(vec a, vec b)
{
    return (vec){a.x * b.x, a.y * b.y, a.z * b.z};
}

static vec across(vec a, vec n)
{
    return plus_scaled(a, -dot(a, n), n);
}

static void move(trama_elemental_touch *touch, trama_elemental *e, vec by)
{
    e->x[touch->node] = plus(e->x[touch->node], by);
    touch->moved = plus(touch->moved, by);
}

/* How far the solid's point where the node began goes in the part of the step. */
static vec carried(const trama_elemental_touch *touch, const trama_elemental *e, double t)
{
    const trama_surface *solid = touch->solid;
    const vec x = e->x0[touch->node];
    const double from[3] = {x.x, x.y, x.z};
    double u[3];
    if (!touch->led)
        return (vec){0.0, 0.0, 0.0};
    solid->type->moves(solid->model, t, e->h, from, u);
    return (vec){e->h * u[0], e->h * u[1], e->h * u[2]};
}

static void rub(trama_elemental_touch *touch, trama_elemental *e, double t, double friction, vec n)
{
    const vec x = e->x[touch->node], x0 = e->x0[touch->node];
    const vec slip = across(minus(minus(x, x0), carried(touch, e, t)), n);
    vec wanted = minus(touch->rubbed, by_axis(e->is_free[touch->node], slip));
    const double size = sqrt(dot(wanted, wanted)), most = friction * touch->out;
    if (size > most)
        wanted = scaled(most / size, wanted);
    move(touch, e, minus(wanted, touch->rubbed));
    touch->rubbed = wanted;
}

static void push(trama_elemental_touch *touch, trama_elemental *e, double gap, vec n)
{
    const vec way = by_axis(e->is_free[touch->node], n);
    const double yield = dot(n, way);
    if (!(yield > 0.0))
        return;
    const double by = fmax(-gap / yield, -touch->out);
    move(touch, e, scaled(by, way));
    touch->out += by;
}

static void activate(trama_elemental_contact *contact, size_t i)
{
    if (!contact->touch[i].active)
        contact->which[contact->active++] = i;
    contact->touch[i].active = true;
}

/* Distances are asked to rounding: a hundredth of the way is left. */
static const double certain = 0.99;

static void ask(trama_elemental_contact *contact, size_t i, trama_elemental *e)
{
    trama_elemental_touch *touch = &contact->touch[i];
    trama_elemental_watch *watch = &contact->watch[i];
    const trama_elemental_law *law = &contact->law[touch->law];
    const double at[3] = {e->x[touch->node].x, e->x[touch->node].y, e->x[touch->node].z};
    double foot[3], n[3], distance;
    touch->solid->type->nearest(touch->solid->model, contact->t + e->h, at, foot, n, &distance);
    const double gap = distance - law->thickness;
    watch->at = e->x[touch->node];
    watch->clear = certain * gap;
    if (gap >= 0.0 && touch->out == 0.0)
        return;
    activate(contact, i);
    push(touch, e, gap, (vec){n[0], n[1], n[2]});
    if (law->friction > 0.0)
        rub(touch, e, contact->t, law->friction, (vec){n[0], n[1], n[2]});
    watch->clear = 0.0;
}

void trama_elemental_contact_sweep(trama_elemental_contact *contact, trama_elemental *e)
{
    for (size_t i = 0; i < contact->count; i++) {
        const trama_elemental_watch *watch = &contact->watch[i];
        const vec way = minus(e->x[watch->node], watch->at);
        if (!(dot(way, way) < watch->clear * fabs(watch->clear)))
            ask(contact, i, e);
    }
}

void trama_elemental_contact_begin(trama_elemental_contact *contact, double t)
{
    contact->t = t;
    for (size_t i = 0; i < contact->active; i++) {
        trama_elemental_touch *touch = &contact->touch[contact->which[i]];
        touch->active = false;
        touch->out = 0.0;
        touch->rubbed = touch->moved = (vec){0.0, 0.0, 0.0};
    }
    contact->active = 0;
    for (size_t i = 0; contact->led && i < contact->count; i++)
        if (contact->touch[i].led)
            contact->watch[i].clear = 0.0;
}

/* ---- What it gave: a displacement d of a node in a part of h is the impulse h w d. */

void trama_elemental_contact_balance(const trama_elemental_contact *contact,
                                     const trama_elemental *e, vec *gradient)
{
    for (size_t i = 0; i < contact->active; i++) {
        const trama_elemental_touch *touch = &contact->touch[contact->which[i]];
        gradient[touch->node] =
            plus_scaled(gradient[touch->node], -e->inertia[touch->node], touch->moved);
    }
}

static void add_impulse(const trama_elemental *e, size_t node, vec impulse, double *to)
{
    const size_t at = e->place[node], on = e->stride[node];
    to[at] += impulse.x;
    to[at + on] += impulse.y;
    to[at + 2 * on] += impulse.z;
}

void trama_elemental_contact_book(const trama_elemental_contact *contact, const trama_elemental *e,
                                  trama_step *step)
{
    for (size_t i = 0; i < contact->active; i++) {
        const trama_elemental_touch *touch = &contact->touch[contact->which[i]];
        const size_t node = touch->node, interaction = contact->law[touch->law].interaction;
        const vec after = scaled(1.0 / e->h, minus(e->x[node], e->x0[node]));
        const vec impulse = scaled(e->h * e->inertia[node], touch->moved);
        double *kept = trama_step_kept(step, interaction);
        trama_step_take(step, interaction, -0.5 * dot(impulse, plus(e->v[node], after)));
        if (kept)
            add_impulse(e, node, impulse, kept);
    }
}

/* ---- Making. */

static trama_status refuse(const trama_acting *acting, const char *why, trama_error *error)
{
    return trama_fail(error, TRAMA_BAD_INPUT, "integrator.contact",
                      "contact: within, and %s ('%s') %s; allowed: contact of nodes with solids "
                      "without restitution, of sheets by bridson_collision, or contact: after",
                      acting->type->name, acting->name, why);
}

/* Contact of nodes that is made of rows alone. */
static bool is_contact(const trama_acting *acting, trama_contact_law *law)
{
    if (!acting->type->composition || !acting->type->composition->contact)
        return false;
    *law = acting->type->composition->contact(acting->self);
    return law->nodes && !law->bodies;
}

static trama_status check(const trama_system *system, const trama_acting *acting,
                          const trama_contact_law *law, trama_error *error)
{
    size_t with_nodes = 0;
    for (size_t a = 0; a < acting->count; a++)
        with_nodes += system->object[acting->among[a]].nv > 0;
    if (law->restitution > 0.0)
        return refuse(acting, "bounces", error);
    return with_nodes > 1 ? refuse(acting, "is among several sheets", error) : TRAMA_OK;
}

/* The first node of an object, among those of all. */
static size_t first_node(const trama_system *system, size_t object)
{
    size_t first = 0;
    for (size_t o = 0; o < object; o++)
        first += system->object[o].nv / 3;
    return first;
}

/* Each node of one object with the solid; counts them, and puts them down where there is room. */
static void add_pairs(trama_elemental_contact *contact, const trama_system *system, size_t object,
                      const trama_surface *solid, bool counts)
{
    const size_t nodes = system->object[object].nv / 3, first = first_node(system, object);
    const bool led = solid->type->is_moving && solid->type->is_moving(solid->model);
    contact->led |= led;
    for (size_t i = 0; i < nodes; i++, contact->count++)
        if (!counts) {
            contact->watch[contact->count].node = first + i;
            contact->touch[contact->count] = (trama_elemental_touch){
                .node = first + i, .law = contact->laws - 1, .solid = solid, .led = led};
        }
}

static trama_status add_all(trama_elemental_contact *contact, const trama_system *system,
                            bool counts, trama_error *error)
{
    trama_contact_law law;
    contact->count = contact->laws = 0;
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_acting *acting = &system->acting[i];
        if (!is_contact(acting, &law))
            continue;
        if (check(system, acting, &law, error) != TRAMA_OK)
            return error->status;
        contact->laws++;
        if (!counts)
            contact->law[contact->laws - 1] = (trama_elemental_law){i, law.friction, law.thickness};
        for (size_t a = 0; a < acting->count; a++)
            for (size_t b = 0; b < acting->count; b++)
                if (a != b && trama_surface_is_solid(&system->object[acting->among[b]].surface))
                    add_pairs(contact, system, acting->among[a],
                              &system->object[acting->among[b]].surface, counts);
    }
    return TRAMA_OK;
}

trama_status trama_elemental_contact_make(trama_elemental_contact *contact,
                                          const trama_system *system, trama_step *step,
                                          trama_error *error)
{
    *contact = (trama_elemental_contact){0};
    if (add_all(contact, system, true, error) != TRAMA_OK)
        return error->status;
    if (contact->count == 0)
        return TRAMA_OK;
    contact->law = calloc(contact->laws, sizeof *contact->law);
    contact->touch = calloc(contact->count, sizeof *contact->touch);
    contact->watch = calloc(contact->count, sizeof *contact->watch);
    contact->which = calloc(contact->count, sizeof *contact->which);
    if (!contact->law || !contact->touch || !contact->watch || !contact->which)
        return trama_fail_memory(error);
    const trama_status status = add_all(contact, system, false, error);
    for (size_t i = 0; i < contact->laws; i++)
        trama_step_leave(step, contact->law[i].interaction);
    return status;
}

void trama_elemental_contact_free(trama_elemental_contact *contact)
{
    free(contact->law);
    free(contact->touch);
    free(contact->watch);
    free(contact->which);
    *contact = (trama_elemental_contact){0};
}
