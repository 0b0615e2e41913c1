#include "analysis/report/names.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/select/selection.h"

struct report_names {
    const char **experiment;
    selection *apart; /* of each */
    size_t count;
};

static bool is_of(const study *s, const study_case *c, const void *experiment)
{
    (void)s;
    return strcmp(case_text(c, &column_case_experiment), experiment) == 0;
}

bool report_names_make(report *r)
{
    struct report_names *n = r->names = calloc(1, sizeof *n);
    if (!n)
        return false;
    n->experiment = report_distinct(&r->study, &column_case_experiment, &n->count);
    n->apart = calloc(n->count + 1, sizeof *n->apart);
    bool done = n->experiment && n->apart;
    for (size_t i = 0; done && i < n->count; i++)
        done = selection_make(&r->study, NULL, is_of, n->experiment[i], &n->apart[i]);
    return done;
}

void report_names_free(report *r)
{
    struct report_names *n = r->names;
    for (size_t i = 0; n && n->apart && i < n->count; i++)
        selection_free(&n->apart[i]);
    if (n) {
        free(n->apart);
        free(n->experiment);
    }
    free(n);
    r->names = NULL;
}

void report_name(const report *r, const study_case *c, char name[REPORT_NAME])
{
    const struct report_names *n = r->names;
    const char *experiment = case_text(c, &column_case_experiment);
    size_t i = 0, used = 0;
    while (i < n->count && strcmp(n->experiment[i], experiment) != 0)
        i++;
    name[0] = '\0';
    if (n->count > 1)
        used = (size_t)snprintf(name, REPORT_NAME, "%.100s: ", experiment);
    if (i < n->count)
        selection_name(&n->apart[i], c, NULL, name + used, REPORT_NAME - used);
    if (!name[used])
        snprintf(name + used, REPORT_NAME - used, "%.200s", case_method_title(c));
}
