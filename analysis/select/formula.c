/* Expressions over the values of a case. */
#include "analysis/select/formula.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"

static const variable *find_variable(formula *of, const char *name)
{
    size_t i = 0;
    while (i < of->count && strcmp(of->used[i].name, name) != 0)
        i++;
    if (i == of->count && i < FORMULA_NAMES && variable_find_named(of->s, name, &of->used[i]))
        of->count++;
    return i < of->count ? &of->used[i] : NULL;
}

static bool find(const void *context, const char *name, expression_value *value)
{
    formula *of = *(formula *const *)&context;
    const variable *v = find_variable(of, name);
    if (!v)
        return false;
    const datum d = variable_of(of->s, v, of->c);
    *value = (expression_value){.is_text = d.there && d.is_text, .number = d.number};
    if (!d.there)
        value->number = TRAMA_NAN;
    snprintf(value->text, sizeof value->text, "%s", d.text);
    return true;
}

expression_names formula_names(formula *of)
{
    return (expression_names){.context = of, .find = find, .allowed = ""};
}

/* Not of an expression that is a text, or wrong. */
static double evaluate(formula *of, const study_case *c, const char *source)
{
    expression_value value;
    config_error error;
    of->c = c;
    const expression_names names = formula_names(of);
    return expression_evaluate_of(source, &names, &value, &error) && !value.is_text ? value.number
                                                                                    : TRAMA_NAN;
}

static datum value_of(const study *s, const variable *v, const study_case *c)
{
    formula *of = *(formula *const *)&v->made;
    (void)s;
    const double number = evaluate(of, c, v->name);
    return (datum){.there = !isnan(number), .number = number, .text = ""};
}

/* A name that there is, whatever its value. */
static bool find_name(const void *context, const char *name, expression_value *value)
{
    formula *of = *(formula *const *)&context;
    *value = (expression_value){.number = TRAMA_NAN};
    return find_variable(of, name) != NULL;
}

/* Whether an expression can be read, has names, and all are there. */
static bool is_right(formula *of, const char *source)
{
    expression_value value;
    config_error error;
    const expression_names names = {.context = of, .find = find_name, .allowed = ""};
    return expression_evaluate_of(source, &names, &value, &error) && !value.is_text &&
           of->count > 0;
}

bool formula_find(const study *s, const char *name, variable *v)
{
    formula *tried = calloc(1, sizeof *tried);
    if (!tried)
        return false;
    tried->s = s;
    formula *made = is_right(tried, name) ? study_keep(s, sizeof *made) : NULL;
    if (made)
        *made = *tried;
    free(tried);
    v->made = made;
    v->of = made ? value_of : NULL;
    return made != NULL;
}

/* "expression:5: what" says what, and column 5. */
static int read_fault(const char *message, char *text, size_t size)
{
    static const char place[] = "expression:";
    char *rest;
    if (strncmp(message, place, sizeof place - 1) != 0)
        return 0;
    const long column = strtol(message + sizeof place - 1, &rest, 10);
    snprintf(text, size, "%s", rest + strspn(rest, ": "));
    return (int)column;
}

int formula_fault(const study *s, const char *source, const expression_names *known, char *text,
                  size_t size)
{
    formula *tried = strpbrk(source, "+-*/^(") ? calloc(1, sizeof *tried) : NULL;
    expression_value value;
    config_error error;
    int column = 0;
    if (!tried)
        return 0;
    tried->s = s;
    expression_names names = *known;
    names.context = tried;
    names.find = find_name;
    if (!expression_evaluate_of(source, &names, &value, &error))
        column = read_fault(error.text, text, size);
    free(tried);
    return column;
}
