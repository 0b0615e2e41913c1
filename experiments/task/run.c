/* One run with its history and frames: for figures such as 3.16, and for viewing a case. */
#include "clock.h"
#include "measure/folds.h"
#include "task/boundaries.h"
#include "task/common.h"
#include "task/contacts.h"
#include "task/frames.h"
#include "task/journal.h"
#include "task/resume.h"
#include "task/screen.h"
#include "task/series.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct parameters {
    double dt, steps_vary, frames_time;
    long horizon, every, frames_every;
    trama_reals frames;
    bool energy, times, forces;
    trama_name body;
} parameters;

static const trama_field fields[] = {
    {TASK_SECONDS_OF(parameters, dt), .required = true, .summary = "time step"},
    {TASK_ITERATIONS_OF(parameters, horizon, 1), .required = true, .summary = "iterations"},
    {TRAMA_FIELD_OF(parameters, steps_vary), .unit = "1", .maximum = 0.99, .later = true,
     .summary = "largest relative difference of a step from dt: of two successive steps one is "
                "longer and one shorter by the same random amount; 0: every step is dt"},
    {TASK_ITERATIONS_OF(parameters, every, 1), .fallback = {1},
     .summary = "iterations between samples of the history; the last iteration is always sampled"},
    {TRAMA_LIST_OF(parameters, frames, 1), .unit = "1", .minimum = 0.0, .maximum = 1e9,
     .summary = "iterations after which the shape is kept"},
    {TASK_ITERATIONS_OF(parameters, frames_every, 0),
     .summary = "iterations from one kept shape to the next; 0: none is kept. If shapes are kept, "
                "the last one is kept too"},
    {TRAMA_FIELD_OF(parameters, frames_time), .unit = "s", .maximum = 1e9, .later = true,
     .summary = "time from one kept shape to the next, need not be a multiple of dt: an "
                "accumulator decides after which step a shape is kept, up to dt late (Mueller "
                "2010); 0: by frames_every"},
    {TRAMA_FIELD_OF(parameters, energy), .unit = "", .fallback = {1},
     .summary = "keep the energy budget"},
    {TRAMA_FIELD_OF(parameters, times), .unit = "", .later = true,
     .summary = "keep the times of models and interactions within a step"},
    {TRAMA_FIELD_OF(parameters, forces), .unit = "", .later = true,
     .summary = "keep the forces of interactions, contacts, joints and pins: in the history, and "
                "of each contact and joint in each kept shape"},
    {TRAMA_FIELD_OF(parameters, body), .unit = "", .later = true,
     .summary = "a free rigid body whose orientation and angular velocity the history keeps"},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

typedef struct recorder {
    const parameters *p;
    task_series series;
    task_frames frames;
    task_screen screen;     /* of frames_time */
    task_contacts contacts; /* of the frames */
    trama_mark body;
} recorder;

static bool frame_wanted(const parameters *p, long iteration)
{
    if (p->frames_every > 0 && iteration % p->frames_every == 0)
        return true;
    for (size_t i = 0; i < p->frames.count; i++)
        if ((long)p->frames.value[i] == iteration)
            return true;
    return false;
}

static void keep_frame(recorder *r, const trama_view *view)
{
    if (r->p->forces)
        task_contacts_keep(&r->contacts, (long)r->frames.count, view);
    task_frames_keep(&r->frames, view->system);
}

/* The frames that a screen shows of this state; true: there is one. */
static bool show(recorder *r, const trama_view *view)
{
    const long before = r->screen.frames;
    while (r->p->frames_time > 0.0 && task_screen_shows(&r->screen, view->system->iteration))
        keep_frame(r, view);
    return r->screen.frames > before;
}

static void observe(void *context, const trama_view *view)
{
    recorder *r = context;
    task_series_observe(&r->series, view);
    if (!r->frames.capacity || show(r, view))
        return;
    if (frame_wanted(r->p, view->system->iteration) || view->last)
        keep_frame(r, view);
}

/* Whether the state after the iteration is kept already. */
static bool is_kept(const recorder *r, long iteration)
{
    return r->p->frames_time > 0.0 ? r->screen.due - r->screen.steps == iteration
                                   : frame_wanted(r->p, iteration);
}

static void refused(void *context, const trama_view *view)
{
    recorder *r = context;
    task_series_refused(&r->series, view);
    if (r->frames.capacity && !is_kept(r, view->system->iteration))
        keep_frame(r, view);
}

static void recorder_state(void *context, trama_archive *archive)
{
    recorder *r = context;
    task_series_state(&r->series, archive);
    task_frames_state(&r->frames, archive);
    if (r->p->frames_time > 0.0)
        task_screen_state(&r->screen, archive);
    if (r->p->forces)
        task_contacts_state(&r->contacts, archive);
}

/* ---- The run. */

static size_t frames_at_most(const parameters *p)
{
    if (p->frames_time > 0.0)
        return (size_t)task_screen_frames(p->frames_time, p->dt, p->horizon);
    const size_t asked =
        p->frames.count + (p->frames_every ? (size_t)(p->horizon / p->frames_every) + 1 : 0);
    return asked > 0 ? asked + 1 : 0; /* and the last */
}

/* The body that is named; the path "body" if there is none. */
static trama_status find_body(const parameters *p, const trama_system *system, trama_mark *mark,
                              trama_error *error)
{
    trama_mark_spec spec = {.body = p->body};
    trama_status status = TRAMA_BAD_INPUT;
    for (size_t o = 0; status == TRAMA_BAD_INPUT && o < system->object_count; o++) {
        snprintf(spec.object.text, sizeof spec.object.text, "%s", system->object[o].name);
        if (system->object[o].type->rigid)
            status = trama_mark_find(&spec, system, mark, error);
    }
    return status == TRAMA_BAD_INPUT
               ? trama_fail(error, TRAMA_BAD_INPUT, "task.body",
                            "body: '%s' is not a free rigid body; allowed: the name of one",
                            p->body.text)
               : status;
}

static trama_status prepare(recorder *r, const task_bench *bench, trama_error *error)
{
    const parameters *p = r->p;
    const size_t frames = frames_at_most(p);
    r->screen = task_screen_of(p->frames_time, p->dt);
    const task_series_more more = {p->forces, *p->body.text ? &r->body : NULL};
    if (more.body && find_body(p, bench->system, &r->body, error) != TRAMA_OK)
        return error->status;
    const double bytes = task_series_bytes(bench->system, &more, p->horizon, p->every) +
                         task_frames_bytes(bench->system, frames);
    trama_status status = task_journal_begin(bench->journal, bytes, error);
    if (status == TRAMA_OK && p->forces)
        status = trama_integrator_keep_impulses(bench->integrator, error);
    if (status == TRAMA_OK)
        status = task_series_create(&r->series, bench->system, &more, p->horizon, p->every,
                                    bench->journal, error);
    if (status == TRAMA_OK && frames > 0)
        status = task_frames_create(&r->frames, bench->system, frames, bench->journal, error);
    return status;
}

static trama_status go_through(recorder *r, const task_bench *bench, trama_outcome *outcome,
                               trama_error *error)
{
    trama_run_spec spec = task_run_spec(bench, r->p->dt, r->p->horizon);
    spec.vary = r->p->steps_vary;
    spec.observe = observe;
    spec.refused = refused;
    spec.context = r;
    spec.budget = r->p->energy;
    const trama_status status = task_resume_run(bench, &spec, recorder_state, outcome, error);
    if (status == TRAMA_OK)
        task_series_finish(&r->series);
    return status == TRAMA_OK ? task_journal_status(bench->journal, error) : status;
}

/* Spectrum of an object's last shape: how high which folds stand. */
static void add_spectrum(const trama_system *system, const trama_object *object, int direction,
                         bundle *results)
{
    const size_t count = (size_t)trama_scene_grid(object->scene)->points[direction] - 1;
    double *power = calloc(count, sizeof *power);
    const results_column *family =
        direction == 0 ? &column_folds_spectrum_k : &column_folds_spectrum_l;
    column_member m;
    results->no_memory |= !power;
    if (power) {
        trama_fold_spectrum(object->scene, system->q + object->q_begin, direction, power);
        bundle_put_reals(results, column_named(family, object->name, &m), power, count);
    }
    free(power);
}

static void add_spectra(const trama_system *system, bundle *results)
{
    for (size_t o = 0; o < system->object_count; o++)
        for (int direction = 0; direction < 2; direction++)
            if (system->object[o].type->pointwise && trama_scene_is_grid(system->object[o].scene))
                add_spectrum(system, &system->object[o], direction, results);
}

/* ---- Contacts that began or ended. */

/* Columns of what an interaction tells; each event is a row. */
typedef struct event_columns {
    size_t count;
    int64_t *step, *begins;
    double *real[5]; /* time, x, y, z, impulse */
    const char **name[2];
} event_columns;

static bool make_events(event_columns *c, size_t count)
{
    bool made = true;
    c->count = count;
    made = (c->step = calloc(count + 1, sizeof *c->step)) && made;
    made = (c->begins = calloc(count + 1, sizeof *c->begins)) && made;
    for (size_t i = 0; i < 5; i++)
        made = (c->real[i] = calloc(count + 1, sizeof *c->real[i])) && made;
    for (size_t i = 0; i < 2; i++)
        made = (c->name[i] = calloc(count + 1, sizeof *c->name[i])) && made;
    return made;
}

static void free_events(event_columns *c)
{
    free(c->step);
    free(c->begins);
    for (size_t i = 0; i < 5; i++)
        free(c->real[i]);
    for (size_t i = 0; i < 2; i++)
        free(c->name[i]);
}

static void fill_events(event_columns *c, const trama_acting *acting)
{
    for (size_t i = 0; i < c->count; i++) {
        trama_contact_event event;
        acting->type->event(acting->self, i, &event);
        c->step[i] = event.step;
        c->begins[i] = event.begins;
        c->real[0][i] = event.t;
        for (size_t axis = 0; axis < 3; axis++)
            c->real[1 + axis][i] = event.at[axis];
        c->real[4][i] = event.impulse;
        c->name[0][i] = event.name[0];
        c->name[1][i] = event.name[1];
    }
}

static void put_events(const event_columns *c, const char *name, bundle *results)
{
    static const results_column *const reals[] = {&column_events_time, &column_events_x,
                                                  &column_events_y, &column_events_z,
                                                  &column_events_impulse};
    column_member m;
    bundle_put_integers(results, column_named(&column_events_step, name, &m), c->step, c->count);
    bundle_put_integers(results, column_named(&column_events_begins, name, &m), c->begins,
                        c->count);
    for (size_t i = 0; i < 5; i++)
        bundle_put_reals(results, column_named(reals[i], name, &m), c->real[i], c->count);
    bundle_put_texts(results, column_named(&column_events_first, name, &m), c->name[0], c->count);
    bundle_put_texts(results, column_named(&column_events_second, name, &m), c->name[1], c->count);
}

static void add_events(const trama_system *system, bundle *results)
{
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_acting *acting = &system->acting[i];
        event_columns c = {0};
        if (!acting->type->events || acting->type->events(acting->self) == 0)
            continue;
        if (make_events(&c, acting->type->events(acting->self))) {
            fill_events(&c, acting);
            put_events(&c, acting->name, results);
        } else {
            results->no_memory = true;
        }
        free_events(&c);
    }
}

/* ---- What took how long. */

typedef struct timed {
    const char *type;
    double seconds;
} timed;

static timed object_at(const trama_system *system, size_t i)
{
    return (timed){system->object[i].type->name, system->object[i].seconds};
}

static timed acting_at(const trama_system *system, size_t i)
{
    return (timed){system->acting[i].type->name, system->acting[i].seconds};
}

/* The sum over all of a type, at the first of it. */
static void add_sums(const trama_system *system, size_t count,
                     timed (*at)(const trama_system *system, size_t i),
                     const results_column *family, bundle *results)
{
    for (size_t first = 0; first < count; first++) {
        const char *type = at(system, first).type;
        double sum = 0.0;
        bool told = false;
        column_member m;
        for (size_t i = 0; i < count; i++) {
            if (strcmp(at(system, i).type, type) != 0)
                continue;
            told = told || i < first;
            sum += at(system, i).seconds;
        }
        if (!told)
            bundle_put_real(results, column_named(family, type, &m), sum);
    }
}

static void add_times(const trama_system *system, bundle *results)
{
    double friction = 0.0;
    for (size_t a = 0; a < system->acting_count; a++) {
        const trama_acting *acting = &system->acting[a];
        friction += acting->type->rubbed ? acting->type->rubbed(acting->self) : 0.0;
    }
    bundle_put_real(results, &column_contact_friction_s, friction);
    add_sums(system, system->object_count, object_at, &column_model_s, results);
    add_sums(system, system->acting_count, acting_at, &column_interaction_s, results);
}

/* "node 3", "node 3 of cloth", or "" of no node. */
static void name_place(const trama_outcome *outcome, const trama_system *system, char *text,
                       size_t size)
{
    const trama_finding *at = &outcome->finding;
    const char *object = at->object == TRAMA_NO_OBJECT ? "" : system->object[at->object].name;
    *text = '\0';
    if (outcome->detector == &trama_refusal)
        snprintf(text, size, ", by %s", task_refuser(system, outcome));
    else if (at->node != TRAMA_NO_NODE)
        snprintf(text, size, ", node %ld%s%s", at->node, *object ? " of " : "", object);
    else if (*object)
        snprintf(text, size, ", %s", object);
}

static void conclude(const trama_outcome *outcome, const trama_system *system, double dt,
                     bundle *results)
{
    char place[128];
    name_place(outcome, system, place, sizeof place);
    if (outcome->ending == TRAMA_UNSTABLE)
        task_conclude(results, "unstable", "%.6g ms fails (%s, iteration %ld%s)", 1e3 * dt,
                      outcome->detector->name, outcome->iteration, place);
    else
        task_conclude(results, "ok", "%ld iterations of %.6g ms", outcome->iteration, 1e3 * dt);
}

/* Digest of the last state of objects with names, with that of the method and the interactions. Two
 * runs that are the same share it. */
static void add_digest(const task_bench *bench, bundle *results)
{
    trama_archive archive = {0};
    char text[32];
    if (!*bench->system->object[0].name)
        return;
    trama_archive_digest(&archive);
    trama_system_state(bench->system, &archive);
    trama_integrator_state(bench->integrator, &archive);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)archive.digest);
    bundle_put_text(results, &column_state, text);
    bundle_put_integer(results, &column_unsolved, trama_integrator_unsolved(bench->integrator));
}

/* A run that is not called unstable remarks spurious energy all the same, under a name that no
 * object and no interaction can have. */
static void add_growth(const trama_outcome *outcome, bundle *results)
{
    column_member m;
    if (outcome->ending == TRAMA_UNSTABLE || outcome->grown == 0)
        return;
    bundle_put_integer(results, column_named(&column_remark_steps, "energy-budget", &m),
                       outcome->grown);
    bundle_put_text(results, column_named(&column_remark_what, "energy-budget", &m),
                    "with unexplained energy, more than a tenth of the largest seen: bounds.energy "
                    "would call it unstable");
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    recorder r = {.p = p};
    trama_outcome outcome;
    trama_status status = prepare(&r, bench, error);
    if (p->times)
        bench->system->clock = thread_seconds_now;
    if (status == TRAMA_OK)
        status = go_through(&r, bench, &outcome, error);
    if (status == TRAMA_OK) {
        bundle_put_real(results, &column_dt, p->dt);
        bundle_put_integer(results, &column_iterations, outcome.iteration);
        bundle_put_text(results, &column_outcome, trama_ending_name(outcome.ending));
        task_add_failure(results, &task_failure, bench->system, &outcome);
        task_series_add(&r.series, results);
        add_digest(bench, results);
        add_growth(&outcome, results);
        add_spectra(bench->system, results);
        if (status == TRAMA_OK)
            add_events(bench->system, results);
        task_frames_add(&r.frames, bench->system, results);
        if (p->frames_time > 0.0)
            task_screen_add(&r.screen, results);
        if (p->forces) {
            task_contacts_add(&r.contacts, bench->system, results);
            task_boundaries_add(bench->system, results);
        }
        if (p->times)
            add_times(bench->system, results);
        conclude(&outcome, bench->system, p->dt, results);
    }
    if (status == TRAMA_OK)
        status = task_journal_status(bench->journal, error);
    task_frames_free(&r.frames);
    task_contacts_free(&r.contacts);
    task_series_free(&r.series);
    return status;
}

/* A screen's frames stand by themselves, and need steps of one size. */
static trama_status check_screen(const parameters *p, trama_error *error)
{
    enum { MOST = 1000000 };
    if (p->frames_time == 0.0)
        return TRAMA_OK;
    const double frames = task_screen_frames(p->frames_time, p->dt, p->horizon);
    if (p->frames.count > 0 || p->frames_every > 0 || p->steps_vary > 0.0)
        return trama_fail(error, TRAMA_BAD_INPUT, "task.frames_time",
                          "frames_time: with %s; allowed: without frames, frames_every and "
                          "steps_vary",
                          p->steps_vary > 0.0 ? "steps_vary" : "frames or frames_every");
    if (frames > MOST || p->frames_time > MOST * p->dt)
        return trama_fail(error, TRAMA_BAD_INPUT, "task.frames_time",
                          "frames_time: %g s makes %.3g frames of %.3g steps; allowed: up to %d of "
                          "each",
                          p->frames_time, frames, p->frames_time / p->dt, MOST);
    return TRAMA_OK;
}

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    const parameters *p = c->task_parameters;
    if (check_screen(p, error) != TRAMA_OK)
        return error->status;
    for (size_t i = 0; i < p->frames.count; i++)
        if (p->frames.value[i] != floor(p->frames.value[i]) ||
            p->frames.value[i] > (double)p->horizon)
            return trama_fail(error, TRAMA_BAD_INPUT, "task.frames",
                              "frames: %g; allowed: whole numbers of iterations from 0 to the "
                              "horizon, %ld",
                              p->frames.value[i], p->horizon);
    if (frames_at_most(p) > 0 && !task_frames_possible(system))
        return trama_fail(error, TRAMA_BAD_INPUT,
                          p->frames.count > 0   ? "task.frames"
                          : p->frames_every > 0 ? "task.frames_every"
                                                : "task.frames_time",
                          "frames need nodes or rigid bodies; the case has none");
    trama_mark mark;
    if (*p->body.text && find_body(p, system, &mark, error) != TRAMA_OK)
        return error->status;
    trama_budget *budget = NULL;
    trama_status status = p->energy ? trama_budget_create(system, &budget, error) : TRAMA_OK;
    trama_budget_destroy(budget);
    if (status == TRAMA_BAD_INPUT)
        snprintf(error->path, sizeof error->path, "task.energy");
    return status;
}

const task_type task_run = {
    .name = "run",
    .summary = "one run with its history and frames",
    .version = 4,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0}},
    .check = check,
    .run = run,
};
