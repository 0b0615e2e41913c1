#include "analysis/claims.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/equilibrium.h"
#include "analysis/predictions.h"
#include "analysis/timing.h"

/* --- figures: what a case can be asked for --- */

static const double *series_of(const study_case *c, const char *name, size_t *count)
{
    char path[128];
    snprintf(path, sizeof path, "/result/series/%s", name);
    *count = case_rows(c, path);
    return *count ? case_reals(c, path, *count) : NULL;
}

/* Of a run that came to its end; one that broke has no last state worth a figure. */
static double last_of(const study_case *c, const char *name)
{
    size_t count;
    const double *value = series_of(c, name, &count);
    const bool whole = strcmp(case_text(c, "/result/outcome"), "completed") == 0;
    return value && whole ? value[count - 1] : (double)NAN;
}

static double stretch(const study_case *c)
{
    return last_of(c, "stretch_structural");
}
static double turn(const study_case *c)
{
    return last_of(c, "turn");
}
static double out_of_plane(const study_case *c)
{
    return last_of(c, "out_of_plane");
}
static double projection(const study_case *c)
{
    return last_of(c, "projection");
}
static double energy_added(const study_case *c)
{
    return last_of(c, "excess");
}

/* How far the centre of mass ends from the vertical plane x = const that it began in. */
static double sideways(const study_case *c)
{
    size_t count;
    const double *x = series_of(c, "centre_x", &count);
    return x ? fabs(last_of(c, "centre_x") - x[0]) : (double)NAN;
}

/* Mean kinetic energy of the last fifth of the run, over the largest of the run. */
static double tremor(const study_case *c)
{
    size_t count;
    const double *kinetic = series_of(c, "kinetic", &count);
    double sum = 0.0, largest = 0.0;
    const size_t first = count - count / 5;
    for (size_t i = 0; kinetic && i < count; i++) {
        largest = fmax(largest, kinetic[i]);
        sum += i >= first ? kinetic[i] : 0.0;
    }
    return largest > 0.0 && count >= 5 ? sum / (double)(count - first) / largest : (double)NAN;
}

/* Steps until no node moves further than 1e-6 m in one, ten in a row; of the task equilibrium. */
static double steps_to_rest(const study_case *c)
{
    criterion of;
    for (size_t i = 0; criterion_at(c, i, &of); i++)
        if (strcmp(of.name, "displacement") == 0 && fabs(of.threshold - 1e-6) <= 1e-12 &&
            of.iteration >= 0)
            return (double)of.iteration;
    return (double)NAN;
}

static double unstable(const study_case *c)
{
    return strcmp(case_text(c, "/result/outcome"), "unstable") == 0;
}
static double measured_limit(const study_case *c)
{
    return predicted_measured(c);
}
static double estimate_over_measured(const study_case *c)
{
    return case_number(c, "/result/model/published_dt") / predicted_measured(c);
}
static double predicted_over_measured(const study_case *c)
{
    return predicted_number(c, "ratio", PREDICTED_WORST);
}
static double processing_time(const study_case *c)
{
    return timing_median(c) / case_number(c, "/result/dt");
}

static const struct figure {
    const char *name, *unit;
    double (*of)(const study_case *c);
} figures[] = {
    {"stretch", "1", stretch},
    {"turn", "rad", turn},
    {"out_of_plane", "m", out_of_plane},
    {"projection", "1", projection},
    {"energy_added", "J", energy_added},
    {"sideways", "m", sideways},
    {"tremor", "1", tremor},
    {"steps_to_rest", "1", steps_to_rest},
    {"unstable", "1", unstable},
    {"measured_limit", "s", measured_limit},
    {"estimate_over_measured", "1", estimate_over_measured},
    {"predicted_over_measured", "1", predicted_over_measured},
    {"processing_time", "s/s", processing_time},
};

static const struct figure *find_figure(const char *name)
{
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        if (strcmp(figures[i].name, name) == 0)
            return &figures[i];
    return NULL;
}

/* --- claims --- */

bool claims_are_made(const study_case *c)
{
    return case_label(c, "claims")[0] != '\0';
}

static const char *cell(const csv *t, size_t row, const char *column)
{
    const long c = csv_column(t, column);
    return c < 0 ? "" : csv_cell(t, row, (size_t)c);
}
static double number(const csv *t, size_t row, const char *column)
{
    const long c = csv_column(t, column);
    return c < 0 ? (double)NAN : csv_number(t, row, (size_t)c);
}

bool claim_read(const study_case *c, size_t row, claim *made)
{
    const csv *t = &c->reference;
    if (strcmp(cell(t, row, "set"), case_label(c, "claims")) != 0)
        return false;
    const struct figure *figure = find_figure(cell(t, row, "figure"));
    *made = (claim){.words = cell(t, row, "claim"),
                    .figure = cell(t, row, "figure"),
                    .unit = figure ? figure->unit : "",
                    .relation = cell(t, row, "relation"),
                    .source = cell(t, row, "source"),
                    .published = number(t, row, "published"),
                    .tolerance = number(t, row, "tolerance"),
                    .measured = figure && case_ended(c) ? figure->of(c) : (double)NAN};
    return true;
}

const char *claim_verdict_name(claim_verdict verdict)
{
    static const char *const names[] = {"holds", "does not hold", ""};
    return names[verdict];
}

claim_verdict claim_judge(const claim *c)
{
    const double slack = (isnan(c->tolerance) ? 0.0 : c->tolerance) * fabs(c->published);
    if (strcmp(c->relation, "beside") == 0 || isnan(c->published))
        return CLAIM_OPEN;
    if (strcmp(c->relation, "at most") == 0)
        return c->measured <= c->published + slack ? CLAIM_HOLDS : CLAIM_FAILS;
    if (strcmp(c->relation, "at least") == 0)
        return c->measured >= c->published - slack ? CLAIM_HOLDS : CLAIM_FAILS;
    return fabs(c->measured - c->published) <= slack ? CLAIM_HOLDS : CLAIM_FAILS;
}

claim_tally claims_tally(const study *s, const char *model)
{
    claim_tally t = {0};
    claim found;
    for (size_t i = 0; i < s->count; i++) {
        const study_case *c = &s->item[i];
        if (!claims_are_made(c) || (model && strcmp(case_text(c, "/case/model"), model) != 0))
            continue;
        for (size_t row = 0; row < c->reference.rows; row++)
            if (claim_read(c, row, &found)) {
                t.claims++;
                t.count[claim_judge(&found)]++;
            }
    }
    return t;
}
