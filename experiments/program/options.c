#include "program/options.h"

#include "core/numbers.h"
#include "core/text.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { SLOT = 8, UNIT = 24, SUMMARY = 200 };
_Static_assert(sizeof(double) <= SLOT && sizeof(long) <= SLOT, "a slot has room for each kind");

/* What of an option is a field itself; the rest depends on its kind. */
typedef struct option {
    trama_name name;
    int kind;
    double minimum, maximum;
} option;

static const char *const kinds[] = {"real", "integer", "boolean", "choice", NULL};
static const trama_kind kind_of[] = {TRAMA_REAL, TRAMA_INTEGER, TRAMA_BOOLEAN, TRAMA_CHOICE};
static const trama_field option_table[] = {
    {TRAMA_FIELD_OF(option, name), .unit = "", .required = true, .summary = "of the option"},
    {TRAMA_CHOICE_OF(option, kind, kinds), .required = true, .summary = "of its values"},
    {TRAMA_FIELD_OF(option, minimum), .unit = "", .fallback = {TRAMA_NAN}, .summary = "allowed"},
    {TRAMA_FIELD_OF(option, maximum), .unit = "", .fallback = {TRAMA_NAN}, .summary = "allowed"},
};
static const trama_fields option_fields = TRAMA_FIELDS(option_table, option);
static const char *const others[] = {"unit", "default", "choices", "summary", "recommended", NULL};

static bool read_option(const config_node *node, program_options *to, config_error *error);

bool program_read_options(const config_node *answer, program_options *options, config_error *error)
{
    const config_node *list = config_get(answer, "options"),
                      *by = config_get(answer, "recommended_by");
    *options = (program_options){0};
    if (by && !config_text(by, &options->recommended_by, error))
        return false;
    if (list && (list->kind != CONFIG_SEQUENCE || list->count > PROGRAM_OPTIONS))
        return config_fail(error, list, "options is not a list of at most %d", PROGRAM_OPTIONS);
    for (size_t i = 0; list && i < list->count; i++)
        if (!read_option(list->item[i], options, error))
            return false;
    if (options->recommended_count > 0 && !by)
        return config_fail(error, list,
                           "recommended without recommended_by, the source of the recommendation");
    return true;
}

trama_fields program_fields(const program_options *options)
{
    return (trama_fields){options->field, options->count, SLOT * options->count};
}

void program_write_options(const program_options *options, const void *parameters, FILE *out)
{
    char text[64];
    fputc('{', out);
    for (size_t i = 0; i < options->count; i++) {
        const trama_field *field = &options->field[i];
        const char *quote = field->kind == TRAMA_CHOICE ? "\"" : "";
        trama_field_print(field, parameters, false, text, sizeof text);
        if (field->kind == TRAMA_REAL)
            snprintf(text, sizeof text, "%.17g",
                     *(const double *)((const char *)parameters + field->offset));
        fprintf(out, "%s\"%s\": %s%s%s", i > 0 ? ", " : "", field->name, quote, text, quote);
    }
    fputc('}', out);
}

/* --- one of them --- */

/* A text of one line that may stand on a terminal. */
static bool read_line(const config_node *node, const char *key, size_t longest, const char **text,
                      config_error *error)
{
    const config_node *at = config_get(node, key);
    uint32_t code = 0;
    if (!at)
        return config_fail(error, node, "an option has no %s", key);
    if (!config_text(at, text, error))
        return false;
    bool shown = strlen(*text) > 0 && strlen(*text) <= longest;
    for (const char *c = *text; shown && *c; c += trama_utf8(c, 4, &code))
        shown = trama_utf8(c, 4, &code) > 0 && trama_is_visible(code);
    return shown || config_fail(error, at, "%s '%s'; allowed: one line of 1 to %zu bytes", key,
                                *text, longest);
}

static bool read_choices(const config_node *node, const char **choice, config_error *error)
{
    const config_node *list = config_get(node, "choices");
    if (!list || list->kind != CONFIG_SEQUENCE || list->count == 0 || list->count > PROGRAM_CHOICES)
        return config_fail(error, list ? list : node, "choices is not a list of 1 to %d names",
                           PROGRAM_CHOICES);
    for (size_t i = 0; i < list->count; i++) {
        if (!config_text(list->item[i], &choice[i], error))
            return false;
        if (!trama_is_name(choice[i], TRAMA_NAME_MAX - 1, "_-."))
            return config_fail(error, list->item[i],
                               "choice '%s'; allowed: 1 to %d letters, digits and _-.", choice[i],
                               TRAMA_NAME_MAX - 1);
    }
    return true;
}

static bool read_choice(const trama_field *field, const config_node *at, double *value,
                        config_error *error)
{
    const char *text;
    size_t i = 0;
    if (!config_text(at, &text, error))
        return false;
    while (field->choices[i] && strcmp(field->choices[i], text) != 0)
        i++;
    *value = (double)i;
    return field->choices[i] || config_fail(error, at, "'%s' is not one of the choices", text);
}

/* A value of the option's kind and in its range, as trama_recommended has it. */
static bool read_value(const trama_field *field, const config_node *at, double *value,
                       config_error *error)
{
    static const double above = 9007199254740992.0; /* 2^53: a double has all integers below */
    long whole;
    bool truth;
    if (field->kind == TRAMA_CHOICE)
        return read_choice(field, at, value, error);
    if (field->kind == TRAMA_BOOLEAN) {
        const bool read = config_boolean(at, &truth, error);
        *value = read && truth;
        return read;
    }
    if (field->kind == TRAMA_INTEGER) {
        if (!config_integer(at, &whole, error))
            return false;
        *value = (double)whole;
    } else if (!config_real(at, value, error)) {
        return false;
    }
    if (trama_field_allows(field, *value) && (field->kind == TRAMA_REAL || fabs(*value) < above))
        return true;
    char range[256];
    trama_field_range(field, range, sizeof range);
    return config_fail(error, at, "'%s' is out of range; allowed: %s", at->text, range);
}

/* What is not given has no bound, but is finite. */
static bool take_range(const config_node *node, const option *own, trama_field *field,
                       config_error *error)
{
    const bool is_number = field->kind == TRAMA_REAL || field->kind == TRAMA_INTEGER;
    const bool is_given = !isnan(own->minimum) || !isnan(own->maximum);
    if (!is_number)
        return !is_given || config_fail(error, node, "option '%s' is not a number, but has a range",
                                        field->name);
    field->minimum = isnan(own->minimum) ? -DBL_MAX : own->minimum;
    field->maximum = isnan(own->maximum) ? DBL_MAX : own->maximum;
    return field->minimum < field->maximum ||
           config_fail(error, node,
                       "option '%s' has the range from %g to %g; allowed: the lower end first",
                       field->name, field->minimum, field->maximum);
}

static bool take_values(const config_node *node, program_options *to, trama_field *field,
                        config_error *error)
{
    const config_node *usual = config_get(node, "default"),
                      *recommended = config_get(node, "recommended");
    trama_recommended *value = &to->recommended[to->recommended_count];
    if (!usual)
        return config_fail(error, node, "option '%s' has no default", field->name);
    if (!read_value(field, usual, &field->fallback[0], error))
        return false;
    if (!recommended)
        return true;
    value->option = field->name;
    to->recommended_count++;
    return read_value(field, recommended, &value->value, error);
}

static bool read_option(const config_node *node, program_options *to, config_error *error)
{
    option own;
    if (!config_fields(node, option_fields, others, &own, error))
        return false;
    const char **choice = to->choice[to->count], *name;
    trama_field *field = &to->field[to->count];
    if (!config_text(config_get(node, "name"), &name, error))
        return false;
    if (!trama_is_name(name, TRAMA_NAME_MAX - 1, "_") ||
        trama_fields_find(program_fields(to), name))
        return config_fail(error, config_get(node, "name"),
                           "option '%s'; allowed: letters, digits and _, each name once", name);
    *field = (trama_field){.name = name,
                           .kind = kind_of[own.kind],
                           .count = 1,
                           .offset = SLOT * to->count,
                           .unit = ""};
    if (field->kind == TRAMA_CHOICE) {
        if (!read_choices(node, choice, error))
            return false;
        field->choices = choice;
    } else if (field->kind != TRAMA_BOOLEAN &&
               !read_line(node, "unit", UNIT, &field->unit, error)) {
        return false;
    }
    if (!read_line(node, "summary", SUMMARY, &field->summary, error) ||
        !take_range(node, &own, field, error) || !take_values(node, to, field, error))
        return false;
    to->count++;
    return true;
}
