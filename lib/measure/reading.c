#include "measure/reading.h"
#include "core/numbers.h"

#include <math.h>
#include <string.h>

const char *const trama_reading_names[TRAMA_READ_KINDS + 1] = {
    "end", "change", "largest", "range", "crossing", "period", "peak", "peak_time", NULL};

bool trama_reading_takes_vectors(trama_reading_kind kind)
{
    return kind == TRAMA_READ_END || kind == TRAMA_READ_CHANGE || kind == TRAMA_READ_LARGEST;
}

size_t trama_reading_width(trama_reading_kind kind, size_t components)
{
    return kind == TRAMA_READ_LARGEST ? 1 : components;
}

bool trama_reading_is_time(trama_reading_kind kind)
{
    return kind == TRAMA_READ_CROSSING || kind == TRAMA_READ_PERIOD || kind == TRAMA_READ_PEAK_TIME;
}

trama_reading trama_reading_begin(trama_reading_kind kind, size_t components, long number,
                                  double level)
{
    return (trama_reading){.kind = kind,
                           .components = components,
                           .number = number,
                           .level = level,
                           .low = TRAMA_INFINITY,
                           .high = -TRAMA_INFINITY,
                           .first = TRAMA_NAN,
                           .found_at = TRAMA_NAN,
                           .found_value = TRAMA_NAN};
}

static double magnitude(const double *value, size_t components)
{
    double square = 0.0;
    for (size_t i = 0; i < components; i++)
        square += value[i] * value[i];
    return sqrt(square);
}

/* A sample that lies on the level belongs to the side above it. */
static void look_for_crossing(trama_reading *r, double time, double value)
{
    const double before = r->value[1] - r->level, now = value - r->level;
    const bool upward = before < 0.0 && now >= 0.0, downward = before >= 0.0 && now < 0.0;
    if (!upward && !(downward && r->kind == TRAMA_READ_CROSSING))
        return;
    const double at = r->time[1] + (time - r->time[1]) * (before / (before - now));
    r->found++;
    if (r->found == 1)
        r->first = at;
    if (r->kind == TRAMA_READ_PERIOD || r->found == r->number)
        r->found_at = at;
}

/* The parabola through the last two samples and this one, if the middle one is a maximum. */
static void look_for_peak(trama_reading *r, double time, double value)
{
    const double before = r->time[1] - r->time[0], after = time - r->time[1];
    const double rise = (r->value[1] - r->value[0]) / before, fall = (value - r->value[1]) / after;
    if (!(rise > 0.0 && fall <= 0.0) || ++r->found != r->number)
        return;
    const double bend = (fall - rise) / (before + after); /* half the second derivative */
    const double slope = rise + bend * before;            /* at the middle sample */
    const double way = -slope / (2.0 * bend);
    r->found_at = r->time[1] + way;
    r->found_value = r->value[1] + way * (slope + bend * way);
}

void trama_reading_take(trama_reading *reading, double time, const double *value)
{
    trama_reading *r = reading;
    const size_t bytes = r->components * sizeof *value;
    const bool peaks = r->kind == TRAMA_READ_PEAK || r->kind == TRAMA_READ_PEAK_TIME;
    if (r->samples == 0)
        memcpy(r->start, value, bytes);
    if (r->samples > 0 && (r->kind == TRAMA_READ_CROSSING || r->kind == TRAMA_READ_PERIOD))
        look_for_crossing(r, time, value[0]);
    if (r->samples > 1 && peaks)
        look_for_peak(r, time, value[0]);
    r->largest = fmax(r->largest, magnitude(value, r->components));
    r->low = fmin(r->low, value[0]);
    r->high = fmax(r->high, value[0]);
    memcpy(r->last, value, bytes);
    r->time[0] = r->time[1];
    r->value[0] = r->value[1];
    r->time[1] = time;
    r->value[1] = value[0];
    r->samples++;
}

static double number_of(const trama_reading *r, size_t component)
{
    switch (r->kind) {
    case TRAMA_READ_END:
        return r->last[component];
    case TRAMA_READ_CHANGE:
        return r->last[component] - r->start[component];
    case TRAMA_READ_LARGEST:
        return r->largest;
    case TRAMA_READ_RANGE:
        return r->high - r->low;
    case TRAMA_READ_PERIOD:
        return r->found > 1 ? (r->found_at - r->first) / (double)(r->found - 1) : TRAMA_NAN;
    case TRAMA_READ_PEAK:
        return r->found_value;
    default:
        return r->found_at;
    }
}

void trama_reading_result(const trama_reading *reading, double *result)
{
    const size_t width = trama_reading_width(reading->kind, reading->components);
    for (size_t i = 0; i < width; i++)
        result[i] = number_of(reading, i);
}
