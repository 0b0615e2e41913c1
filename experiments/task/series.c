#include "task/series.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "measure/momentum.h"
#include "measure/smooth_work.h"
#include "measure/whole.h"
#include "task/sampled.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a column's values come from. */
typedef enum source { WHOLE, SHAPE, ENERGY, OBSERVED, ACTED, REACTION, PIN, ATTITUDE } source;

struct series_column {
    trama_observable figure;
    const char *owner; /* object or interaction; "": the whole, or the only object */
    source source;
    size_t of, index; /* object or interaction; entry of its list */
};

/* ---- Which columns there are. */

static void add(series_column *list, size_t *count, series_column column)
{
    if (list)
        list[*count] = column;
    ++*count;
}

/* A system of one object without a name has every column, filled with NaN where it has nothing to
 * say; one of several has what there is. */
static bool is_short(const trama_system *system)
{
    return !*system->object[0].name;
}

static trama_observable observable_of(const results_column *column)
{
    return (trama_observable){column_name(column), column->unit, column->summary};
}

/* Whether the energy account of the system has such an entry. */
static bool is_booked(const trama_system *system, sampled_needs needs)
{
    switch (needs) {
    case SAMPLED_ACTING:
        return system->acting_count > 0;
    case SAMPLED_LED:
        return trama_system_is_led(system);
    case SAMPLED_AIR:
        return trama_system_has_work(system, TRAMA_BY_AIR);
    case SAMPLED_SUMMED:
        return trama_system_sums_work(system);
    default:
        return true;
    }
}

static bool is_of_budget(sampled_needs needs)
{
    return needs >= SAMPLED_BUDGET;
}

static void list_whole(const trama_system *system, series_column *list, size_t *count)
{
    for (size_t i = 0; i < sampled_of_whole_count; i++) {
        const sampled_whole *w = &sampled_of_whole[i];
        const bool of_nodes = w->needs == SAMPLED_MOTION || w->needs == SAMPLED_SHAPE;
        if (!is_booked(system, w->needs) ||
            (of_nodes && !trama_has_momentum(system) && !is_short(system)))
            continue;
        series_column column = {observable_of(w->column), "", WHOLE, 0, i};
        if (w->column == &column_series_displacement)
            column.figure.unit = trama_system_unit(system);
        add(list, count, column);
    }
}

static bool has_gauge(const trama_object *object)
{
    return object->type->pointwise && trama_scene_spec_of(object->scene)->gauge.given;
}

/* Whether there is anything to sample of it. */
static bool has_shape(const trama_object *object, const sampled_object *s)
{
    if (s->needs == SAMPLED_DAMPING)
        return trama_object_is_damped(object);
    return object->type->pointwise || (s->needs == SAMPLED_VOLUME && object->type->rigid);
}

static void list_object(const trama_system *system, size_t o, series_column *list, size_t *count)
{
    const trama_object *object = &system->object[o];
    const trama_model_type *type = object->type;
    for (size_t i = 0; i < sampled_of_object_count; i++) {
        const sampled_object *s = &sampled_of_object[i];
        if (s->needs == SAMPLED_GAUGE     ? has_gauge(object)
            : s->needs == SAMPLED_DAMPING ? has_shape(object, s)
                                          : has_shape(object, s) || is_short(system))
            add(list, count, (series_column){observable_of(s->column), object->name, SHAPE, o, i});
    }
    for (size_t kind = 0; kind < TRAMA_ENERGY_MAX && type->energy_names[kind]; kind++)
        add(list, count,
            (series_column){
                {type->energy_names[kind], column_series_energy.unit, column_series_energy.summary},
                object->name,
                ENERGY,
                o,
                kind});
    for (size_t i = 0; i < TRAMA_OBSERVABLES_MAX && type->observed[i].name; i++)
        add(list, count, (series_column){type->observed[i], object->name, OBSERVED, o, i});
}

static void list_all(const trama_observable *figure, size_t figures, series_column first,
                     series_column *list, size_t *count)
{
    for (first.index = 0; first.index < figures; first.index++) {
        first.figure = figure[first.index];
        add(list, count, first);
    }
}

static void list_more(const trama_system *system, const task_series_more *more, series_column *list,
                      size_t *count)
{
    for (size_t a = 0; more->forces && a < system->acting_count; a++)
        list_all(task_reactions, TASK_REACTIONS,
                 (series_column){.owner = system->acting[a].name, .source = REACTION, .of = a},
                 list, count);
    for (size_t o = 0; more->forces && o < system->object_count; o++)
        if (system->object[o].type->pointwise)
            list_all(task_pin_forces, TASK_PIN_FORCES,
                     (series_column){.owner = system->object[o].name, .source = PIN, .of = o}, list,
                     count);
    if (more->body)
        list_all(task_attitudes, TASK_ATTITUDES,
                 (series_column){.owner = more->body->object->name, .source = ATTITUDE}, list,
                 count);
}

/* Their number; `list` may be NULL. */
static size_t list_columns(const trama_system *system, const task_series_more *more,
                           series_column *list)
{
    size_t count = 0;
    list_whole(system, list, &count);
    for (size_t o = 0; o < system->object_count; o++)
        list_object(system, o, list, &count);
    for (size_t a = 0; a < system->acting_count; a++)
        for (size_t i = 0; i < TRAMA_OBSERVABLES_MAX && system->acting[a].type->observed[i].name;
             i++)
            add(list, &count,
                (series_column){system->acting[a].type->observed[i], system->acting[a].name, ACTED,
                                a, i});
    list_more(system, more, list, &count);
    return count;
}

/* Samples that are a record of the journal. */
enum { BLOCK = 1024 };

/* One each `every`, with the start, and the last. */
static size_t samples_at_most(long horizon, long every)
{
    return (size_t)(horizon / every) + 2;
}

static const task_series_more nothing_more;

double task_series_bytes(const trama_system *system, const task_series_more *more, long horizon,
                         long every)
{
    const double samples = (double)samples_at_most(horizon, every);
    return (double)sizeof(double) *
           (double)list_columns(system, more ? more : &nothing_more, NULL) * samples;
}

trama_status task_series_create(task_series *series, const trama_system *system,
                                const task_series_more *more, long horizon, long every,
                                task_journal *journal, trama_error *error)
{
    const bool streams = task_journal_streams(journal);
    more = more ? more : &nothing_more;
    *series = (task_series){.more = *more,
                            .columns = list_columns(system, more, NULL),
                            .capacity = streams ? BLOCK : samples_at_most(horizon, every),
                            .every = every,
                            .journal = streams ? journal : NULL};
    series->value = trama_doubles(series->columns * series->capacity);
    series->column = calloc(series->columns + 1, sizeof *series->column);
    series->room = more->forces ? trama_doubles(system->nv) : NULL;
    if (!series->value || !series->column || (more->forces && !series->room))
        return trama_fail_memory(error);
    list_columns(system, more, series->column);
    return TRAMA_OK;
}

/* ---- Values. */

static double whole_value(const series_column *c, const trama_view *view)
{
    const sampled_whole *w = &sampled_of_whole[c->index];
    const bool of_nodes = w->needs == SAMPLED_MOTION || w->needs == SAMPLED_SHAPE;
    return (of_nodes && !trama_has_momentum(view->system)) ||
                   (is_of_budget(w->needs) && !view->budget)
               ? TRAMA_NAN
               : w->of(view);
}

/* What an object or an interaction observes of itself, all at once. */
static void observe(const series_column *c, const trama_view *view, double *value)
{
    const trama_system *system = view->system;
    if (c->source == OBSERVED) {
        const trama_object *object = &system->object[c->of];
        object->type->observe(object->model, system->q + object->q_begin,
                              system->v + object->v_begin, value);
    } else {
        const trama_acting *acting = &system->acting[c->of];
        acting->type->observe(acting->self, system->t, system->q, system->v, value);
    }
}

static double shape_value(const sampled_object *s, const trama_view *view,
                          const trama_object *object)
{
    const bool unknown =
        (s->needs == SAMPLED_MOTION && !view->before) || (is_of_budget(s->needs) && !view->budget);
    return has_shape(object, s) && !unknown ? s->of(view, object) : TRAMA_NAN;
}

/* What columns of one source and owner see, all at once; false: each sees its own. */
static bool see(const series_column *c, const task_series *series, const trama_view *view,
                double *observed)
{
    if (c->source == OBSERVED || c->source == ACTED)
        observe(c, view, observed);
    else if (c->source == REACTION)
        task_reactions_of(view, c->of, series->room, observed);
    else if (c->source == PIN)
        task_pin_forces_of(view, c->of, series->room, observed);
    else if (c->source == ATTITUDE)
        task_attitudes_of(view, series->more.body, observed);
    else
        return false;
    return true;
}

/* `observed` keeps what the columns before it, of the same owner, have seen. */
static double value_of(const series_column *c, const task_series *series, const trama_view *view,
                       double *observed)
{
    const trama_object *object = &view->system->object[c->of];
    switch (c->source) {
    case WHOLE:
        return whole_value(c, view);
    case SHAPE:
        return shape_value(&sampled_of_object[c->index], view, object);
    case ENERGY:
        return view->budget ? trama_budget_internal(view->budget, c->of, c->index) : TRAMA_NAN;
    case OBSERVED:
    case ACTED:
    case REACTION:
    case PIN:
    case ATTITUDE:
        if (c->index == 0)
            see(c, series, view, observed);
        return observed[c->index];
    }
    return TRAMA_NAN;
}

/* A block is as long whether it is full or not; what it lacks is zero. */
static void put_block(task_series *series)
{
    const size_t bytes = series->columns * series->capacity * sizeof *series->value;
    task_journal_put(series->journal, RECORD_JOURNAL_HISTORY, series->value, bytes);
    memset(series->value, 0, bytes);
}

static void take_sample(task_series *series, const trama_view *view)
{
    double observed[TRAMA_OBSERVABLES_MAX];
    double *sample = series->value + series->count++ % series->capacity;
    for (size_t c = 0; c < series->columns; c++)
        sample[c * series->capacity] = value_of(&series->column[c], series, view, observed);
    if (series->journal && series->count % series->capacity == 0)
        put_block(series);
}

void task_series_observe(task_series *series, const trama_view *view)
{
    if (view->system->iteration % series->every == 0 || view->last)
        take_sample(series, view);
}

void task_series_refused(task_series *series, const trama_view *view)
{
    if (view->system->iteration % series->every != 0)
        take_sample(series, view);
}

void task_series_finish(task_series *series)
{
    if (series->journal && series->count % series->capacity != 0)
        put_block(series);
}

void task_series_state(task_series *series, trama_archive *archive)
{
    long count = (long)series->count;
    trama_archive_integer(archive, &count);
    series->count = (size_t)count;
    trama_archive_reals(archive, series->value, series->columns * series->capacity);
    if (series->journal && archive->mode == TRAMA_ARCHIVE_LOAD)
        record_journal_rewind(series->journal->open, RECORD_JOURNAL_HISTORY,
                              series->count / series->capacity);
}

/* ---- One column by its name. */

size_t task_series_find(const task_series *series, const char *owner, const char *name)
{
    size_t c = 0;
    while (c < series->columns && (strcmp(series->column[c].owner, owner) != 0 ||
                                   strcmp(series->column[c].figure.name, name) != 0))
        c++;
    return c;
}

double task_series_value(const task_series *series, size_t column, const trama_view *view)
{
    const series_column *c = &series->column[column];
    double observed[TRAMA_OBSERVABLES_MAX];
    if (see(c, series, view, observed))
        return observed[c->index];
    return value_of(c, series, view, observed);
}

const char *task_series_unit(const task_series *series, size_t column)
{
    return series->column[column].figure.unit;
}

bool task_series_needs_budget(const task_series *series, size_t column)
{
    const series_column *c = &series->column[column];
    const sampled_needs needs = c->source == WHOLE   ? sampled_of_whole[c->index].needs
                                : c->source == SHAPE ? sampled_of_object[c->index].needs
                                                     : SAMPLED_RUN;
    return c->source == ENERGY || is_of_budget(needs);
}

bool task_series_needs_impulses(const task_series *series, size_t column)
{
    return series->column[column].source == REACTION;
}

/* ---- Into results. */

/* Its column among those of a series or of a state. */
static const results_column *column_of(const series_column *c, const results_column *family,
                                       column_member *m)
{
    char name[160];
    snprintf(name, sizeof name, "%s%s%s", c->owner, *c->owner ? "/" : "", c->figure.name);
    return column_described(family, name, c->figure.unit, c->figure.summary, m);
}

static bundle_stream stream_of(const task_series *series, size_t column)
{
    const record_journal *journal = series->journal ? series->journal->open : NULL;
    return record_journal_stream(journal, RECORD_JOURNAL_HISTORY, series->capacity,
                                 column * series->capacity * sizeof *series->value, 1);
}

void task_series_add(const task_series *series, bundle *results)
{
    column_member m;
    for (size_t c = 0; c < series->columns; c++) {
        const results_column *column = column_of(&series->column[c], &column_series_observed, &m);
        const bundle_stream stream = stream_of(series, c);
        if (series->journal)
            bundle_put_stream(results, column, &stream, series->count);
        else
            bundle_put_reals(results, column, series->value + c * series->capacity, series->count);
    }
}

/* Whether a column belongs to a state, without a run. */
static bool is_of_state(const series_column *c, const trama_system *system)
{
    if (c->source == WHOLE)
        return sampled_of_whole[c->index].needs == SAMPLED_SHAPE && trama_has_momentum(system);
    if (c->source == SHAPE)
        return sampled_of_object[c->index].needs != SAMPLED_MOTION &&
               !is_of_budget(sampled_of_object[c->index].needs) &&
               has_shape(&system->object[c->of], &sampled_of_object[c->index]);
    return c->source == OBSERVED || c->source == ACTED;
}

trama_status task_state_add(const trama_system *system, bundle *results, trama_error *error)
{
    const trama_view view = {.system = system, .before = system->q};
    task_series series;
    double observed[TRAMA_OBSERVABLES_MAX];
    column_member m;
    const trama_status status = task_series_create(&series, system, NULL, 0, 1, NULL, error);
    for (size_t c = 0; status == TRAMA_OK && c < series.columns; c++) {
        const series_column *column = &series.column[c];
        if (is_of_state(column, system))
            bundle_put_real(results, column_of(column, &column_end_observed, &m),
                            value_of(column, &series, &view, observed));
    }
    task_series_free(&series);
    return status;
}

void task_series_free(task_series *series)
{
    free(series->value);
    free(series->room);
    free(series->column);
    *series = (task_series){0};
}
