#include "measure/run.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "core/random.h"
#include "integrator/move.h"
#include "measure/budget_lifetimes.h"
#include "system_lifetimes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *trama_ending_name(trama_ending ending)
{
    static const char *const names[] = {"completed", "unstable", "equilibrium"};
    return names[ending];
}

/* Its place in the registry; behind the last: a refusal, and then none. */
static long detector_place(const trama_detector *detector)
{
    const size_t count = trama_registry_count(&trama_detector_registry);
    size_t place = 0;
    while (place < count && trama_registry_at(&trama_detector_registry, place) != detector)
        place++;
    return (long)(place + (place == count && detector != &trama_refusal));
}

static const trama_detector *detector_at(long place)
{
    const size_t count = trama_registry_count(&trama_detector_registry);
    if (place >= 0 && (size_t)place < count)
        return trama_registry_at(&trama_detector_registry, (size_t)place);
    return place == (long)count ? &trama_refusal : NULL;
}

void trama_outcome_state(trama_outcome *outcome, trama_archive *archive)
{
    long ending = (long)outcome->ending, detector = detector_place(outcome->detector);
    trama_archive_integer(archive, &ending);
    trama_archive_integer(archive, &outcome->iteration);
    trama_archive_integer(archive, &detector);
    trama_archive_reals(archive, &outcome->finding.value, 1);
    trama_archive_integer(archive, &outcome->finding.node);
    trama_archive_integer(archive, &outcome->finding.object);
    trama_archive_integer(archive, &outcome->evaluations);
    trama_archive_reals(archive, &outcome->growth, 1);
    trama_archive_reals(archive, &outcome->excess, 1);
    trama_archive_integer(archive, &outcome->grown);
    outcome->ending = (trama_ending)ending;
    outcome->detector = detector_at(detector);
}

static void show(const trama_run_spec *spec, const trama_view *view)
{
    if (spec->observe)
        spec->observe(spec->context, view);
}

/* The run ends at a state that was observed as one of many. */
static void show_refused(const trama_run_spec *spec, const trama_system *system,
                         const trama_budget *budget)
{
    const trama_view view = {
        .system = system, .displacement = TRAMA_NAN, .last = true, .budget = budget};
    if (spec->refused)
        spec->refused(spec->context, &view);
}

/* The size of the step that follows `iteration`, s. Both of a pair have one random number, so that
 * a resumed run takes the same. */
static double step_size(const trama_run_spec *spec, long iteration)
{
    if (spec->vary == 0.0)
        return spec->h;
    trama_random random = {(uint64_t)(iteration / 2) + 1};
    const double part = spec->vary * trama_random_signed(&random);
    return spec->h * (iteration % 2 == 0 ? 1.0 + part : 1.0 - part);
}

/* A step that an interaction or the method refuses ends the run, as one too large does. */
static bool step(trama_system *system, trama_integrator *integrator, double h,
                 trama_outcome *outcome, trama_error *error)
{
    const trama_step_status made = trama_integrator_move(integrator, system, h);
    if (made == TRAMA_STEP_OK)
        return true;
    outcome->iteration = system->iteration + 1; /* the one that is not made */
    if (trama_integrator_error(integrator, made, error) != TRAMA_OK)
        return false;
    outcome->ending = TRAMA_UNSTABLE;
    outcome->detector = &trama_refusal;
    outcome->finding = (trama_finding){(double)trama_integrator_refuser(integrator), TRAMA_NO_NODE,
                                       TRAMA_NO_OBJECT};
    return false;
}

/* Whether the iteration just made ends the run, before the horizon. */
static bool has_ended(const trama_observation *seen, trama_system *system,
                      const trama_run_spec *spec, trama_outcome *outcome)
{
    outcome->detector = trama_detect(seen, &spec->bounds, &outcome->finding);
    if (outcome->detector) {
        outcome->ending = TRAMA_UNSTABLE;
        return true;
    }
    if (spec->equilibrium &&
        trama_equilibrium_update(spec->equilibrium, system, spec->h, seen->displacement.value) &&
        !spec->keep_going) {
        outcome->ending = TRAMA_AT_EQUILIBRIUM;
        return true;
    }
    return false;
}

/* What a run needs beside its specification. */
typedef struct workspace {
    double *before;       /* nq: positions before the iteration */
    trama_budget *budget; /* or NULL */
    trama_reach reach;
} workspace;

/* One iteration and what follows from it; false when the run has ended. */
static bool advance(trama_system *system, trama_integrator *integrator, const trama_run_spec *spec,
                    workspace *w, trama_outcome *outcome, trama_error *error)
{
    memcpy(w->before, system->q, system->nq * sizeof *w->before);
    const long evaluations = system->evaluations;
    const double h = step_size(spec, system->iteration);
    if (!step(system, integrator, h, outcome, error)) {
        if (outcome->ending == TRAMA_UNSTABLE)
            show_refused(spec, system, w->budget);
        return false;
    }
    outcome->evaluations += system->evaluations - evaluations;
    outcome->iteration = system->iteration;
    if (w->budget) {
        trama_budget_update(w->budget, system, integrator, w->before);
        const double growth = trama_budget_growth(w->budget);
        outcome->growth = fmax(outcome->growth, growth);
        outcome->grown += growth > TRAMA_GROWTH_TOLD;
        outcome->excess = trama_budget_excess(w->budget);
    }
    if (trama_system_live(system, h) && w->budget)
        trama_budget_live(w->budget, system);
    const trama_finding moved = trama_system_displacement(system, w->before);
    const trama_observation seen = {system, w->before, moved,
                                    trama_reach_of_step(&w->reach, system->t, h), w->budget};
    const bool ended = has_ended(&seen, system, spec, outcome);
    const bool last = ended || system->iteration >= spec->horizon;
    show(spec, &(trama_view){system, w->before, moved.value, last, w->budget, integrator});
    return !ended;
}

static trama_status check_bounds(const trama_system *system, const trama_bounds *bounds,
                                 trama_error *error)
{
    const char *missing = trama_bounds_missing(bounds, system);
    if (!missing)
        return TRAMA_OK;
    return trama_fail(error, TRAMA_BAD_INPUT, missing,
                      "there is no %s to be bounded in model '%s' on its scene", missing,
                      system->object[0].type->name);
}

/* All that the rest of a run depends on. */
static void run_state(trama_system *system, trama_integrator *integrator,
                      const trama_run_spec *spec, trama_budget *budget, trama_outcome *outcome,
                      trama_archive *archive)
{
    trama_system_state(system, archive);
    trama_integrator_state(integrator, archive);
    if (integrator->solves.solver)
        trama_integrator_solves_state(integrator, archive);
    if (budget)
        trama_budget_state(budget, system, archive);
    if (spec->equilibrium)
        trama_equilibrium_state(spec->equilibrium, archive);
    trama_outcome_state(outcome, archive);
}

static trama_status begin(trama_system *system, trama_integrator *integrator,
                          const trama_run_spec *spec, workspace *w, trama_outcome *outcome,
                          trama_error *error)
{
    trama_archive *from = spec->checkpoints ? spec->checkpoints->from : NULL;
    trama_system_reset(system);
    trama_integrator_restart(integrator);
    w->reach = trama_reach_of(system);
    if (w->budget)
        trama_budget_begin(w->budget, system, integrator);
    if (from) {
        trama_archive_load(from);
        run_state(system, integrator, spec, w->budget, outcome, from);
        return trama_archive_status(from, error);
    }
    memcpy(w->before, system->q, system->nq * sizeof *w->before);
    show(spec, &(trama_view){system, w->before, 0.0, spec->horizon <= 0, w->budget, NULL});
    return TRAMA_OK;
}

static trama_status take_checkpoint(trama_system *system, trama_integrator *integrator,
                                    const trama_run_spec *spec, trama_budget *budget,
                                    trama_outcome *outcome, trama_archive *state,
                                    trama_error *error)
{
    const trama_checkpoints *c = spec->checkpoints;
    if (!c || !c->due(c->context, system->iteration))
        return TRAMA_OK;
    trama_archive_save(state);
    run_state(system, integrator, spec, budget, outcome, state);
    const trama_status status = trama_archive_status(state, error);
    return status == TRAMA_OK ? c->keep(c->context, state, error) : status;
}

static trama_status go_on(trama_system *system, trama_integrator *integrator,
                          const trama_run_spec *spec, workspace *w, trama_outcome *outcome,
                          trama_error *error)
{
    trama_archive state = {0};
    trama_status status = TRAMA_OK;
    while (status == TRAMA_OK && system->iteration < spec->horizon &&
           advance(system, integrator, spec, w, outcome, error))
        status = take_checkpoint(system, integrator, spec, w->budget, outcome, &state, error);
    if (status == TRAMA_OK)
        status = error->status;
    if (outcome->ending != TRAMA_UNSTABLE)
        outcome->finding = (trama_finding){TRAMA_NAN, TRAMA_NO_NODE, TRAMA_NO_OBJECT};
    trama_archive_free(&state);
    return status;
}

trama_status trama_run(trama_system *system, trama_integrator *integrator,
                       const trama_run_spec *spec, trama_outcome *outcome, trama_error *error)
{
    *outcome = (trama_outcome){.ending = TRAMA_COMPLETED, .growth = TRAMA_NAN, .excess = TRAMA_NAN};
    error->status = TRAMA_OK;
    trama_status status = check_bounds(system, &spec->bounds, error);
    workspace w = {.before = trama_doubles(system->nq)};
    if (status == TRAMA_OK && !w.before)
        status = trama_fail_memory(error);
    if (status == TRAMA_OK && (spec->budget || isfinite(spec->bounds.energy)))
        status = trama_budget_create(system, &w.budget, error);
    if (status == TRAMA_OK)
        status = begin(system, integrator, spec, &w, outcome, error);
    if (status == TRAMA_OK)
        status = go_on(system, integrator, spec, &w, outcome, error);
    trama_budget_destroy(w.budget);
    free(w.before);
    return status;
}
