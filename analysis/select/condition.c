/* The cases for which an expression holds: it is evaluated once for each case, and each of its
 * names is looked up once for all. */
#include "analysis/select/condition.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/select/formula.h"
#include "analysis/select/names.h"

static bool evaluate(condition *made, const char *source, const names *all, config_error *error);

bool condition_make(const study *s, const char *source, condition *made, config_error *error)
{
    names all = {0};
    *made = (condition){.s = s};
    if (!source)
        return true;
    made->holds = calloc(s->count + 1, sizeof *made->holds);
    bool done = made->holds && evaluate(made, source, &all, error);
    if (!done) /* a refusal alone takes the names that there are, which it takes time to list */
        done = made->holds && names_list(s, &all) ? evaluate(made, source, &all, error)
                                                  : config_fail(error, NULL, "no memory");
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
    formula *at = calloc(1, sizeof *at);
    if (!at)
        return config_fail(error, NULL, "no memory");
    bool done = true;
    const expression_names own = formula_names(at);
    expression_names known = names_known(all);
    known.context = own.context;
    known.find = own.find;
    for (size_t i = 0; done && i < made->s->count; i++) {
        at->s = made->s;
        at->c = &made->s->item[i];
        done = expression_holds_of(source, &known, &made->holds[i], error);
    }
    free(at);
    return done;
}
