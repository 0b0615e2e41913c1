/* What is said of a case by a name: each source of names is an entry of `sources`, in the order in
 * which a name is looked for. */
#include "analysis/select/variable.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "analysis/quantities/response.h"
#include "analysis/read/coordinates.h"
#include "analysis/read/units.h"
#include "analysis/select/companion.h"
#include "analysis/select/formula.h"
#include "core/numbers.h"
#include "core/text.h"
#include "quantities/quantities.h"

/* Whether the source has something of that name in the study; fills in title, unit, of and path. */
typedef bool variable_source(const study *s, const char *name, variable *v);

static variable_source find_word, find_published, find_path, find_factor, find_label, find_quantity,
    find_last_part, find_time, find_synonym;
static variable_source *const sources[] = {
    companion_find, find_word,     find_published, find_path, find_factor,
    find_label,     find_quantity, find_last_part, find_time, find_synonym};

static const variable no_variable = {.own = "", .unit = "", .scale = 1.0};

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

static const datum no_datum = {.number = TRAMA_NAN, .text = ""};

static datum number_datum(double number)
{
    return isnan(number) ? no_datum : (datum){.there = true, .number = number, .text = ""};
}

/* A text that is a number is one, and is shown as it was written. */
static datum text_datum(const char *text)
{
    double number;
    if (!text[0])
        return no_datum;
    if (trama_read_real(text, -TRAMA_INFINITY, TRAMA_INFINITY, &number))
        return (datum){.there = true, .number = number, .text = text};
    return (datum){.there = true, .is_text = true, .number = TRAMA_NAN, .text = text};
}

static datum swept_datum(bool there, const swept_value *value)
{
    if (!there)
        return no_datum;
    if (value->type == BUNDLE_TEXT || value->text)
        return text_datum(value->text);
    return number_datum(value->type == BUNDLE_REAL ? value->real : (double)value->integer);
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

/* What is in `own` has the unit that the study shows it in. */
static void take_unit(const study *s, const char *name, const char *own, variable *v)
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
    return text_datum(case_text(c, &column_case_experiment));
}

static datum task_of(const study *s, const variable *v, const study_case *c)
{
    (void)s, (void)v;
    return text_datum(case_text(c, &column_case_task));
}

static datum model_of(const study *s, const variable *v, const study_case *c)
{
    (void)s, (void)v;
    return text_datum(case_text(c, &column_case_model));
}

static datum method_of(const study *s, const variable *v, const study_case *c)
{
    (void)s, (void)v;
    return text_datum(case_method_title(c));
}

static datum status_of(const study *s, const variable *v, const study_case *c)
{
    (void)s, (void)v;
    return text_datum(case_end(c));
}

static datum answer_value(const study *s, const variable *v, const study_case *c)
{
    (void)v;
    const answer a = answer_of(s, c);
    return isnan(a.measured) ? text_datum(a.end) : number_datum(a.measured);
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

/* The column at a path, of the first case that has one. */
static const bundle_column *find_column(const study *s, const char *path)
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
    return number_datum(quantity_of(s, c, v->path));
}

static datum published_value_of(const study *s, const variable *v, const study_case *c)
{
    (void)s;
    return number_datum(case_published(c, v->path));
}

/* The unit of a quantity: of an imported one that of the cases. NULL: there is none. */
static const char *unit_of_quantity(const study *s, const char *name)
{
    const results_column *q = quantity_find(name);
    char path[VARIABLE_PATH];
    if (q || !quantity_is_imported(name))
        return q ? q->unit : NULL;
    snprintf(path, sizeof path, "%s/%.600s", group_result, name);
    const bundle_column *column = find_column(s, path);
    return column ? column->unit : NULL;
}

static bool take_quantity(const study *s, const char *name, variable_value *of, variable *v)
{
    const char *unit = unit_of_quantity(s, name);
    if (!unit)
        return false;
    snprintf(v->path, sizeof v->path, "%s", name);
    quantity_title(name, v->title, sizeof v->title);
    take_unit(s, name, unit, v);
    v->of = of;
    return true;
}

static bool find_quantity(const study *s, const char *name, variable *v)
{
    return take_quantity(s, name, quantity_value, v);
}

static bool find_published(const study *s, const char *name, variable *v)
{
    static const char before[] = "published ";
    char title[VARIABLE_TITLE - sizeof before];
    if (strncmp(name, before, sizeof before - 1) != 0 ||
        !take_quantity(s, name + sizeof before - 1, published_value_of, v))
        return false;
    snprintf(title, sizeof title, "%.*s", (int)sizeof title - 1, v->title);
    snprintf(v->title, sizeof v->title, "%s%s", before, title);
    return true;
}

/* --- paths that vary, labels, factors --- */

static datum column_value(const study *s, const variable *v, const study_case *c)
{
    swept_value value;
    (void)s;
    return swept_datum(coordinate_of(c, v->path, &value), &value);
}

static bool take_column(const study *s, const char *group, const char *name, variable *v)
{
    snprintf(v->path, sizeof v->path, "%.32s/%.600s", group, name);
    const bundle_column *column = find_column(s, v->path);
    if (!column || !coordinate_is(v->path))
        return false;
    take_unit(s, name, column->unit ? column->unit : "", v);
    v->of = column_value;
    return true;
}

static bool find_label(const study *s, const char *name, variable *v)
{
    return take_column(s, group_labels, name, v);
}

/* The name of a label that is called by its path, "labels.cloth". */
static const char *label_of(const char *name)
{
    static const char labels[] = "labels.";
    return strncmp(name, labels, sizeof labels - 1) == 0 ? name + sizeof labels - 1 : NULL;
}

static bool find_path(const study *s, const char *name, variable *v)
{
    const char *label = label_of(name);
    if (label && find_label(s, label, v)) {
        snprintf(v->title, sizeof v->title, "%.127s", label);
        return true;
    }
    if (!take_column(s, group_swept, name, v))
        return false;
    swept_name(name, v->title, sizeof v->title);
    return true;
}

/* What a study calls a path; "" if it has no name for it. */
static const char *factor_of_path(const study_block *block, const char *path)
{
    for (size_t i = 0; i < block->factor_count; i++)
        if (strcmp(block->factor[i].path, path) == 0)
            return block->factor[i].name;
    return "";
}

/* Whether an experiment sweeps the path of a column, or has the label. */
static bool has_column(const experiment_study *e, const char *column)
{
    const char *label = group_rest(group_labels, column);
    column_member m;
    const results_column *of = label ? column_named(&column_study_label, label, &m) : NULL;
    if (label)
        return of && bundle_get(&e->plan.data, of);
    size_t k = 0;
    while (k < e->plan.swept_count && strcmp(e->plan.swept[k]->path, column) != 0)
        k++;
    return k < e->plan.swept_count;
}

/* The name that all experiments with the column give it; "" if one gives none, or another. */
static const char *common_name(const study *s, const char *column, const char *path)
{
    const char *name = NULL;
    for (size_t e = 0; e < s->experiments; e++) {
        if (!has_column(s->experiment[e], column))
            continue;
        const char *own = factor_of_path(&s->experiment[e]->plan.block, path);
        if (name && strcmp(own, name) != 0)
            return "";
        name = own;
    }
    return name ? name : "";
}

static datum factor_datum(const study *s, const variable *v, const study_case *c)
{
    const study_block *block = case_block(c);
    const size_t factor = study_block_factor(block, v->path);
    swept_value value;
    (void)s;
    if (factor == block->factor_count || c->planned == 0)
        return no_datum;
    return swept_datum(record_study_factor(&c->of->plan, factor, c->planned - 1, &value), &value);
}

/* The unit of the path that a factor names, where it is swept; of a list that of its elements. */
static const char *unit_of_factor(const study *s, const study_factor *factor)
{
    char path[VARIABLE_PATH];
    snprintf(path, sizeof path, "%s/%s", group_swept, factor->path);
    const bundle_column *column = find_column(s, path);
    if (!column) {
        snprintf(path, sizeof path, "%s/%s[0]", group_swept, factor->path);
        column = find_column(s, path);
    }
    return column && column->unit ? column->unit : "";
}

/* Experiments may give the name to different things: then it has no unit. */
static bool find_factor(const study *s, const char *name, variable *v)
{
    for (size_t e = 0; e < s->experiments; e++) {
        const study_block *block = &s->experiment[e]->plan.block;
        const size_t i = study_block_factor(block, name);
        if (i == block->factor_count)
            continue;
        const variable before = *v;
        take_unit(s, block->factor[i].path, unit_of_factor(s, &block->factor[i]), v);
        if (before.of && strcmp(before.own, v->own) != 0)
            take_unit(s, name, "", v);
        v->of = factor_datum;
    }
    if (v->of)
        snprintf(v->path, sizeof v->path, "%s", name);
    return v->of != NULL;
}

bool variable_find_factor(const study *s, const char *name, variable *v)
{
    *v = no_variable;
    snprintf(v->name, sizeof v->name, "%s", name);
    return find_factor(s, name, v);
}

/* --- the last part of a path, if it is that of one swept path alone --- */

static bool ends_with(const char *path, const char *name)
{
    const size_t length = strlen(path), wanted = strlen(name);
    return length > wanted && path[length - wanted - 1] == '.' &&
           strcmp(path + length - wanted, name) == 0;
}

static bool find_last_part(const study *s, const char *name, variable *v)
{
    const char *found = NULL;
    for (size_t i = 0; i < s->count; i++)
        for (size_t k = 0; k < s->item[i].data.count; k++) {
            const char *path = group_rest(group_swept, s->item[i].data.column[k].path);
            if (!path || !ends_with(path, name))
                continue;
            if (found && strcmp(found, path) != 0)
                return false;
            found = path;
        }
    return found && take_column(s, group_swept, found, v);
}

/* --- synonyms --- */

/* `solver` is another name of `integrator`, at the beginning of a path as in configurations; alone
 * it is the name too, where no whole section varies. */
static bool find_synonym(const study *s, const char *name, variable *v)
{
    static const char synonym[] = "solver", path[] = "integrator";
    char meant[VARIABLE_NAME];
    const char *rest = name + sizeof synonym - 1;
    if (strncmp(name, synonym, sizeof synonym - 1) != 0 || (*rest && *rest != '.'))
        return false;
    snprintf(meant, sizeof meant, "%s%.100s", path, rest);
    return find_path(s, meant, v) || (!*rest && take_column(s, group_swept, "integrator.name", v));
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
    return number_datum(is_sum(v->path) ? sum_of(c, v->path) : single(c, v->path));
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

variable variable_of_column(const study *s, const char *column)
{
    variable v = no_variable;
    char path[COORDINATE_PATH];
    coordinate_path(column, path);
    snprintf(v.name, sizeof v.name, "%.127s", path);
    find_path(s, v.name, &v);
    const char *factor = common_name(s, column, v.name);
    if (*factor)
        snprintf(v.title, sizeof v.title, "%s", factor);
    return v;
}
