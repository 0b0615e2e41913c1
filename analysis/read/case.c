#include <stdlib.h>
#include <string.h>

#include "analysis/read/study.h"
#include "core/numbers.h"

static const bundle_column *find(const study_case *c, const results_column *column,
                                 bundle_type type, size_t rows)
{
    const bundle_column *found = bundle_get(&c->data, column);
    const bool fits = found && found->type == type && found->columns == 1 && found->rows == rows;
    return fits && rows > 0 ? found : NULL;
}

const double *case_reals(const study_case *c, const results_column *column, size_t rows)
{
    const bundle_column *found = find(c, column, BUNDLE_REAL, rows);
    return found ? found->real : NULL;
}

const int64_t *case_integers(const study_case *c, const results_column *column, size_t rows)
{
    const bundle_column *found = find(c, column, BUNDLE_INTEGER, rows);
    return found ? found->integer : NULL;
}

char *const *case_texts(const study_case *c, const results_column *column, size_t rows)
{
    const bundle_column *found = find(c, column, BUNDLE_TEXT, rows);
    return found ? found->text : NULL;
}

size_t case_rows(const study_case *c, const results_column *column)
{
    const bundle_column *found = bundle_get(&c->data, column);
    return found ? found->rows : 0;
}

const char *case_text(const study_case *c, const results_column *column)
{
    char *const *text = case_texts(c, column, 1);
    return text && text[0] ? text[0] : "";
}

double case_number(const study_case *c, const results_column *column)
{
    const double *real = case_reals(c, column, 1);
    const int64_t *integer = case_integers(c, column, 1);
    if (real)
        return real[0];
    return integer ? (double)integer[0] : TRAMA_NAN;
}

const char *case_label(const study_case *c, const char *name)
{
    column_member m;
    const results_column *column = column_named(&column_label, name, &m);
    return column ? case_text(c, column) : "";
}

const char *case_simulation(const study_case *c)
{
    const char *label = case_label(c, "simulation");
    const char *subject = case_subject(c);
    if (label[0] || subject[0])
        return label[0] ? label : subject;
    return case_text(c, &column_case_experiment);
}

const char *case_simulation_word(const study_case *c)
{
    if (*case_label(c, "simulation"))
        return "simulation";
    return *case_subject(c) ? case_subject_factor(c) : "experiment";
}

const char *case_integrator(const study_case *c)
{
    const char *label = case_label(c, "integrator");
    return *label ? label : case_text(c, &column_case_integrator);
}

const char *case_method_title(const study_case *c)
{
    return c->method;
}

bool case_ended(const study_case *c)
{
    static const char *const broken[] = {"timeout", "crashed", "failed",
                                         "missing", "damaged", "unread"};
    const char *status = case_status(c);
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        if (strcmp(status, broken[i]) == 0)
            return false;
    return status[0] != '\0';
}

const char *case_end(const study_case *c)
{
    const char *outcome = case_outcome(c);
    return case_ended(c) && outcome[0] ? outcome : case_status(c);
}
