/* What cases are called. Cases of one experiment that share simulation, integrator and step
 * are told apart by the labels in which they differ, or else by the swept values. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/read/variation.h"
#include "results/swept.h"

enum { NAME = 128, VALUE = 40 };

/* A text that is being put together; what does not fit is left out. */
typedef struct note {
    char *text;
    size_t size, used;
} note;

static void append(note *n, const char *before, const char *text)
{
    const int length = snprintf(n->text + n->used, n->size - n->used, "%s%s", before, text);
    if (length > 0 && (size_t)length < n->size - n->used)
        n->used += (size_t)length;
    else
        n->text[n->used] = '\0';
}

static void add(note *n, const char *name, const char *value)
{
    char whole[NAME + VALUE + 2];
    snprintf(whole, sizeof whole, "%s %s", name, value);
    append(n, ", ", whole);
}

static void add_labels(const study *s, const study_case *c, note *n)
{
    for (size_t i = 0; i < c->data.count; i++) {
        const char *path = c->data.column[i].path, *label = variation_label(c, path);
        if (label && variations_differ(variations_of(s), c, path))
            add(n, label, case_label(c, label));
    }
}

/* --- swept values --- */

/* The value of a swept column that is told: labels and the method are told anyway. */
static bool told_value(const bundle_column *column, swept_value *value)
{
    return swept_of(column, 0, value) && strncmp(value->path, "labels.", 7) != 0 &&
           strcmp(value->path, "integrator.name") != 0;
}

/* What the study calls a path, or else the path's own name. */
static void name_path(const study_case *c, const char *path, char name[NAME])
{
    const study_block *of = case_block(c);
    for (size_t i = 0; i < of->factor_count; i++)
        if (strcmp(of->factor[i].path, path) == 0) {
            snprintf(name, NAME, "%s", of->factor[i].name);
            return;
        }
    swept_name(path, name, NAME);
}

static void add_value(const study_case *c, const swept_value *value, note *n)
{
    char name[NAME], text[VALUE];
    name_path(c, value->path, name);
    swept_text(value, text, sizeof text);
    add(n, name, text);
}

static void add_swept(const study *s, const study_case *c, note *n)
{
    swept_value value;
    for (size_t i = 0; i < c->data.count; i++) {
        const bundle_column *column = &c->data.column[i];
        if (told_value(column, &value) && variations_differ(variations_of(s), c, column->path))
            add_value(c, &value, n);
    }
}

void study_case_variation(const study *s, const study_case *c, char *text, size_t size)
{
    note n = {text, size, 0};
    text[0] = '\0';
    add_labels(s, c, &n);
    if (n.used == 0)
        add_swept(s, c, &n);
}

void study_case_title(const study *s, const study_case *c, char *title, size_t size)
{
    const double dt = case_number(c, &column_dt);
    char step[48] = "", variation[160];
    if (!isnan(dt))
        snprintf(step, sizeof step, ", Δt = %.6g ms", 1e3 * dt);
    study_case_variation(s, c, variation, sizeof variation);
    snprintf(title, size, "%s, %s%s%s", case_simulation(c), case_method_title(c), variation, step);
}

void case_name(const study_case *c, char *text, size_t size)
{
    const char *simulation = case_label(c, "simulation");
    note n = {text, size, 0};
    swept_value value;
    append(&n, "", case_text(c, &column_case_experiment));
    append(&n, simulation[0] ? " " : "", simulation);
    append(&n, " ", case_text(c, &column_case_integrator));
    for (size_t i = 0; i < c->data.count; i++) {
        const bundle_column *column = &c->data.column[i];
        const char *label = variation_label(c, column->path);
        if (label)
            add(&n, label, case_label(c, label));
        else if (told_value(column, &value))
            add_value(c, &value, &n);
    }
}
