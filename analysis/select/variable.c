/* The value of a case under a name: each source of names is an entry of `sources`, in the order of
 * look-up. */
#include "analysis/select/variable.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/response.h"
#include "analysis/read/units.h"
#include "analysis/select/companion.h"
#include "analysis/select/formula.h"
#include "analysis/select/variable_sources.h"
#include "core/numbers.h"
#include "core/text.h"
#include "quantities/quantities.h"

static variable_source find_word, find_published, find_error, find_quantity, find_time;
static variable_source *const sources[] = {companion_find,
                                           find_word,
                                           find_published,
                                           find_error,
                                           variable_from_path,
                                           variable_from_list,
                                           variable_from_factor,
                                           variable_from_label,
                                           find_quantity,
                                           variable_from_last_part,
                                           find_time,
                                           variable_from_synonym};

const variable no_variable = {.own = "", .unit = "", .scale = 1.0};

bool variable_find(const study *s, const char *name, variable *v)
{
    return variable_find_named(s, name, v) || formula_find(s, name, v);
}

bool variable_find_named(const study *s, const char *name, variable *v)
{
    *v = no_variable;
    if (strlen(name) >= VARIABLE_NAME)
        return false;
    snprintf(v->name, sizeof v->name, "%s", name);
    snprintf(v->title, sizeof v->title, "%.*s", VARIABLE_TITLE - 1, name);
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        if (sources[i](s, name, v))
            return true;
    v->of = NULL;
    return false;
}

datum variable_of(const study *s, const variable *v, const study_case *c)
{
    return v->of(s, v, c);
}

/* --- values --- */

const datum no_datum = {.number = TRAMA_NAN, .text = ""};

datum datum_of_number(double number)
{
    return isnan(number) ? no_datum : (datum){.there = true, .number = number, .text = ""};
}

/* A text that is a number is one, and is shown as it was written. */
datum datum_of_text(const char *text)
{
    double number;
    if (!text[0])
        return no_datum;
    if (trama_read_real(text, -TRAMA_INFINITY, TRAMA_INFINITY, &number))
        return (datum){.there = true, .number = number, .text = text};
    return (datum){.there = true, .is_text = true, .number = TRAMA_NAN, .text = text};
}

datum datum_of_swept(bool there, const swept_value *value)
{
    if (!there)
        return no_datum;
    if (value->type == BUNDLE_TEXT || value->text)
        return datum_of_text(value->text);
    return datum_of_number(value->type == BUNDLE_REAL ? value->real : (double)value->integer);
}

int datum_order(const datum *a, const datum *b)
{
    if (a->there != b->there)
        return a->there ? -1 : 1;
    if (a->is_text != b->is_text)
        return a->is_text ? 1 : -1;
    if (!a->is_text)
        return (a->number > b->number) - (a->number < b->number);
    const int order = natural_order(a->text, b->text);
    return order ? order : strcmp(a->text, b->text);
}

void datum_text(const datum *d, char *text, size_t size)
{
    char number[32] = "";
    if (d->there && !d->text[0])
        trama_print_real(d->number, 6, number, sizeof number);
    study_value_text(number[0] ? number : d->text, text, size);
}

void variable_text(const variable *v, const datum *d, char *text, size_t size)
{
    char number[32];
    if (!d->there || d->is_text || v->scale == 1.0) {
        datum_text(d, text, size);
        return;
    }
    snprintf(number, sizeof number, "%.15g", v->scale * d->number);
    study_value_text(number, text, size);
}

const char *datum_key(const datum *d, char room[PARTITION_TEXT])
{
    if (!d->there || d->is_text)
        return d->text;
    snprintf(room, PARTITION_TEXT, "%a", d->number);
    return room;
}

typedef struct told_by {
    const study *s;
    const variable *v;
} told_by;

static const char *value_key(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    const told_by *by = of;
    const datum d = variable_of(by->s, by->v, c);
    return datum_key(&d, room);
}

bool variable_divide(const study *s, const variable *v, const study_case *const *item, size_t count,
                     partition *p)
{
    return partition_make(item, count, value_key, &(told_by){s, v}, p);
}

void variable_take_unit(const study *s, const char *name, const char *own, variable *v)
{
    const shown_unit shown = unit_shown(s, name, own);
    v->own = strcmp(own, "1") == 0 ? "" : own;
    v->unit = shown.name;
    v->scale = shown.scale;
}

/* --- words: what every case has --- */

static datum experiment_of(const study *s, const variable *v, const study_case *c)
{
    (void)s, (void)v;
    return datum_of_text(case_text(c, &column_case_experiment));
}

static datum task_of(const study *s, const variable *v, const study_case *c)
{
    (void)s, (void)v;
    return datum_of_text(case_text(c, &column_case_task));
}

static datum model_of(const study *s, const variable *v, const study_case *c)
{
    (void)s, (void)v;
    return datum_of_text(case_text(c, &column_case_model));
}

static datum method_of(const study *s, const variable *v, const study_case *c)
{
    (void)s, (void)v;
    return datum_of_text(case_method_title(c));
}

static datum status_of(const study *s, const variable *v, const study_case *c)
{
    (void)s, (void)v;
    return datum_of_text(case_end(c));
}

static datum answer_value(const study *s, const variable *v, const study_case *c)
{
    (void)v;
    const answer a = answer_of(s, c);
    return isnan(a.measured) ? datum_of_text(a.end) : datum_of_number(a.measured);
}

const char *const variable_words[] = {"experiment", "task",   "model", "method",
                                      "status",     "answer", NULL};
static variable_value *const word_values[] = {experiment_of, task_of,   model_of,
                                              method_of,     status_of, answer_value};

/* The unit and the words of the answer, if all cases answer with one quantity. */
static void describe_answer(const study *s, variable *v)
{
    for (size_t i = 0; i < s->count; i++) {
        const response r = response_of(&s->item[i]);
        if (i > 0 && strcmp(r.quantity, v->path) != 0) {
            snprintf(v->title, sizeof v->title, "answer");
            v->path[0] = '\0';
            v->own = v->unit = "";
            return;
        }
        snprintf(v->path, sizeof v->path, "%s", r.quantity);
        snprintf(v->title, sizeof v->title, "%s", response_words(&r));
        v->own = v->unit = response_unit(&r);
    }
}

static bool find_word(const study *s, const char *name, variable *v)
{
    for (size_t i = 0; variable_words[i]; i++)
        if (strcmp(variable_words[i], name) == 0) {
            v->of = word_values[i];
            if (v->of == answer_value)
                describe_answer(s, v);
            return true;
        }
    return false;
}

const bundle_column *variable_column(const study *s, const char *path)
{
    for (size_t i = 0; i < s->count; i++) {
        const bundle_column *column = bundle_find(&s->item[i].data, path);
        if (column)
            return column;
    }
    return NULL;
}

/* --- quantities, and the published values that they are held to --- */

static datum quantity_value(const study *s, const variable *v, const study_case *c)
{
    return datum_of_number(quantity_of(s, c, v->path));
}

static datum published_value_of(const study *s, const variable *v, const study_case *c)
{
    (void)s;
    return datum_of_number(case_published(c, v->path));
}

/* The unit of a quantity: of an imported one that of the cases. NULL: there is none. */
static const char *unit_of_quantity(const study *s, const char *name)
{
    const results_column *q = quantity_find(name);
    char path[VARIABLE_PATH];
    if (q || !quantity_is_imported(name))
        return q ? q->unit : NULL;
    snprintf(path, sizeof path, "%s/%.600s", group_result, name);
    const bundle_column *column = variable_column(s, path);
    return column ? column->unit : NULL;
}

static bool take_quantity(const study *s, const char *name, variable_value *of, variable *v)
{
    const char *unit = unit_of_quantity(s, name);
    if (!unit)
        return false;
    snprintf(v->path, sizeof v->path, "%s", name);
    quantity_title(name, v->title, sizeof v->title);
    variable_take_unit(s, name, unit, v);
    v->of = of;
    return true;
}

static bool find_quantity(const study *s, const char *name, variable *v)
{
    return take_quantity(s, name, quantity_value, v);
}

/* A quantity behind a word, which stands in the title too. */
static bool find_behind(const study *s, const char *before, const char *name, variable_value *of,
                        variable *v)
{
    const size_t length = strlen(before);
    char title[VARIABLE_TITLE];
    if (strncmp(name, before, length) != 0 || !take_quantity(s, name + length, of, v))
        return false;
    memcpy(title, v->title, sizeof title);
    snprintf(v->title, sizeof v->title, "%s%.*s", before, VARIABLE_TITLE - 16, title);
    return true;
}

static bool find_published(const study *s, const char *name, variable *v)
{
    return find_behind(s, "published ", name, published_value_of, v);
}

static datum error_value(const study *s, const variable *v, const study_case *c)
{
    return datum_of_number(limit_error(s, c, v->path));
}

static bool find_error(const study *s, const char *name, variable *v)
{
    if (!find_behind(s, "error ", name, error_value, v))
        return false;
    v->own = v->unit = "";
    v->scale = 1.0;
    return true;
}

/* --- times of the parts of a run --- */

static bool is_sum(const char *path)
{
    return path[strlen(path) - 1] == '*';
}

/* How far the path of a group goes, its last bar with it. */
static size_t length_of_group(const char *path)
{
    return (size_t)(strrchr(path, '/') - path) + 1;
}

static double single(const study_case *c, const char *path)
{
    const bundle_column *column = bundle_find(&c->data, path);
    return column && column->type == BUNDLE_INTEGER ? (double)bundle_integer(&c->data, path, 0)
                                                    : bundle_real(&c->data, path, TRAMA_NAN);
}

/* Of all of its group that begin so; of a group that the case has, none are 0. */
static double sum_of(const study_case *c, const char *path)
{
    const size_t length = strlen(path) - 1, group = length_of_group(path);
    double sum = 0.0;
    bool has_group = false;
    const char *own;
    for (size_t i = 0; (own = bundle_path(&c->data, i)) != NULL; i++) {
        has_group |= strncmp(own, path, group) == 0 && !strchr(own + group, '/');
        if (strncmp(own, path, length) == 0 && !strchr(own + group, '/'))
            sum += single(c, own);
    }
    return has_group ? sum : TRAMA_NAN;
}

static datum time_value(const study *s, const variable *v, const study_case *c)
{
    (void)s;
    return datum_of_number(is_sum(v->path) ? sum_of(c, v->path) : single(c, v->path));
}

/* The whole path without its first /, of what some case has. */
static bool find_time(const study *s, const char *name, variable *v)
{
    bool found = false;
    snprintf(v->path, sizeof v->path, "/%.600s", name);
    v->of = time_value;
    for (size_t i = 0; !found && i < s->count && group_rest(group_timing, v->path); i++)
        found = time_value(s, v, &s->item[i]).there;
    return found;
}
