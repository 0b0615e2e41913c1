/* The nodes that a scene holds: its pins, from the typed values in the record of the case. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/frames.h"
#include "core/numbers.h"

/* What follows "\n<path><key> = " in the record; NULL if there is no such line. */
static const char *value_of(const char *record, const char *path, const char *key)
{
    char line[200];
    snprintf(line, sizeof line, "\n%s%s = ", path, key);
    const char *at = strstr(record, line);
    return at ? at + strlen(line) : NULL;
}

/* "[1, 0x1p+3]"; false for anything else. */
static bool read_pair(const char *record, const char *path, const char *key, double pair[2])
{
    const char *at = value_of(record, path, key);
    for (size_t i = 0; at && i < 2; i++) {
        char *end;
        pair[i] = *at ? strtod(at + 1, &end) : 0;
        at = *at && end != at + 1 ? end : NULL;
    }
    return at && *at == ']';
}

/* A range of nodes of `count`; a negative one counts from the end. False if it is none. */
static bool read_range(const char *record, const char *path, const char *key, size_t count,
                       size_t range[2])
{
    double pair[2];
    if (!read_pair(record, path, key, pair))
        return false;
    for (size_t i = 0; i < 2; i++) {
        const double at = pair[i] < 0 ? pair[i] + (double)count : pair[i];
        if (!(at >= 0 && at < (double)count))
            return false;
        range[i] = (size_t)at;
    }
    return true;
}

/* Times that are not told are without bound. */
static void read_times(const char *record, const char *path, const char *key, double times[2])
{
    if (!read_pair(record, path, key, times))
        times[0] = times[1] = TRAMA_NAN;
}

/* A pin of a set of points names no nodes, and one that is free in all directions holds none. */
static bool read_pin(const char *record, const char *path, const frames_part *part, frames_pin *pin)
{
    static const char all_free[] = "[true, true, true]";
    const char *is_free = value_of(record, path, "free"),
               *set = value_of(record, path, "point_set");
    read_times(record, path, "iterations", pin->iterations);
    read_times(record, path, "seconds", pin->seconds);
    return (!set || *set == '\n') &&
           !(is_free && strncmp(is_free, all_free, strlen(all_free)) == 0) &&
           read_range(record, path, "k", part->rows, pin->k) &&
           read_range(record, path, "l", part->columns, pin->l);
}

static bool add_pin(frames *f, const frames_pin *pin)
{
    frames_pin *grown = realloc(f->pin, (f->pins + 1) * sizeof *grown);
    if (!grown)
        return false;
    f->pin = grown;
    f->pin[f->pins++] = *pin;
    return true;
}

static bool add_pins(frames *f, size_t part, const char *record)
{
    const frames_part *own = &f->part[part];
    for (size_t i = 0;; i++) {
        char path[120];
        frames_pin pin = {.part = part};
        snprintf(path, sizeof path, "%s%s%sscene.pins[%zu].", *own->name ? "objects." : "",
                 own->name, *own->name ? "." : "", i);
        if (!value_of(record, path, "k"))
            return true;
        if (read_pin(record, path, own, &pin) && !add_pin(f, &pin))
            return false;
    }
}

bool frames_read_pins(const study_case *c, frames *f)
{
    const char *record = case_text(c, &column_config_resolved);
    for (size_t i = 0; i < f->parts; i++)
        if (!add_pins(f, i, record))
            return false;
    return true;
}

static bool is_within(double at, const double bounds[2])
{
    return !(at < bounds[0]) && !(at > bounds[1]); /* NAN: no bound */
}

/* The first iteration makes the first frame's state what the pins want. */
static bool is_held_then(const frames_pin *pin, const frames *f, size_t frame)
{
    return is_within(fmax((double)f->iteration[frame], 1), pin->iterations) &&
           (!f->time || is_within(f->time[frame], pin->seconds));
}

bool frames_holds(const frames *f, size_t frame, size_t node)
{
    for (size_t i = 0; i < f->pins; i++) {
        const frames_pin *pin = &f->pin[i];
        const frames_part *part = &f->part[pin->part];
        if (node < part->begin || node >= part->begin + part->nodes)
            continue;
        const size_t k = (node - part->begin) / part->columns;
        const size_t l = (node - part->begin) % part->columns;
        if (k >= pin->k[0] && k <= pin->k[1] && l >= pin->l[0] && l <= pin->l[1] &&
            is_held_then(pin, f, frame))
            return true;
    }
    return false;
}
