#include "measure/energy.h"
#include "core/memory.h"
#include "measure/budget_lifetimes.h"
#include "measure/smooth_work.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct trama_budget {
    double kinetic, potential, begin, lowest, scale, excess;
    double interactions;                  /* potential energy of their forces */
    double dissipated, dissipated_before; /* by rows and filters: since begin, and up to it */
    double friction, friction_before;     /* by friction of contact, likewise */
    double led_against;                   /* work of obstacles led against forces, since begin */
    double made;                          /* brought by bodies that are made, since begin */
    double t;                             /* of the last update, s */
    trama_smooth_work *smooth;
    double *block;
    double *internal; /* TRAMA_ENERGY_MAX an object */
    double *pull;     /* nv */
    double *most; /* of each interaction: the most that it had taken out; of a filter, at begin */
};

double trama_kinetic_energy(const trama_system *system)
{
    double sum = 0.0;
    for (size_t i = 0; i < system->nv; i++)
        sum += system->mass[i] * system->v[i] * system->v[i];
    return 0.5 * sum;
}

const trama_object *trama_system_without_masses(const trama_system *system)
{
    for (size_t o = 0; o < system->object_count; o++)
        if (system->object[o].nv > 0 && !system->object[o].type->masses)
            return &system->object[o];
    return NULL;
}

const trama_object *trama_system_without_energy(const trama_system *system)
{
    for (size_t o = 0; o < system->object_count; o++)
        if (system->object[o].nv > 0 && !system->object[o].type->energy)
            return &system->object[o];
    return trama_system_without_masses(system);
}

double trama_object_energy(const trama_object *object, const double *q)
{
    double kinds[TRAMA_ENERGY_MAX] = {0.0}, energy = 0.0;
    if (object->type->energy)
        object->type->energy(object->model, q + object->q_begin, kinds);
    for (size_t kind = 0; kind < TRAMA_ENERGY_MAX && object->type->energy_names[kind]; kind++)
        energy += kinds[kind];
    return energy;
}

/* With obstacles as they are at t, and coordinates q. */
static double interaction_energy(const trama_system *system, double t, const double *q)
{
    double energy = 0.0;
    for (size_t i = 0; i < system->acting_count; i++)
        if (system->acting[i].type->energy)
            energy += system->acting[i].type->energy(system->acting[i].self, t, q);
    return energy;
}

double trama_interaction_energy(const trama_system *system)
{
    double energy = interaction_energy(system, system->t, system->q);
    for (size_t i = 0; i < system->acting_count; i++)
        if (system->acting[i].type->stored)
            energy += system->acting[i].type->stored(system->acting[i].self, system->t, system->q);
    return energy;
}

double trama_system_energy(const trama_system *system)
{
    double energy = trama_kinetic_energy(system) + trama_interaction_energy(system);
    for (size_t o = 0; o < system->object_count; o++)
        energy += trama_object_energy(&system->object[o], system->q);
    return energy;
}

/* An interaction whose forces have no energy that is known, or NULL. */
static const trama_acting *acting_without_energy(const trama_system *system)
{
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_interaction_type *type = system->acting[i].type;
        if (type->forces && !type->energy && !type->losses)
            return &system->acting[i];
    }
    return NULL;
}

bool trama_budget_possible(const trama_system *system)
{
    return !trama_system_without_energy(system) && !acting_without_energy(system);
}

trama_status trama_budget_create(const trama_system *system, trama_budget **budget,
                                 trama_error *error)
{
    const trama_object *without = trama_system_without_energy(system);
    const trama_acting *acting = acting_without_energy(system);
    *budget = NULL;
    if (without)
        return trama_fail(error, TRAMA_BAD_INPUT, "", "model '%s' has no energy",
                          without->type->name);
    if (acting)
        return trama_fail(error, TRAMA_BAD_INPUT, "", "forces of '%s' have no energy to watch",
                          acting->type->name);
    const size_t kinds = TRAMA_ENERGY_MAX * system->object_count;
    trama_budget *made = calloc(1, sizeof *made);
    if (!made || !(made->block = trama_doubles(trama_padded(system->nv) + trama_padded(kinds) +
                                               trama_padded(system->acting_count)))) {
        free(made);
        return trama_fail_memory(error);
    }
    double *rest = made->block;
    made->pull = trama_carve(&rest, system->nv);
    made->internal = trama_carve(&rest, kinds);
    made->most = trama_carve(&rest, system->acting_count);
    const trama_status status = trama_smooth_work_create(system, &made->smooth, error);
    if (status == TRAMA_OK)
        *budget = made;
    else
        trama_budget_destroy(made);
    return status;
}

void trama_budget_destroy(trama_budget *budget)
{
    if (budget) {
        trama_smooth_work_destroy(budget->smooth);
        free(budget->block);
    }
    free(budget);
}

/* That of an object's forces, J: mass times what they give over the measure of load, and what the
 * model makes of it, which has to be asked of an acceleration. */
static double force_potential(const trama_budget *budget, const trama_system *system,
                              const trama_object *object)
{
    const size_t nodes = object->nv / 3;
    const double *mass = system->mass + object->v_begin;
    double *pull = budget->pull + object->v_begin, potential = 0.0;
    if (trama_scene_spec_of(object->scene)->force_count == 0)
        return 0.0;
    memset(pull, 0, object->nv * sizeof *pull);
    trama_activity_add_potentials(object->activity, system->t, system->q + object->q_begin,
                                  object->type->inverse_measure(object->model), pull);
    if (object->type->resultant)
        object->type->resultant(object->model, pull);
    for (size_t i = 0; i < nodes; i++)
        potential += mass[i] * pull[i];
    return potential;
}

/* The potential of gravity, -m g . r, and of the forces that have one. Accelerations have just been
 * asked for at this state. */
static double load_potential(const trama_budget *budget, const trama_system *system,
                             const trama_object *object)
{
    const trama_loads *loads = trama_activity_loads(object->activity);
    if (object->type->weight)
        return object->type->weight(object->model, loads->gravity, system->q + object->q_begin);
    if (!object->type->pointwise)
        return 0.0;
    const size_t nodes = object->nv / 3;
    const double *mass = system->mass + object->v_begin, *q = system->q + object->q_begin;
    double potential = 0.0;
    for (size_t axis = 0; axis < 3; axis++)
        for (size_t i = axis * nodes; i < (axis + 1) * nodes; i++)
            potential -= mass[i] * loads->gravity[axis] * q[i];
    return potential + force_potential(budget, system, object);
}

static double load_potentials(const trama_budget *budget, const trama_system *system)
{
    double potential = 0.0;
    for (size_t o = 0; o < system->object_count; o++)
        potential += load_potential(budget, system, &system->object[o]);
    return potential;
}

/* What the loads would give in two steps to all nodes and bodies at rest, J. Energies below that
 * are of no motion: what hangs or lies still has those of rounding, and of a velocity that a method
 * lets lag by a step. */
static double impulse_energy(const trama_budget *budget, const trama_system *system, double h)
{
    double sum = 0.0;
    for (size_t i = 0; i < system->nv; i++) {
        const double pull = trama_smooth_work_pull(budget->smooth, i);
        sum += system->mass[i] * pull * pull;
    }
    return 2.0 * h * h * sum;
}

/* What the last bit of the largest coordinate, as a velocity over a step, would be in energy, J:
 * what rests without loads moves by rounding, which adds up from step to step. */
static double rounding_energy(const trama_system *system, double h)
{
    double far = 0.0, mass = 0.0;
    for (size_t i = 0; i < system->nq; i++)
        far = fmax(far, fabs(system->q[i]));
    for (size_t i = 0; i < system->nv; i++)
        mass += system->mass[i];
    const double speed = DBL_EPSILON * far / h;
    return h > 0.0 ? mass * speed * speed : 0.0;
}

/* By interactions, since the integrator was made or the run began. Not a number: nobody knows, and
 * then what they took counts as nothing, so that growth is still spurious energy. */
static double dissipated(const trama_system *system, const trama_integrator *integrator)
{
    double sum = 0.0;
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_acting *acting = &system->acting[i];
        sum += trama_integrator_dissipated(integrator, i);
        if (acting->type->spent)
            sum += acting->type->spent(acting->self);
    }
    return sum;
}

/* What passive interactions have given: rows, of what they had taken out, each from the most of it,
 * since nothing stores that; filters, which may have springs, beyond all that they had taken. It
 * is spurious. Where something is led, its work is among what rows take out, and a gain
 * cannot be told. */
static double gained_from_interactions(trama_budget *budget, const trama_system *system,
                                       const trama_integrator *integrator)
{
    double sum = 0.0;
    for (size_t i = 0; i < system->acting_count; i++) {
        const double taken = trama_integrator_dissipated(integrator, i);
        if (system->acting[i].type->rows)
            budget->most[i] = fmax(budget->most[i], taken);
        sum += system->acting[i].led ? 0.0 : fmax(budget->most[i] - taken, 0.0);
    }
    return sum;
}

/* Internal dampers have given what is below the most that they had taken. */
static double gained_from_dampers(const trama_budget *budget, const trama_system *system)
{
    double sum = 0.0;
    for (size_t o = 0; o < system->object_count; o++)
        sum += trama_smooth_work_most_damped(budget->smooth, o) -
               trama_smooth_work_damped(budget->smooth, o);
    return sum;
}

/* Work of obstacles that are led against forces, from `before` at t: what their motion alone adds
 * to the potentials, dE/dt at q, by the mean of both ends of the step. */
static double led_work(const trama_system *system, double t, const double *before)
{
    bool led = false;
    for (size_t o = 0; o < system->object_count; o++)
        led |= trama_object_is_led(&system->object[o]);
    if (!led)
        return 0.0;
    return 0.5 *
           (interaction_energy(system, system->t, before) - interaction_energy(system, t, before) +
            interaction_energy(system, system->t, system->q) -
            interaction_energy(system, t, system->q));
}

static double take_stock(trama_budget *budget, trama_system *system)
{
    budget->kinetic = trama_kinetic_energy(system);
    double energy = budget->kinetic;
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        double *internal = budget->internal + TRAMA_ENERGY_MAX * o;
        if (object->type->energy)
            object->type->energy(object->model, system->q + object->q_begin, internal);
        for (size_t kind = 0; kind < TRAMA_ENERGY_MAX && object->type->energy_names[kind]; kind++)
            energy += internal[kind];
    }
    budget->interactions = trama_interaction_energy(system);
    return energy + budget->interactions;
}

/* By friction of rows and filters, since the run began. */
static double rubbed_by_impulses(const trama_system *system, const trama_integrator *integrator)
{
    double taken = trama_integrator_friction(integrator);
    for (size_t i = 0; i < system->acting_count; i++)
        if (system->acting[i].type->friction_taken)
            taken += system->acting[i].type->friction_taken(system->acting[i].self);
    return taken;
}

void trama_budget_begin(trama_budget *budget, trama_system *system,
                        const trama_integrator *integrator)
{
    budget->lowest = budget->excess = budget->dissipated = budget->led_against = 0.0;
    budget->made = 0.0;
    budget->friction_before = rubbed_by_impulses(system, integrator);
    budget->friction = isnan(budget->friction_before) ? TRAMA_NAN : 0.0;
    for (size_t i = 0; i < system->acting_count; i++)
        budget->most[i] = trama_integrator_dissipated(integrator, i);
    budget->dissipated_before = dissipated(system, integrator);
    budget->begin = take_stock(budget, system);
    budget->t = system->t;
    budget->scale = fabs(budget->begin);
    trama_system_refresh(system);
    trama_smooth_work_begin(budget->smooth, system);
    budget->potential = load_potentials(budget, system);
}

/* What was given from outside, less what air and dampers took: the dissipation of interactions is
 * not in it. */
static double net_work(const trama_budget *budget)
{
    return trama_budget_work(budget) + trama_budget_led(budget) - trama_budget_air(budget) -
           trama_budget_damped(budget);
}

void trama_budget_update(trama_budget *budget, trama_system *system,
                         const trama_integrator *integrator, const double *before)
{
    trama_smooth_work_update(budget->smooth, system);
    budget->potential = load_potentials(budget, system);
    if (system->acting_count > 0)
        budget->led_against += led_work(system, budget->t, before);
    const double h = system->t - budget->t;
    budget->scale = fmax(budget->scale, impulse_energy(budget, system, h));
    budget->scale += rounding_energy(system, h);
    budget->t = system->t;
    budget->dissipated = dissipated(system, integrator) - budget->dissipated_before -
                         trama_smooth_work_by(budget->smooth, TRAMA_BY_INTERACTIONS);
    budget->friction = rubbed_by_impulses(system, integrator) - budget->friction_before -
                       trama_smooth_work_by(budget->smooth, TRAMA_BY_FRICTION);
    const double energy = take_stock(budget, system), work = net_work(budget);
    const double taken = isnan(budget->dissipated) ? 0.0 : budget->dissipated;
    budget->excess = energy - budget->begin - work + taken +
                     gained_from_interactions(budget, system, integrator) +
                     gained_from_dampers(budget, system);
    budget->lowest = fmin(budget->lowest, budget->excess);
    budget->scale = fmax(budget->scale, fmax(fabs(energy), fabs(work)));
}

void trama_budget_live(trama_budget *budget, trama_system *system)
{
    const double before = budget->kinetic;
    take_stock(budget, system);
    budget->made += budget->kinetic - before;
    budget->potential = load_potentials(budget, system);
    trama_smooth_work_resume(budget->smooth, system);
}

void trama_budget_state(trama_budget *budget, const trama_system *system, trama_archive *archive)
{
    double *const number[] = {&budget->kinetic,
                              &budget->potential,
                              &budget->begin,
                              &budget->lowest,
                              &budget->scale,
                              &budget->excess,
                              &budget->interactions,
                              &budget->dissipated,
                              &budget->t,
                              &budget->dissipated_before,
                              &budget->friction,
                              &budget->friction_before,
                              &budget->led_against,
                              &budget->made};
    for (size_t i = 0; i < sizeof number / sizeof number[0]; i++)
        trama_archive_reals(archive, number[i], 1);
    trama_archive_reals(archive, budget->internal, TRAMA_ENERGY_MAX * system->object_count);
    trama_archive_reals(archive, budget->most, system->acting_count);
    trama_smooth_work_state(budget->smooth, system, archive);
}

double trama_budget_kinetic(const trama_budget *budget)
{
    return budget->kinetic;
}

double trama_budget_internal(const trama_budget *budget, size_t object, size_t kind)
{
    return budget->internal[TRAMA_ENERGY_MAX * object + kind];
}

double trama_budget_interactions(const trama_budget *budget)
{
    return budget->interactions;
}

double trama_budget_dissipated(const trama_budget *budget)
{
    return budget->dissipated;
}

double trama_budget_friction(const trama_budget *budget)
{
    return budget->friction;
}

double trama_budget_potential(const trama_budget *budget)
{
    return budget->potential;
}

double trama_budget_work(const trama_budget *budget)
{
    return trama_smooth_work_by(budget->smooth, TRAMA_BY_LOADS);
}

double trama_budget_led(const trama_budget *budget)
{
    return budget->led_against + budget->made +
           trama_smooth_work_by(budget->smooth, TRAMA_BY_LEADING);
}

double trama_budget_air(const trama_budget *budget)
{
    return -trama_smooth_work_by(budget->smooth, TRAMA_BY_AIR);
}

double trama_budget_damped_in(const trama_budget *budget, size_t object)
{
    return trama_smooth_work_damped(budget->smooth, object);
}

double trama_budget_damped(const trama_budget *budget)
{
    return -trama_smooth_work_by(budget->smooth, TRAMA_BY_DAMPING);
}

double trama_budget_bookkeeping(const trama_budget *budget)
{
    return trama_smooth_work_difference(budget->smooth);
}

double trama_budget_excess(const trama_budget *budget)
{
    return isnan(budget->dissipated) ? TRAMA_NAN : budget->excess;
}

double trama_budget_growth(const trama_budget *budget)
{
    const double rise = budget->excess - budget->lowest;
    return rise == 0.0 ? 0.0 : rise / budget->scale; /* not a number, if an energy was none */
}
