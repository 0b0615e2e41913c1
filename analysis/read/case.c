#include <stdlib.h>
#include <string.h>

#include "analysis/read/study.h"
#include "core/numbers.h"

measured_case case_measured(const study_case *c)
{
    return (measured_case){.data = &c->data, .exploded = c->exploded};
}

const char *case_status(const study_case *c)
{
    const measured_case m = case_measured(c);
    return measured_status(&m);
}

const char *case_outcome(const study_case *c)
{
    const measured_case m = case_measured(c);
    return measured_outcome(&m);
}

const char *case_failure(const study_case *c)
{
    const measured_case m = case_measured(c);
    return measured_failure(&m);
}

const double *case_reals(const study_case *c, const results_column *column, size_t rows)
{
    return bundle_get_reals(&c->data, column, rows);
}

const int64_t *case_integers(const study_case *c, const results_column *column, size_t rows)
{
    return bundle_get_integers(&c->data, column, rows);
}

char *const *case_texts(const study_case *c, const results_column *column, size_t rows)
{
    return bundle_get_texts(&c->data, column, rows);
}

size_t case_rows(const study_case *c, const results_column *column)
{
    return bundle_get_rows(&c->data, column);
}

const char *case_text(const study_case *c, const results_column *column)
{
    return bundle_get_text(&c->data, column);
}

double case_number(const study_case *c, const results_column *column)
{
    return bundle_get_number(&c->data, column);
}

const char *case_label(const study_case *c, const char *name)
{
    column_member m;
    const results_column *column = column_named(&column_label, name, &m);
    return column ? case_text(c, column) : "";
}

const char *case_simulation(const study_case *c)
{
    const char *subject = case_subject(c);
    return subject[0] ? subject : case_text(c, &column_case_experiment);
}

const char *case_simulation_word(const study_case *c)
{
    return *case_subject(c) ? case_subject_factor(c) : "experiment";
}

const char *case_integrator(const study_case *c)
{
    const char *word = case_method_word(c);
    return *word ? word : case_text(c, &column_case_integrator);
}

const char *case_method_title(const study_case *c)
{
    return c->method;
}

bool case_ended(const study_case *c)
{
    const measured_case m = case_measured(c);
    return measured_has_ended(&m);
}

const char *case_end(const study_case *c)
{
    const measured_case m = case_measured(c);
    return measured_end(&m);
}

const char *case_why_not(const study_case *c, const char *quantity)
{
    const measured_case m = case_measured(c);
    return measured_why_not(&m, quantity);
}
