#include "analysis/quantities/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "analysis/quantities/verdicts.h"
#include "analysis/read/variety.h"
#include "core/numbers.h"
#include "study/answer.h"

bool limit_is_varied(const study_case *c)
{
    return case_block(c)->design.varied[0] != '\0';
}

bool limit_is_of_an_ensemble(const study_case *c)
{
    return case_block(c)->design.member[0] != '\0';
}

bool limit_is_plain(const study_case *c)
{
    return case_counts_as_published(c);
}

bool limit_is_published(const study_case *c)
{
    return !isnan(limit_published(c)) && limit_is_plain(c);
}

bool limit_is_not_published(const study_case *c)
{
    return isnan(limit_published(c)) && limit_is_plain(c);
}

double limit_published(const study_case *c)
{
    published_value p;
    const bool printed = case_published_value(c, "dt_stable", &p) && !published_is_theory(&p);
    return printed ? p.value : TRAMA_NAN;
}

bool limit_is_of_a_grid(const study_case *c)
{
    return !isnan(limit_published(c));
}

double limit_search_step(const study_case *c)
{
    return case_number(c, &column_dt_unstable) - case_number(c, &column_dt_stable);
}

const char *limit_varied(const study_case *c)
{
    return case_factor(c, case_block(c)->design.varied);
}

const char *limit_varied_by(const study_case *c)
{
    return case_factor(c, case_block(c)->design.by);
}

bool limit_is_unvaried(const study_case *c)
{
    return limit_is_varied(c) && strcmp(limit_varied(c), case_block(c)->design.unvaried) == 0;
}

const char *limit_member(const study_case *c)
{
    return case_factor(c, case_block(c)->design.member);
}

int limit_variation_order(const study_case *a, const study_case *b)
{
    const bool plain_a = limit_is_unvaried(a), plain_b = limit_is_unvaried(b);
    const int by_name = strcmp(limit_varied(a), limit_varied(b));
    if (plain_a != plain_b)
        return plain_a ? -1 : 1;
    return by_name ? by_name : natural_order(limit_varied_by(a), limit_varied_by(b));
}

/* The cases with nothing varied, and what differs in an experiment's of one subject and method. */
typedef struct plain_cases {
    case_list list;
    variety apart;
} plain_cases;

static void free_plain(void *made)
{
    plain_cases *plain = made;
    variety_free(&plain->apart);
    free(plain->list.item);
    free(plain);
}

static void *make_plain(const study *s)
{
    static partition_text *const told_by[] = {partition_experiment, partition_subject,
                                              partition_method, NULL};
    plain_cases *plain = calloc(1, sizeof *plain);
    if (plain)
        plain->list.item = calloc(s->count + 1, sizeof(*plain->list.item));
    for (size_t i = 0; plain && plain->list.item && i < s->count; i++)
        if (limit_is_unvaried(&s->item[i]) &&
            strcmp(case_text(&s->item[i], &column_case_task), "stable_step") == 0)
            plain->list.item[plain->list.count++] = &s->item[i];
    if (plain && plain->list.item &&
        variety_make(plain->list.item, plain->list.count, told_by, &plain->apart))
        return plain;
    if (plain)
        free_plain(plain);
    return NULL;
}

double limit_unvaried(const study *s, const study_case *c)
{
    const plain_cases *plain = study_made(s, make_plain, free_plain);
    for (size_t i = 0; plain && i < plain->list.count; i++) {
        const study_case *other = plain->list.item[i];
        if (strcmp(case_simulation(other), case_simulation(c)) == 0 &&
            strcmp(case_integrator(other), case_integrator(c)) == 0 &&
            variety_differ_in(&plain->apart, plain->apart.by.class_of[i], c, other))
            return case_number(other, &column_dt_stable);
    }
    return limit_published(c);
}

double limit_change(const study *s, const study_case *c)
{
    const double stable = case_number(c, &column_dt_stable);
    const double change = stable - limit_unvaried(s, c);
    return fabs(change) < 0.5 * limit_search_step(c) ? 0.0 : 1e3 * change;
}

bool limit_is_none(const study_case *c)
{
    return case_ended(c) && isnan(case_number(c, &column_dt_stable));
}

bool limit_is_unknown(const study_case *c)
{
    return !case_ended(c);
}

bool limit_is_censored(const study_case *c)
{
    return case_ended(c) && !isnan(case_number(c, &column_dt_stable)) &&
           isnan(case_number(c, &column_dt_unstable));
}

void limit_failed_checks(const study_case *c, char *text, size_t size)
{
    const struct {
        const results_column *column;
        double allowed;
        const char *text;
    } check[] = {
        {&column_late_iteration, -1, "fails later"},
        {&column_bisected_late_iteration, -1, "bracket fails later"},
        {&column_late_bounds_alone, 0, "holds by its bounds alone"},
        {&column_bisected_late_bounds_alone, 0, "bracket by its bounds alone"},
        {&column_scan_stable, 0, "stable again above"},
        {&column_below_unstable, 0, "fails below"},
    };
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof check / sizeof *check; i++)
        if (case_number(c, check[i].column) > check[i].allowed && used < size)
            used +=
                (size_t)snprintf(text + used, size - used, "%s%s", used ? "; " : "", check[i].text);
}

bool limit_fails_a_check(const study_case *c)
{
    char failed[128];
    limit_failed_checks(c, failed, sizeof failed);
    return failed[0] != '\0';
}

/* Runs that a search makes to find a limit; all others check it. */
static bool is_of_the_search(const char *purpose)
{
    return strcmp(purpose, "search") == 0 || strcmp(purpose, "bisect") == 0;
}

static bool is_checked(const study_case *c)
{
    const size_t rows = case_rows(c, &column_runs_purpose);
    char *const *purpose = case_texts(c, &column_runs_purpose, rows);
    for (size_t i = 0; purpose && i < rows; i++)
        if (!is_of_the_search(purpose[i]))
            return true;
    return false;
}

void limit_checks(const study_case *c, char *text, size_t size)
{
    limit_failed_checks(c, text, size);
    if (text[0] == '\0')
        snprintf(text, size, "%s", is_checked(c) ? "holds" : "none made");
}

bool limit_holds_by_bounds_alone(const study_case *c)
{
    return case_number(c, &column_late_bounds_alone) > 0;
}

double limit_answer(const study_case *c)
{
    const measured_case m = case_measured(c);
    return study_limit_of(&m, limit_is_of_a_grid(c));
}

bool limit_is_quantity(const char *quantity)
{
    return study_is_limit(quantity);
}

double limit_or_quantity(const study *s, const study_case *c, const char *quantity)
{
    return limit_is_quantity(quantity) ? limit_answer(c) : quantity_of(s, c, quantity);
}

double limit_error(const study *s, const study_case *c, const char *quantity)
{
    const double published = case_published(c, quantity),
                 measured = limit_or_quantity(s, c, quantity);
    return published == 0.0 ? measured : measured / published - 1.0;
}

bool limit_is_reproduced(const study_case *c)
{
    published_value published;
    return case_published_value(c, "dt_stable", &published) &&
           published_agrees(&published, limit_answer(c));
}

const char *limit_evidence(const study_case *c)
{
    published_value limit;
    return case_published_value(c, "dt_stable", &limit) ? verdict_evidence(c, &limit) : "";
}

/* A case that broke off has none, or not all columns. */
static size_t runs(const study_case *c)
{
    const size_t n = case_rows(c, &column_runs_dt);
    const bool whole =
        case_reals(c, &column_runs_dt, n) && case_reals(c, &column_runs_value, n) &&
        case_texts(c, &column_runs_purpose, n) && case_texts(c, &column_runs_outcome, n) &&
        case_texts(c, &column_runs_detector, n) && case_integers(c, &column_runs_iteration, n) &&
        case_integers(c, &column_runs_node, n);
    return whole ? n : 0;
}

const told_rows limit_runs = {.count = runs};
