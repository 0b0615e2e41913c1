#include "task/signal.h"
#include "core/numbers.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct task_vector {
    const char *name, *unit;
    void (*of)(const trama_mark *mark, const trama_system *system, double value[3]);
} task_vector;

static const task_vector vectors[] = {{"place", "m", trama_mark_place},
                                      {"velocity", "m/s", trama_mark_velocity},
                                      {"spin", "rad/s", trama_mark_spin}};

/* ---- Finding it. */

static trama_status find_vector(const task_signal_spec *spec, const trama_system *system,
                                task_signal *signal, trama_error *error)
{
    const trama_status status = trama_mark_find(&spec->mark, system, &signal->mark, error);
    if (status == TRAMA_OK && signal->vector->of == trama_mark_spin &&
        !trama_mark_is_of_body(&signal->mark))
        return trama_fail(
            error, TRAMA_BAD_INPUT, "body",
            "body: a spin needs a rigid body, and none is named; allowed: a free body");
    return status;
}

static trama_status find_column(const task_signal_spec *spec, const trama_system *system,
                                task_signal *signal, trama_error *error)
{
    const task_series_more more = {.forces = true};
    const trama_status status =
        task_series_create(&signal->series, system, &more, 0, 1, NULL, error);
    if (status != TRAMA_OK)
        return status;
    signal->column = task_series_find(&signal->series, spec->mark.object.text, spec->signal.text);
    if (signal->column < signal->series.columns)
        return TRAMA_OK;
    return trama_fail(error, TRAMA_BAD_INPUT, "signal",
                      "signal: '%s' is not a series of '%s'; allowed: place, velocity, spin, or "
                      "the name of a series of the task run, with its object or interaction",
                      spec->signal.text, spec->mark.object.text);
}

static trama_status find_direction(const task_signal_spec *spec, task_signal *signal,
                                   trama_error *error)
{
    const double *along = spec->along, length = hypot(hypot(along[0], along[1]), along[2]);
    for (size_t axis = 0; axis < 3; axis++)
        signal->direction[axis] = along[axis] / length;
    const bool given = !isnan(length);
    if (given && (!signal->vector || !(length > 0.0)))
        return trama_fail(error, TRAMA_BAD_INPUT, "along",
                          "along: allowed: a direction of some length, of place, velocity or spin");
    if (signal->vector && !given && !trama_reading_takes_vectors((trama_reading_kind)spec->read))
        return trama_fail(
            error, TRAMA_BAD_INPUT, "along",
            "along: a %s needs one number, but '%s' is a vector; allowed: a direction",
            trama_reading_names[spec->read], spec->signal.text);
    return TRAMA_OK;
}

trama_status task_signal_find(const task_signal_spec *spec, const trama_system *system,
                              task_signal *signal, trama_error *error)
{
    *signal = (task_signal){.spec = spec};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        if (strcmp(spec->signal.text, vectors[i].name) == 0)
            signal->vector = &vectors[i];
    const trama_status status = find_direction(spec, signal, error);
    if (status != TRAMA_OK)
        return status;
    return signal->vector ? find_vector(spec, system, signal, error)
                          : find_column(spec, system, signal, error);
}

void task_signal_free(task_signal *signal)
{
    task_series_free(&signal->series);
}

/* ---- Its value. */

size_t task_signal_components(const task_signal *signal)
{
    return signal->vector && isnan(signal->direction[0]) ? 3 : 1;
}

size_t task_signal_width(const task_signal *signal)
{
    return trama_reading_width((trama_reading_kind)signal->spec->read,
                               task_signal_components(signal));
}

const char *task_signal_unit(const task_signal *signal)
{
    if (trama_reading_is_time((trama_reading_kind)signal->spec->read))
        return "s";
    return signal->vector ? signal->vector->unit
                          : task_series_unit(&signal->series, signal->column);
}

bool task_signal_needs_budget(const task_signal *signal)
{
    return !signal->vector && task_series_needs_budget(&signal->series, signal->column);
}

bool task_signal_needs_impulses(const task_signal *signal)
{
    return !signal->vector && task_series_needs_impulses(&signal->series, signal->column);
}

void task_signal_value(const task_signal *signal, const trama_view *view, double *value)
{
    if (!signal->vector) {
        *value = task_series_value(&signal->series, signal->column, view);
        return;
    }
    double vector[3];
    signal->vector->of(&signal->mark, view->system, vector);
    if (task_signal_components(signal) == 3)
        memcpy(value, vector, sizeof vector);
    else
        *value = signal->direction[0] * vector[0] + signal->direction[1] * vector[1] +
                 signal->direction[2] * vector[2];
}

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(task_signal_spec, signal), .unit = "", .required = true,
     .summary =
         "watched quantity: place, velocity or spin of the mark (m, m/s, rad/s), or a series of "
         "the task run by its name, such as excess or strain, or force_y of an interaction"},
    {TRAMA_FIELD_OF(task_signal_spec, along), .unit = "1", .minimum = -DBL_MAX, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN, TRAMA_NAN, TRAMA_NAN},
     .summary = "of a vector the component along this direction (any length); default: all three"},
    {TRAMA_CHOICE_OF(task_signal_spec, read, trama_reading_names),
     .summary = "the number that is the answer: the value at the end; its change since the start; "
                "its largest magnitude; its range; the time of the nth crossing of the level; the "
                "mean period between upward crossings; the nth maximum, or the time of it"},
    {TRAMA_FIELD_OF(task_signal_spec, number), .unit = "1", .minimum = 1, .maximum = 1e9,
     .fallback = {1}, .summary = "the n of the nth crossing or maximum"},
    {TRAMA_FIELD_OF(task_signal_spec, level), .unit = "", .minimum = -DBL_MAX, .maximum = DBL_MAX,
     .summary = "level of the crossings, in the unit of the signal"},
    {TRAMA_FIELD_AS("object", task_signal_spec, mark.object), .unit = "",
     .summary = "watched object, or interaction whose series is watched; not needed in a case with "
                "one object"},
    {TRAMA_FIELD_AS("body", task_signal_spec, mark.body), .unit = "",
     .summary = "a free rigid body of it; with neither body nor nodes the mark is the centre of "
                "mass of all"},
    {TRAMA_LIST_AS("nodes", task_signal_spec, mark.nodes, 1), .unit = "1", .minimum = -1e8,
     .maximum = 1e8,
     .summary = "nodes of the object, by number, whose mean is watched; negative: from the end"},
    {TRAMA_FIELD_AS("point", task_signal_spec, mark.point), .unit = "m", .minimum = -DBL_MAX,
     .maximum = DBL_MAX, .summary = "watched point of the body, in the frame of its shape"},
};
const trama_fields task_signal_fields = TRAMA_FIELDS(fields, task_signal_spec);
