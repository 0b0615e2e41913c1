/* The cases for which an expression holds: it is evaluated once for each case, and each of its
 * names is looked up once in all. */
#include "analysis/select/condition.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/select/names.h"
#include "core/numbers.h"

enum { USED_MOST = 32 };

/* The names that an expression has used so far, and the case that it is evaluated for. */
typedef struct lookup {
    const study *s;
    const study_case *c;
    variable used[USED_MOST];
    size_t count;
} lookup;

static bool find(const void *context, const char *name, expression_value *value);
static bool evaluate(condition *made, const char *source, const names *all, config_error *error);

bool condition_make(const study *s, const char *source, condition *made, config_error *error)
{
    names all = {0};
    *made = (condition){.s = s};
    if (!source)
        return true;
    made->holds = calloc(s->count + 1, sizeof *made->holds);
    bool done = made->holds && names_list(s, &all);
    done = done ? evaluate(made, source, &all, error) : config_fail(error, NULL, "no memory");
    names_free(&all);
    return done;
}

void condition_free(condition *made)
{
    free(made->holds);
    *made = (condition){0};
}

bool condition_holds(const condition *made, const study_case *c)
{
    return !made->holds || made->holds[c - made->s->item];
}

static bool evaluate(condition *made, const char *source, const names *all, config_error *error)
{
    lookup *at = calloc(1, sizeof *at);
    if (!at)
        return config_fail(error, NULL, "no memory");
    bool done = true;
    expression_names known = names_known(all);
    known.context = at;
    known.find = find;
    for (size_t i = 0; done && i < made->s->count; i++) {
        at->s = made->s;
        at->c = &made->s->item[i];
        done = expression_holds_of(source, &known, &made->holds[i], error);
    }
    free(at);
    return done;
}

static const variable *find_variable(lookup *at, const char *name)
{
    size_t i = 0;
    while (i < at->count && strcmp(at->used[i].name, name) != 0)
        i++;
    if (i == at->count && i < USED_MOST && variable_find(at->s, name, &at->used[i]))
        at->count++;
    return i < at->count ? &at->used[i] : NULL;
}

static bool find(const void *context, const char *name, expression_value *value)
{
    lookup *at = *(lookup *const *)&context;
    const variable *v = find_variable(at, name);
    if (!v)
        return false;
    const datum d = variable_of(at->s, v, at->c);
    *value = (expression_value){.is_text = d.there && d.is_text, .number = d.number};
    if (!d.there)
        value->number = TRAMA_NAN;
    snprintf(value->text, sizeof value->text, "%s", d.text);
    return true;
}
