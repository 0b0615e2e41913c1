#include "analysis/quantities/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"

/* The published search steps by 1 ms; this only absorbs the rounding of decimal fractions. */
static const double same_step = 1e-9; /* s */

bool limit_is_varied(const study_case *c)
{
    return case_label(c, "varied")[0] != '\0';
}

bool limit_is_of_an_ensemble(const study_case *c)
{
    return case_label(c, "member")[0] != '\0';
}

bool limit_is_plain(const study_case *c)
{
    return !limit_is_varied(c) && !limit_is_of_an_ensemble(c);
}

bool limit_is_published(const study_case *c)
{
    return !isnan(case_published(c, "dt_max_s")) && limit_is_plain(c);
}

bool limit_is_not_published(const study_case *c)
{
    return isnan(case_published(c, "dt_max_s")) && limit_is_plain(c);
}

double limit_label(const study_case *c)
{
    const char *text = case_label(c, "published_dt_s");
    char *end;
    const double value = strtod(text, &end);
    return end > text && *end == '\0' ? value : TRAMA_NAN;
}

bool limit_varies_alike(const study_case *a, const study_case *b)
{
    return strcmp(case_label(a, "varied"), case_label(b, "varied")) == 0 &&
           strcmp(case_label(a, "factor"), case_label(b, "factor")) == 0;
}

int limit_variation_order(const study_case *a, const study_case *b)
{
    const bool plain_a = strcmp(case_label(a, "varied"), "none") == 0;
    const bool plain_b = strcmp(case_label(b, "varied"), "none") == 0;
    const int by_name = strcmp(case_label(a, "varied"), case_label(b, "varied"));
    if (plain_a != plain_b)
        return plain_a ? -1 : 1;
    return by_name ? by_name : natural_order(case_label(a, "factor"), case_label(b, "factor"));
}

static bool is_unvaried(const study_case *c, const study_case *of)
{
    return strcmp(case_label(c, "varied"), "none") == 0 &&
           strcmp(case_text(c, "/case/task"), "stable_step") == 0 &&
           strcmp(case_simulation(c), case_simulation(of)) == 0 &&
           strcmp(case_integrator(c), case_integrator(of)) == 0;
}

double limit_unvaried(const study *s, const study_case *c)
{
    for (size_t i = 0; i < s->count; i++)
        if (is_unvaried(&s->item[i], c))
            return case_number(&s->item[i], "/result/dt_stable");
    return limit_label(c);
}

double limit_change(const study *s, const study_case *c)
{
    return round(1e3 * (case_number(c, "/result/dt_stable") - limit_unvaried(s, c)));
}

bool limit_is_censored(const study_case *c)
{
    return case_ended(c) && !isnan(case_number(c, "/result/dt_stable")) &&
           isnan(case_number(c, "/result/dt_unstable"));
}

void limit_failed_checks(const study_case *c, char *text, size_t size)
{
    const struct {
        const char *path;
        double allowed;
        const char *text;
    } check[] = {
        {"/result/late_iteration", -1, "fails later"},
        {"/result/bisected_late_iteration", -1, "bracket fails later"},
        {"/result/late_bounds_alone", 0, "holds by its bounds alone"},
        {"/result/bisected_late_bounds_alone", 0, "bracket by its bounds alone"},
        {"/result/scan_stable", 0, "stable again above"},
        {"/result/below_unstable", 0, "fails below"},
    };
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof check / sizeof *check; i++)
        if (case_number(c, check[i].path) > check[i].allowed && used < size)
            used +=
                (size_t)snprintf(text + used, size - used, "%s%s", used ? "; " : "", check[i].text);
}

void limit_text(const study_case *c, char *text, size_t size)
{
    const double dt = case_number(c, "/result/dt_stable");
    if (!case_ended(c))
        snprintf(text, size, "%s", case_text(c, "/case/status"));
    else if (isnan(dt))
        snprintf(text, size, "none");
    else
        snprintf(text, size, limit_is_censored(c) ? "at least %.4g (cap)" : "%.4g", dt);
}

/* Whether one of the case's runs was made for that purpose. */
static bool has_run(const study_case *c, const char *wanted)
{
    const size_t rows = case_rows(c, "/result/runs/purpose");
    char *const *purpose = case_texts(c, "/result/runs/purpose", rows);
    for (size_t i = 0; purpose && i < rows; i++)
        if (strcmp(purpose[i], wanted) == 0)
            return true;
    return false;
}

bool limit_has_longer_check(const study_case *c)
{
    return has_run(c, "late");
}

/* Runs that a search makes to find a limit; all others check it. */
static bool is_of_the_search(const char *purpose)
{
    return strcmp(purpose, "search") == 0 || strcmp(purpose, "bisect") == 0;
}

static bool is_checked(const study_case *c)
{
    const size_t rows = case_rows(c, "/result/runs/purpose");
    char *const *purpose = case_texts(c, "/result/runs/purpose", rows);
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
    return case_number(c, "/result/late_bounds_alone") > 0;
}

bool limit_is_reproduced(const study_case *c)
{
    return fabs(case_number(c, "/result/dt_stable") - case_published(c, "dt_max_s")) <= same_step;
}

/* A published cell is a simulation and a method of the publication; variants of that method may
 * stand beside it, under names of their own. */
static bool same_cell(const study_case *a, const study_case *b)
{
    return strcmp(case_simulation(a), case_simulation(b)) == 0 &&
           strcmp(case_label(a, "method"), case_label(b, "method")) == 0;
}

static bool is_as_printed(const study_case *c)
{
    return strcmp(case_label(c, "method"), case_integrator(c)) == 0;
}

/* The cell that begins at case i, if one does. */
static void count_cell(const case_list *cases, size_t i, limit_verdict *verdict)
{
    bool any = false, printed = false;
    for (size_t j = 0; j < i; j++)
        if (same_cell(cases->item[j], cases->item[i]))
            return;
    for (size_t j = i; j < cases->count; j++)
        if (same_cell(cases->item[j], cases->item[i]) && limit_is_reproduced(cases->item[j])) {
            any = true;
            printed |= is_as_printed(cases->item[j]);
        }
    verdict->published++;
    verdict->reproduced += any;
    verdict->as_printed += printed;
}

limit_verdict limits_verdict(const study *s)
{
    limit_verdict verdict = {0};
    case_list cases = study_select(s, "stable_step", limit_is_published);
    for (size_t i = 0; i < cases.count; i++) {
        const study_case *c = cases.item[i];
        const bool required = strcmp(case_label(c, "must_reproduce"), "true") == 0;
        count_cell(&cases, i, &verdict);
        verdict.required += required;
        verdict.missed += required && !limit_is_reproduced(c);
    }
    free(cases.item);
    return verdict;
}
