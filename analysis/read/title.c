/* The titles of cases. Cases of one experiment that share task, simulation, integrator and step are
 * distinguished by the labels in which they differ, and by the study's factors and swept values,
 * each only if it distinguishes cases that the previous ones do not. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/read/units.h"
#include "analysis/read/variation.h"
#include "core/numbers.h"
#include "core/text.h"
#include "results/swept.h"

enum { NAME = 128, VALUE = 128 };

/* A text that is being put together; what does not fit is left out. */
typedef struct note {
    char *text;
    size_t size, used;
    const char *vector; /* a path of the vector that was told last; NULL: none was */
} note;

/* Whether a person wrote a number so: a whole one, or one of few digits. Computed ones have more.
 */
static bool is_brief(double number)
{
    char text[32];
    snprintf(text, sizeof text, "%.9g", number);
    return strtod(text, NULL) == number || number == round(number);
}

void study_value_text(const char *value, char *text, size_t size)
{
    double number;
    const bool derived =
        trama_read_real(value, -TRAMA_INFINITY, TRAMA_INFINITY, &number) && !is_brief(number);
    if (derived)
        snprintf(text, size, "%.6g", number);
    else
        snprintf(text, size, "%s", value);
}

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

static void add_label(const study_case *c, const char *name, const char *label, note *n)
{
    char value[VALUE];
    study_value_text(case_label(c, label), value, sizeof value);
    add(n, name, value);
}

static void add_labels(const study *s, const study_case *c, note *n)
{
    for (size_t i = 0; i < c->data.count; i++) {
        const char *path = c->data.column[i].path, *label = variation_label(c, path);
        if (label && variations_differ(variations_of(s), c, path))
            add_label(c, label, label, n);
    }
}

/* --- swept values --- */

/* The value of a swept column that is told: labels are told anyway. */
static bool told_value(const bundle_column *column, swept_value *value)
{
    return swept_of(column, 0, value) && strncmp(value->path, "labels.", 7) != 0;
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

/* A number that was swept beside texts is one all the same. */
static void value_text(const swept_value *value, char *text, size_t size)
{
    if (value->type == BUNDLE_TEXT)
        study_value_text(value->text, text, size);
    else
        swept_text(value, text, size);
}

/* The length of "model.points" in "model.points[1]"; 0 of what is no component. */
static size_t vector_length(const char *path)
{
    const char *bracket = strrchr(path, '[');
    return bracket && path[strlen(path) - 1] == ']' ? (size_t)(bracket - path) : 0;
}

static bool is_of_vector(const char *path, const char *vector, size_t length)
{
    return length > 0 && vector_length(path) == length && strncmp(path, vector, length) == 0;
}

/* The components of a vector, "(5.62679, -8.03588, 0)"; how many were swept. */
static size_t vector_text(const study_case *c, const char *path, char text[VALUE])
{
    const size_t length = vector_length(path);
    note n = {.text = text, .size = VALUE};
    size_t components = 0;
    swept_value value;
    for (size_t i = 0; i < c->data.count; i++) {
        char component[VALUE];
        if (!told_value(&c->data.column[i], &value) || !is_of_vector(value.path, path, length))
            continue;
        value_text(&value, component, sizeof component);
        append(&n, components++ ? ", " : "(", component);
    }
    append(&n, "", ")");
    return components;
}

static void add_value(const study_case *c, const swept_value *value, note *n)
{
    char name[NAME], text[VALUE];
    if (n->vector && is_of_vector(value->path, n->vector, vector_length(n->vector)))
        return;
    if (vector_length(value->path) > 0 && vector_text(c, value->path, text) > 1) {
        char vector[NAME];
        snprintf(vector, sizeof vector, "%.*s", (int)vector_length(value->path), value->path);
        name_path(c, vector, name);
        n->vector = value->path;
    } else {
        name_path(c, value->path, name);
        value_text(value, text, sizeof text);
    }
    add(n, name, text);
}

/* A label that is a factor of the study, by the factor's name. */
static bool add_factor(const study_case *c, const char *path, note *n)
{
    const char *label = group_rest(group_labels, path);
    char whole[NAME], name[NAME];
    if (!label)
        return false;
    snprintf(whole, sizeof whole, "labels.%s", label);
    name_path(c, whole, name);
    add_label(c, name, label, n);
    return true;
}

static void add_told(const study *s, const study_case *c, note *n)
{
    swept_value value;
    for (size_t i = 0; i < c->data.count; i++) {
        const bundle_column *column = &c->data.column[i];
        if (variations_tell(variations_of(s), c, column->path) && !add_factor(c, column->path, n) &&
            told_value(column, &value))
            add_value(c, &value, n);
    }
}

void study_case_variation(const study *s, const study_case *c, char *text, size_t size)
{
    note n = {.text = text, .size = size};
    text[0] = '\0';
    add_labels(s, c, &n);
    add_told(s, c, &n);
}

void case_subject_title(const study_case *c, char *text, size_t size)
{
    char subject[128];
    double number;
    study_value_text(case_simulation(c), subject, sizeof subject);
    const bool alone = trama_read_real(subject, -TRAMA_INFINITY, TRAMA_INFINITY, &number);
    snprintf(text, size, "%s%s%s", alone ? case_simulation_word(c) : "", alone ? " " : "", subject);
}

void study_case_title(const study *s, const study_case *c, char *title, size_t size)
{
    const double dt = case_number(c, &column_dt);
    char step[UNIT_STEP] = "", variation[160], subject[160];
    if (!isnan(dt))
        unit_step_text(s, dt, 6, step);
    study_case_variation(s, c, variation, sizeof variation);
    case_subject_title(c, subject, sizeof subject);
    snprintf(title, size, "%s, %s%s%s%s", subject, case_method_title(c), variation,
             *step ? ", Δt = " : "", step);
}

void study_case_row(const study *s, const study_case *c, bool step, char text[CASE_ROW])
{
    char variation[160], subject[280], dt[UNIT_STEP];
    study_case_variation(s, c, variation, sizeof variation);
    study_value_text(case_simulation(c), subject, sizeof subject);
    unit_step_text(s, case_given_step(c), 6, dt);
    const bool tells = step && variations_in_step(variations_of(s), c);
    snprintf(text, CASE_ROW, "%s%s%s%s", subject, variation, tells ? ", Δt = " : "",
             tells ? dt : "");
}

void case_name(const study_case *c, char *text, size_t size)
{
    note n = {.text = text, .size = size};
    swept_value value;
    append(&n, "", case_text(c, &column_case_experiment));
    append(&n, " ", case_text(c, &column_case_integrator));
    for (size_t i = 0; i < c->data.count; i++) {
        const bundle_column *column = &c->data.column[i];
        const char *label = variation_label(c, column->path);
        if (label)
            add_label(c, label, label, &n);
        else if (told_value(column, &value) && strcmp(value.path, "integrator.name") != 0)
            add_value(c, &value, &n);
    }
}
