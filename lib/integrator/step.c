/* The order of things in a step:
 *   1. what is held is updated, and interactions look at the state (begin);
 *   2. the method steps;
 *   3. models limit and correct their own state;
 *   4. MOVE: rows and filters correct u, which carried q_n to q; PUSH: rows of penetration find a
 *      velocity of this step alone;
 *   5. where they did, positions are drifted anew by both, and the method's velocity takes u' - u,
 *      unless the method has a way of its own (absorb);
 *   6. END: rows and filters correct v at the new positions, as often as an interaction asks;
 *   7. interactions advance their own state.
 * Contact comes after the models' corrections, since a spring that is shortened last would
 * penetrate. A refusal at any point restores the state before the step, which is then tried in
 * halves; if those are refused too, that state stays. */
#include "integrator/step_parts.h"

#include "core/numbers.h"

#include <math.h>
#include <string.h>

void trama_touch(trama_touched *touched, size_t index)
{
    touched->changed = true;
    if (touched->is[index])
        return;
    touched->is[index] = true;
    touched->index[touched->count++] = index;
}

/* ---- Rows and filters. */

static void collect_rows(trama_step *step, const trama_system *system, const trama_step_view *view)
{
    trama_rows *rows = &step->rows;
    trama_rows_begin(rows, view->stage, view->h, system->inverse_mass);
    rows->repeated = view->repeat > 0;
    for (size_t i = 0; i < system->acting_count; i++) {
        trama_acting *acting = &system->acting[i];
        const double from = trama_system_now(system);
        rows->owner = i;
        if (step->left[i])
            continue;
        if (view->stage != TRAMA_PUSH && acting->type->rows)
            acting->type->rows(acting->self, view, rows);
        if (view->stage == TRAMA_PUSH && acting->type->push)
            acting->type->push(acting->self, view, rows);
        acting->seconds += trama_system_now(system) - from;
    }
}

static void touch(void *touched, size_t component)
{
    trama_touch(touched, component);
}

static void touch_rows(trama_step *step)
{
    trama_rows_each_touched(&step->rows, touch, &step->touched);
}

/* One pass of all filters; *changed if one has touched anything. */
static trama_step_status filter(trama_step *step, const trama_system *system,
                                const trama_step_view *view, double *u, bool *changed)
{
    *changed = false;
    for (size_t i = 0; i < system->acting_count; i++) {
        trama_acting *acting = &system->acting[i];
        if (!acting->type->filter)
            continue;
        step->touched.changed = false;
        step->refuser = i;
        const double from = trama_system_now(system);
        const trama_step_status status =
            acting->type->filter(acting->self, view, u, &step->touched);
        acting->seconds += trama_system_now(system) - from;
        if (status != TRAMA_STEP_OK)
            return status;
        if (step->touched.changed) {
            *changed = step->filtered = true;
            step->filterer = i;
        }
    }
    return TRAMA_STEP_OK;
}

/* Gaps that are no linear functions of u: the largest that u leaves, over its length. */
static double linearize(trama_step *step, const trama_system *system, const trama_step_view *view,
                        const double *u)
{
    double left = 0.0;
    for (size_t i = 0; i < system->acting_count && view->stage == TRAMA_MOVE; i++) {
        const trama_acting *acting = &system->acting[i];
        step->rows.owner = i;
        if (acting->type->linearize)
            left = fmax(left, acting->type->linearize(acting->self, view, u, &step->rows));
    }
    return left;
}

static void tell_solved(trama_step *step, const trama_system *system, const trama_step_view *view)
{
    for (size_t i = 0; i < system->acting_count; i++)
        if (system->acting[i].type->solved)
            system->acting[i].type->solved(system->acting[i].self, view, i, &step->rows);
}

enum { NEWTON_MAX = 20 };
static const double newton_tolerance = 1e-12;

/* By Newton's method, with the directions of the step's beginning, as long as it comes nearer. What
 * it leaves, PUSH moves away, or a filter refuses. */
static long solve(trama_step *step, const trama_system *system, const trama_step_view *view,
                  double *u)
{
    double left = linearize(step, system, view, u), before = TRAMA_INFINITY;
    long sweeps = 0;
    for (int i = 0; i < NEWTON_MAX && (i == 0 || (left > newton_tolerance && left < before)); i++) {
        sweeps = trama_rows_solve(&step->rows, &system->contact.rows, u);
        before = left;
        left = linearize(step, system, view, u);
    }
    return sweeps;
}

/* Rows, then filters, until the filters change nothing. Without filters one solve is all. */
static trama_step_status correct(trama_step *step, const trama_system *system,
                                 const trama_step_view *view, double *u)
{
    step->touched.count = 0;
    step->filtered = false;
    memset(step->touched.is, 0, system->nv * sizeof *step->touched.is);
    collect_rows(step, system, view);
    trama_rows_start(&step->rows, u);
    for (long round = 0; round < system->contact.rounds; round++) {
        bool changed;
        if (solve(step, system, view, u) > system->contact.rows.sweeps)
            step->unsolved++;
        const trama_step_status status = filter(step, system, view, u, &changed);
        if (status != TRAMA_STEP_OK)
            return status;
        if (!changed) {
            touch_rows(step);
            tell_solved(step, system, view);
            trama_rows_remember(&step->rows);
            return step->rows.no_memory ? TRAMA_STEP_NO_MEMORY : TRAMA_STEP_OK;
        }
    }
    return TRAMA_STEP_REFUSED;
}

/* ---- The stages. */

static trama_step_status begin(trama_step *step, trama_system *system, double h)
{
    const trama_moment now = {system->t, step->q_before, step->v_before};
    for (size_t i = 0; i < system->acting_count; i++) {
        trama_acting *acting = &system->acting[i];
        step->refuser = i;
        const double from = trama_system_now(system);
        const trama_step_status status =
            acting->type->begin ? acting->type->begin(acting->self, &now, h) : TRAMA_STEP_OK;
        acting->seconds += trama_system_now(system) - from;
        if (status != TRAMA_STEP_OK)
            return status;
    }
    return TRAMA_STEP_OK;
}

static trama_step_view view_of(const trama_step *step, const trama_system *system,
                               trama_stage stage, double h)
{
    return (trama_step_view){.stage = stage,
                             .h = h,
                             .before = {system->t, step->q_before, step->v_before},
                             .q = system->q,
                             .u = stage == TRAMA_MOVE ? step->u : system->v,
                             .v = system->v,
                             .inverse_mass = system->inverse_mass};
}

/* The method's velocity takes what MOVE gave to u. */
static void absorb(trama_step *step, trama_system *system)
{
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        double *du = step->u_found + object->v_begin;
        for (size_t i = 0; i < object->nv; i++) {
            const size_t at = object->v_begin + i;
            du[i] = step->touched.is[at] ? step->u[at] - du[i] : 0.0;
            if (step->touched.is[at] && !object->type->absorb)
                system->v[at] += du[i];
        }
        if (object->type->absorb)
            object->type->absorb(object->model, step->q_before + object->q_begin,
                                 system->q + object->q_begin, step->q_drifted + object->q_begin, du,
                                 system->v + object->v_begin);
    }
}

/* Positions of what was touched, from where they have been drifted to. */
static void move_touched(trama_step *step, trama_system *system)
{
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        bool any = false;
        for (size_t i = 0; i < object->nv; i++) {
            const size_t at = object->v_begin + i;
            if (!step->touched.is[at])
                continue;
            any = true;
            if (object->nq == object->nv)
                system->q[object->q_begin + i] = step->q_drifted[object->q_begin + i];
        }
        if (any && object->nq != object->nv)
            memcpy(system->q + object->q_begin, step->q_drifted + object->q_begin,
                   object->nq * sizeof *system->q);
    }
    system->disturbed = true;
}

/* Whether rows of PUSH have a gap to close. */
static bool any_to_push(const trama_rows *rows)
{
    bool any = rows->pushes;
    for (size_t r = 0; r < rows->count && !any; r++)
        any = rows->row[r].gap != 0.0;
    return any;
}

/* Moves by u and by what rows of penetration push; what MOVE's rows found is in u, v and the books
 * by now. */
static void push(trama_step *step, trama_system *system, double h)
{
    trama_rows *rows = &step->rows;
    trama_step_view view = view_of(step, system, TRAMA_PUSH, h);
    view.u = step->u;
    memset(step->pushed, 0, system->nv * sizeof *step->pushed);
    collect_rows(step, system, &view);
    if (!any_to_push(rows))
        return;
    trama_rows_start(rows, step->pushed);
    if (trama_rows_solve(rows, &system->contact.rows, step->pushed) > system->contact.rows.sweeps)
        step->unsolved++;
    touch_rows(step);
    for (size_t i = 0; i < system->nv; i++)
        step->pushed[i] += step->u[i];
    if (step->touched.count == 0)
        return;
    trama_system_drift(system, h, step->pushed, step->q_before, step->q_drifted);
    move_touched(step, system);
}

static trama_step_status move(trama_step *step, trama_integrator *integrator, trama_system *system,
                              double h)
{
    const size_t size = system->nv * sizeof *step->u;
    trama_system_difference(system, h, step->q_before, system->q, step->u);
    memcpy(step->u_found, step->u, size);
    memcpy(step->v_found, system->v, size);
    memcpy(step->v_from, step->v_before, size);
    step->kept_h = h;
    const trama_step_view view = view_of(step, system, TRAMA_MOVE, h);
    const trama_step_status status = correct(step, system, &view, step->u);
    if (status != TRAMA_STEP_OK)
        return status;
    step->lags = false;
    if (step->touched.count > 0) {
        trama_step_find_lag(step, system);
        memcpy(step->v_method, step->v_found, size);
        trama_system_drift(system, h, step->u, step->q_before, step->q_drifted);
        absorb(step, system);
        move_touched(step, system);
        if (integrator->type->absorb)
            integrator->type->absorb(integrator, system, h, step->u);
        trama_step_book(step, system);
    }
    if (step->pushed)
        push(step, system, h);
    return step->rows.no_memory ? TRAMA_STEP_NO_MEMORY : TRAMA_STEP_OK;
}

/* Whether an interaction asks for END once more; each is told. */
static bool repeats(trama_step *step, const trama_system *system, const trama_step_view *view)
{
    bool any = false;
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_acting *acting = &system->acting[i];
        double stored = 0.0;
        if (acting->type->repeats)
            any |= acting->type->repeats(acting->self, view, &stored);
        step->dissipated[i] -= stored;
    }
    return any;
}

static trama_step_status end(trama_step *step, trama_system *system, double h)
{
    trama_step_view view = view_of(step, system, TRAMA_END, h);
    do {
        memcpy(step->v_found, system->v, system->nv * sizeof *step->v_found);
        const trama_step_status status = correct(step, system, &view, system->v);
        if (status != TRAMA_STEP_OK)
            return status;
        if (step->touched.count > 0)
            trama_step_book(step, system);
        step->unsolved += step->rows.cut;
        view.repeat++;
    } while (repeats(step, system, &view));
    if (step->lags)
        trama_step_book_lag(step, system);
    return TRAMA_STEP_OK;
}

/* Forces of an interaction whose state has changed are others now. */
static void advance(trama_system *system, double t, double h)
{
    const trama_moment now = {t, system->q, system->v};
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_interaction_type *type = system->acting[i].type;
        if (!type->advance)
            continue;
        const double from = trama_system_now(system);
        type->advance(system->acting[i].self, &now, h);
        system->acting[i].seconds += trama_system_now(system) - from;
        system->disturbed |= type->forces != NULL;
    }
}

/* ---- The step. */

/* From t to t_end = t + h. */
static trama_step_status attempt(trama_step *step, trama_integrator *integrator,
                                 trama_system *system, double h, double t_end)
{
    memcpy(step->q_before, system->q, system->nq * sizeof *system->q);
    memcpy(step->v_before, system->v, system->nv * sizeof *system->v);
    trama_step_status status = begin(step, system, h);
    if (status != TRAMA_STEP_OK)
        return status;
    step->refuser = system->acting_count;
    trama_step_begin_books(step, system);
    status = trama_integrator_advance(integrator, system, h, t_end);
    if (system->acting_count == 0)
        return status;
    if (status == TRAMA_STEP_OK)
        status = move(step, integrator, system, h);
    if (status == TRAMA_STEP_OK)
        status = end(step, system, h);
    if (status == TRAMA_STEP_OK)
        advance(system, t_end, h);
    return status;
}

static void archive_all(trama_integrator *integrator, trama_system *system, trama_archive *archive)
{
    trama_system_state(system, archive);
    trama_integrator_state(integrator, archive);
}

/* In one. Refused: the state is that before. */
static trama_step_status make_whole(trama_step *step, trama_integrator *integrator,
                                    trama_system *system, double h, double t_end)
{
    if (step->refusable) {
        trama_archive_save(&step->snapshot);
        archive_all(integrator, system, &step->snapshot);
        if (step->snapshot.failed)
            return TRAMA_STEP_NO_MEMORY;
    }
    trama_system_begin(system, h);
    const trama_step_status status = attempt(step, integrator, system, h, t_end);
    if (status == TRAMA_STEP_REFUSED) {
        trama_archive_load(&step->snapshot);
        archive_all(integrator, system, &step->snapshot);
    }
    return status;
}

/* In two halves, each of which may be halved again, `halvings` times. Refused: the state may be
 * that after the first. */
static trama_step_status make_halves(trama_step *step, trama_integrator *integrator,
                                     trama_system *system, double h, double t_end, long halvings)
{
    const double end[2] = {system->t + h / 2, t_end};
    trama_step_status status = TRAMA_STEP_OK;
    for (size_t i = 0; status == TRAMA_STEP_OK && i < 2; i++) {
        status = make_whole(step, integrator, system, h / 2, end[i]);
        if (status == TRAMA_STEP_REFUSED && halvings > 1)
            status = make_halves(step, integrator, system, h / 2, end[i], halvings - 1);
        if (status == TRAMA_STEP_OK)
            system->t = end[i];
    }
    return status;
}

trama_step_status trama_step_make(trama_step *step, trama_integrator *integrator,
                                  trama_system *system, double h)
{
    const long halvings = system->contact.halvings;
    const double t_end = trama_system_time_after(system, h);
    trama_step_status status = make_whole(step, integrator, system, h, t_end);
    if (status != TRAMA_STEP_REFUSED || halvings == 0)
        return status;
    trama_archive_save(&step->first);
    archive_all(integrator, system, &step->first);
    if (step->first.failed)
        return TRAMA_STEP_NO_MEMORY;
    status = make_halves(step, integrator, system, h, t_end, halvings);
    if (status == TRAMA_STEP_REFUSED) {
        trama_archive_load(&step->first);
        archive_all(integrator, system, &step->first);
    }
    return status;
}
