#include "core/field.h"
#include "core/text.h"

#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text of bounded size that counts what it would have needed, as snprintf does. */
typedef struct writer {
    char *text;
    size_t size, length;
} writer;

static void append(writer *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void append(writer *out, const char *format, ...)
{
    const size_t used = out->length < out->size ? out->length : out->size;
    va_list arguments;
    va_start(arguments, format);
    const int needed =
        vsnprintf(out->size > used ? out->text + used : NULL, out->size - used, format, arguments);
    va_end(arguments);
    assert(needed >= 0);
    out->length += (size_t)needed;
}

/* What each kind does with element i of its storage. */
typedef struct kind_operations {
    double (*get)(const void *at, size_t i);
    void (*set)(void *at, size_t i, double value);
    bool (*read)(const trama_field *field, void *at, size_t i, const char *word);
    void (*print)(writer *out, const trama_field *field, const void *at, size_t i, bool exact);
} kind_operations;

static double real_get(const void *at, size_t i)
{
    return ((const double *)at)[i];
}

static void real_set(void *at, size_t i, double value)
{
    ((double *)at)[i] = value;
}

static bool real_read(const trama_field *field, void *at, size_t i, const char *word)
{
    char *end;
    (void)field;
    real_set(at, i, strtod(word, &end));
    return end > word && *end == '\0';
}

static void real_print(writer *out, const trama_field *field, const void *at, size_t i, bool exact)
{
    (void)field;
    const double value = real_get(at, i);
    if (isnan(value))
        append(out, "nan"); /* printf may add a sign */
    else if (exact)
        append(out, "%a", value);
    else {
        char text[32];
        trama_print_real(value, 6, text, sizeof text);
        append(out, "%s", text);
    }
}

static double integer_get(const void *at, size_t i)
{
    return (double)((const long *)at)[i];
}

static void integer_set(void *at, size_t i, double value)
{
    ((long *)at)[i] = (long)value;
}

static bool integer_read(const trama_field *field, void *at, size_t i, const char *word)
{
    (void)field;
    return trama_read_integer(word, LONG_MIN, LONG_MAX, (long *)at + i);
}

static void integer_print(writer *out, const trama_field *field, const void *at, size_t i,
                          bool exact)
{
    (void)field;
    (void)exact;
    append(out, "%ld", ((const long *)at)[i]);
}

static double boolean_get(const void *at, size_t i)
{
    return ((const bool *)at)[i] ? 1.0 : 0.0;
}

static void boolean_set(void *at, size_t i, double value)
{
    ((bool *)at)[i] = value != 0.0;
}

static bool boolean_read(const trama_field *field, void *at, size_t i, const char *word)
{
    (void)field;
    ((bool *)at)[i] = strcmp(word, "true") == 0;
    return ((bool *)at)[i] || strcmp(word, "false") == 0;
}

static void boolean_print(writer *out, const trama_field *field, const void *at, size_t i,
                          bool exact)
{
    (void)field;
    (void)exact;
    append(out, "%s", ((const bool *)at)[i] ? "true" : "false");
}

static double choice_get(const void *at, size_t i)
{
    return ((const int *)at)[i];
}

static void choice_set(void *at, size_t i, double value)
{
    ((int *)at)[i] = (int)value;
}

static bool choice_read(const trama_field *field, void *at, size_t i, const char *word)
{
    int chosen = 0;
    while (field->choices[chosen] && strcmp(field->choices[chosen], word) != 0)
        chosen++;
    ((int *)at)[i] = chosen;
    return field->choices[chosen] != NULL;
}

static void choice_print(writer *out, const trama_field *field, const void *at, size_t i,
                         bool exact)
{
    (void)exact;
    append(out, "%s", field->choices[((const int *)at)[i]]);
}

/* A name has no number. */
static double name_get(const void *at, size_t i)
{
    (void)at, (void)i;
    return 0.0;
}

static void name_set(void *at, size_t i, double value)
{
    (void)value;
    ((trama_name *)at)[i].text[0] = '\0';
}

static bool name_read(const trama_field *field, void *at, size_t i, const char *word)
{
    (void)field;
    snprintf(((trama_name *)at)[i].text, TRAMA_NAME_MAX, "%s", word);
    return word[0] != '\0';
}

static void name_print(writer *out, const trama_field *field, const void *at, size_t i, bool exact)
{
    (void)field, (void)exact;
    append(out, "%s", ((const trama_name *)at)[i].text);
}

static const kind_operations operations[] = {
    [TRAMA_REAL] = {real_get, real_set, real_read, real_print},
    [TRAMA_INTEGER] = {integer_get, integer_set, integer_read, integer_print},
    [TRAMA_BOOLEAN] = {boolean_get, boolean_set, boolean_read, boolean_print},
    [TRAMA_CHOICE] = {choice_get, choice_set, choice_read, choice_print},
    [TRAMA_NAME] = {name_get, name_set, name_read, name_print},
};

void *trama_field_at(const trama_field *field, void *parameters)
{
    return (char *)parameters + field->offset;
}

/* The elements of a field, be it a scalar, an array or a list. */
static const void *elements(const trama_field *field, const void *parameters, size_t *count)
{
    const void *at = (const char *)parameters + field->offset;
    *count = field->count;
    if (!field->list)
        return at;
    const trama_reals *reals = at;
    *count = reals->count;
    return reals->value;
}

void trama_fields_default(trama_fields fields, void *parameters)
{
    if (fields.size > 0)
        memset(parameters, 0, fields.size);
    for (size_t f = 0; f < fields.count; f++) {
        const trama_field *field = &fields.field[f];
        for (size_t i = 0; i < field->count && !field->list; i++)
            operations[field->kind].set(trama_field_at(field, parameters), i, field->fallback[i]);
    }
}

/* Takes the element that `text` begins with, up to its comma; false: it is too long for any. */
static bool take_word(const char **text, char word[TRAMA_NAME_MAX])
{
    const size_t length = strcspn(*text, ",");
    if (length >= TRAMA_NAME_MAX)
        return false;
    memcpy(word, *text, length);
    word[length] = '\0';
    *text += length;
    return true;
}

bool trama_field_read(const trama_field *field, void *parameters, const char *text)
{
    trama_reals *list = field->list ? trama_field_at(field, parameters) : NULL;
    void *at = list ? (void *)list->value : trama_field_at(field, parameters);
    const size_t most = list ? TRAMA_LIST_MAX : field->count;
    const kind_operations *of = &operations[field->kind];
    char word[TRAMA_NAME_MAX];
    size_t count = 0;
    do
        if (count == most || !take_word(&text, word) || !of->read(field, at, count++, word))
            return false;
    while (*text++ == ',');
    if (list)
        return (list->count = count) % field->count == 0;
    for (size_t i = 1; i < field->count && count == 1; i++)
        of->read(field, at, i, word);
    return count == 1 || count == field->count;
}

void trama_entries_free(trama_entries *entries)
{
    free(entries->name);
    free(entries->item);
    *entries = (trama_entries){0};
}

static bool same_bits(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a <= b && a >= b && !signbit(a) == !signbit(b));
}

bool trama_field_is_default(const trama_field *field, const void *parameters)
{
    size_t count;
    const void *at = elements(field, parameters, &count);
    if (field->required || field->list)
        return !field->required && count == 0;
    if (field->kind == TRAMA_NAME)
        return ((const trama_name *)at)->text[0] == '\0';
    for (size_t i = 0; i < count; i++)
        if (!same_bits(operations[field->kind].get(at, i), field->fallback[i]))
            return false;
    return true;
}

const trama_field *trama_fields_find(trama_fields fields, const char *name)
{
    for (size_t f = 0; f < fields.count; f++)
        if (strcmp(fields.field[f].name, name) == 0)
            return &fields.field[f];
    return NULL;
}

static bool bounded(const trama_field *field)
{
    return field->minimum != 0.0 || field->maximum != 0.0;
}

static size_t choice_count(const trama_field *field)
{
    size_t count = 0;
    while (field->choices[count])
        count++;
    return count;
}

bool trama_field_allows(const trama_field *field, double value)
{
    if (isnan(value) || (field->kind != TRAMA_REAL && value != floor(value)))
        return false;
    if (field->kind == TRAMA_BOOLEAN)
        return value == 0.0 || value == 1.0;
    if (field->kind == TRAMA_CHOICE)
        return value >= 0.0 && value < (double)choice_count(field);
    if (field->kind == TRAMA_NAME)
        return true;
    if (!bounded(field))
        return isfinite(value);
    return value >= field->minimum && value <= field->maximum;
}

static void append_choices(writer *out, const trama_field *field)
{
    append(out, "one of ");
    for (size_t i = 0; field->choices[i]; i++)
        append(out, "%s%s", i > 0 ? ", " : "", field->choices[i]);
}

static void append_bounds(writer *out, const trama_field *field)
{
    const double low = field->minimum, high = field->maximum;
    const bool no_low = !bounded(field) || low <= -DBL_MAX;
    const bool no_high = !bounded(field) || high >= DBL_MAX;
    const bool positive = low == DBL_MIN || low == DBL_TRUE_MIN;
    if (positive && no_high)
        append(out, "0 < x");
    else if (positive)
        append(out, "0 < x <= %.6g", high);
    else if (no_low && no_high)
        append(out, "any number");
    else if (no_high)
        append(out, "at least %.6g", low);
    else if (no_low)
        append(out, "at most %.6g", high);
    else
        append(out, "from %.6g to %.6g", low, high);
    if (field->unit && field->unit[0] && strcmp(field->unit, "1") != 0)
        append(out, "%s%s", positive ? ", in " : " ", field->unit);
}

void trama_field_range(const trama_field *field, char *text, size_t size)
{
    writer out = {text, size, 0};
    if (field->kind == TRAMA_CHOICE)
        append_choices(&out, field);
    else if (field->kind == TRAMA_BOOLEAN)
        append(&out, "true or false");
    else if (field->kind == TRAMA_NAME)
        append(&out, "a name of 1 to %d letters, digits, _, [ and ]", TRAMA_NAME_MAX - 1);
    else {
        append(&out, "%s", field->kind == TRAMA_INTEGER ? "a whole number, " : "");
        append_bounds(&out, field);
    }
}

static trama_status check_element(const trama_field *field, const void *at, size_t i,
                                  const char *prefix, trama_error *error)
{
    const double value = operations[field->kind].get(at, i);
    const bool not_given = isnan(value) && !field->list && isnan(field->fallback[i]);
    if (not_given || trama_field_allows(field, value))
        return TRAMA_OK;
    char path[sizeof error->path], range[256];
    snprintf(path, sizeof path, "%s%s", prefix, field->name);
    trama_field_range(field, range, sizeof range);
    return trama_fail(error, TRAMA_BAD_INPUT, path, "%s is %.6g; allowed: %s", field->name, value,
                      range);
}

trama_status trama_fields_check(trama_fields fields, const void *parameters, const char *prefix,
                                trama_error *error)
{
    trama_status status = TRAMA_OK;
    for (size_t f = 0; f < fields.count && status == TRAMA_OK; f++) {
        size_t count;
        const void *at = elements(&fields.field[f], parameters, &count);
        for (size_t i = 0; i < count && status == TRAMA_OK; i++)
            status = check_element(&fields.field[f], at, i, prefix, error);
    }
    return status;
}

int trama_field_print(const trama_field *field, const void *parameters, bool exact, char *text,
                      size_t size)
{
    writer out = {text, size, 0};
    size_t count;
    const void *at = elements(field, parameters, &count);
    const bool brackets = field->list || field->count > 1;
    append(&out, "%s", brackets ? "[" : "");
    for (size_t i = 0; i < count; i++) {
        append(&out, "%s", i > 0 ? ", " : "");
        operations[field->kind].print(&out, field, at, i, exact);
    }
    append(&out, "%s", brackets ? "]" : "");
    return (int)out.length;
}
