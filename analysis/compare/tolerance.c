/* The allowed differences of results: /config/tolerance has those of the experiment. */
#include <string.h>

#include "analysis/compare/compare.h"

/* A name is that of a quantity below /result, or, with * at its end, the start of several. */
static bool covers(const char *name, const char *path)
{
    const size_t length = strlen(name);
    const char *quantity = group_rest(group_result, path);
    if (!quantity)
        return false;
    if (length > 0 && name[length - 1] == '*')
        return strncmp(quantity, name, length - 1) == 0;
    return strcmp(quantity, name) == 0;
}

/* The name that says most: an exact one before a start, a longer start before a shorter. */
tolerance tolerance_of(const study_case *c, const char *path)
{
    const size_t rows = case_rows(c, &column_tolerance_quantity);
    char *const *name = case_texts(c, &column_tolerance_quantity, rows);
    const double *relative = case_reals(c, &column_tolerance_relative, rows);
    const double *absolute = case_reals(c, &column_tolerance_absolute, rows);
    tolerance best = {0, 0};
    size_t longest = 0;
    for (size_t i = 0; name && relative && absolute && i < rows; i++) {
        const size_t length = strlen(name[i]) + (strchr(name[i], '*') == NULL);
        if (length <= longest || !covers(name[i], path))
            continue;
        longest = length;
        best = (tolerance){relative[i], absolute[i]};
    }
    return best;
}

static bool is_used(const char *name, const study_case *c)
{
    const char *path;
    for (size_t i = 0; (path = bundle_path(&c->data, i)) != NULL; i++)
        if (covers(name, path))
            return true;
    return false;
}

static bool shares_experiment(const match *m, const study_case *c)
{
    return m->fresh && strcmp(case_text(m->fresh->item[0], &column_case_experiment),
                              case_text(c, &column_case_experiment)) == 0;
}

static void check_names(const match *list, size_t count, const study_case *c, FILE *err)
{
    const size_t rows = case_rows(c, &column_tolerance_quantity);
    char *const *name = case_texts(c, &column_tolerance_quantity, rows);
    for (size_t i = 0; name && i < rows; i++) {
        bool used = false;
        for (size_t j = 0; j < count && !used; j++)
            used = shares_experiment(&list[j], c) && is_used(name[i], list[j].fresh->item[0]);
        if (!used)
            fprintf(err, "%s: tolerance: no result of the experiment is named '%s'\n",
                    case_text(c, &column_case_experiment), name[i]);
    }
}

void tolerance_check_names(const match *list, size_t count, FILE *err)
{
    for (size_t i = 0; i < count; i++) {
        bool first = list[i].fresh != NULL;
        for (size_t j = 0; first && j < i; j++)
            first = !shares_experiment(&list[j], list[i].fresh->item[0]);
        if (first)
            check_names(list, count, list[i].fresh->item[0], err);
    }
}
