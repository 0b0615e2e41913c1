#include "analysis/quantities/claims.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/equilibrium.h"
#include "analysis/quantities/predictions.h"
#include "analysis/quantities/timing.h"

/* --- quantities: what a case can be asked for --- */

static const double *series_of(const study_case *c, const char *name, size_t *count)
{
    char path[128];
    snprintf(path, sizeof path, "/result/series/%s", name);
    *count = case_rows(c, path);
    return *count ? case_reals(c, path, *count) : NULL;
}

/* Of a run that came to its end; one that broke has no last state to be judged by. */
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

/* The first sample of the last fifth of a run. */
static size_t last_fifth(size_t count)
{
    return count - count / 5;
}

/* Largest displacement of a node in an iteration, the mean of the last fifth of the run, m. Of
 * positions: velocities may fall for ever where a correction holds every node in its place. */
static double tremor(const study_case *c)
{
    size_t count;
    const double *displacement = series_of(c, "displacement", &count);
    const size_t first = last_fifth(count);
    double sum = 0.0;
    for (size_t i = first; displacement && i < count; i++)
        sum += displacement[i];
    return count >= 5 && displacement ? sum / (double)(count - first) : (double)NAN;
}

static double range_of(const double *value, size_t first, size_t count)
{
    double low = value[first], high = value[first];
    for (size_t i = first; i < count; i++) {
        low = fmin(low, value[i]);
        high = fmax(high, value[i]);
    }
    return high - low;
}

/* Range of the height of the centre of mass in the last fifth of the run over that of the run. */
static double swing(const study_case *c)
{
    size_t count;
    const double *height = series_of(c, "centre_y", &count);
    if (!height || count < 5)
        return (double)NAN;
    const double all = range_of(height, 0, count);
    return all > 0.0 ? range_of(height, last_fifth(count), count) / all : (double)NAN;
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
    return predicted_number(c, &column_predicted_ratio, PREDICTED_WORST);
}
static double processing_time(const study_case *c)
{
    return timing_median(c) / case_number(c, "/result/dt");
}

static const struct quantity {
    const char *name, *unit;
    double (*of)(const study_case *c);
} quantities[] = {
    {"stretch", "1", stretch},
    {"turn", "rad", turn},
    {"out_of_plane", "m", out_of_plane},
    {"projection", "1", projection},
    {"energy_added", "J", energy_added},
    {"sideways", "m", sideways},
    {"tremor", "m", tremor},
    {"swing", "1", swing},
    {"steps_to_rest", "1", steps_to_rest},
    {"unstable", "1", unstable},
    {"measured_limit", "s", measured_limit},
    {"estimate_over_measured", "1", estimate_over_measured},
    {"predicted_over_measured", "1", predicted_over_measured},
    {"processing_time", "s/s", processing_time},
};

static const struct quantity *find_quantity(const char *name)
{
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++)
        if (strcmp(quantities[i].name, name) == 0)
            return &quantities[i];
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

static claim_kind kind_of(const char *name)
{
    static const char *const names[] = {
        [CLAIM_NOT_PRINTED] = "",  [CLAIM_PRINTED] = "printed",   [CLAIM_READ_OFF] = "read_off",
        [CLAIM_FITTED] = "fitted", [CLAIM_HARDWARE] = "hardware",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return (claim_kind)i;
    return CLAIM_NOT_PRINTED;
}

bool claim_read(const study_case *c, size_t row, claim *made)
{
    const csv *t = &c->reference;
    if (strcmp(cell(t, row, "set"), case_label(c, "claims")) != 0)
        return false;
    const struct quantity *q = find_quantity(cell(t, row, "quantity"));
    *made = (claim){.words = cell(t, row, "claim"),
                    .quantity = cell(t, row, "quantity"),
                    .unit = q ? q->unit : "",
                    .relation = cell(t, row, "relation"),
                    .kind_name = cell(t, row, "kind"),
                    .page = cell(t, row, "page"),
                    .sentence = cell(t, row, "sentence"),
                    .translation = cell(t, row, "translation"),
                    .configuration = case_label(c, "configuration"),
                    .published = number(t, row, "published"),
                    .criterion = number(t, row, "criterion"),
                    .tolerance = number(t, row, "tolerance"),
                    .measured = q && case_ended(c) ? q->of(c) : (double)NAN};
    made->kind = kind_of(made->kind_name);
    return true;
}

const char *claim_verdict_name(claim_verdict verdict)
{
    static const char *const names[] = {"holds", "does not hold", ""};
    return names[verdict];
}

double claim_bound(const claim *c)
{
    return isnan(c->published) ? c->criterion : c->published;
}

claim_verdict claim_judge(const claim *c)
{
    const double bound = claim_bound(c);
    const double slack = (isnan(c->tolerance) ? 0.0 : c->tolerance) * fabs(bound);
    if (strcmp(c->relation, "beside") == 0 || isnan(bound))
        return CLAIM_OPEN;
    if (strcmp(c->relation, "at most") == 0)
        return c->measured <= bound + slack ? CLAIM_HOLDS : CLAIM_FAILS;
    if (strcmp(c->relation, "at least") == 0)
        return c->measured >= bound - slack ? CLAIM_HOLDS : CLAIM_FAILS;
    return fabs(c->measured - bound) <= slack ? CLAIM_HOLDS : CLAIM_FAILS;
}

claim_standing claim_stands(const claim *c)
{
    if (c->kind == CLAIM_FITTED)
        return CLAIM_IS_FITTED;
    if (c->kind == CLAIM_HARDWARE)
        return CLAIM_IS_HARDWARE;
    if (c->kind == CLAIM_NOT_PRINTED || claim_judge(c) == CLAIM_OPEN)
        return CLAIM_IS_BESIDE;
    return strcmp(c->configuration, "printed") == 0 ? CLAIM_COUNTS : CLAIM_IS_VARIANT;
}

const char *claim_standing_name(claim_standing standing)
{
    static const char *const names[] = {
        [CLAIM_COUNTS] = "yes",
        [CLAIM_IS_BESIDE] = "no: beside",
        [CLAIM_IS_FITTED] = "no: fitted",
        [CLAIM_IS_HARDWARE] = "no: hardware",
        [CLAIM_IS_VARIANT] = "no: variant",
    };
    return names[standing];
}

claim_tally claims_tally(const study *s, const char *model)
{
    claim_tally t = {0};
    claim found;
    for (size_t i = 0; i < s->count; i++) {
        const study_case *c = &s->item[i];
        if (!claims_are_made(c) || (model && strcmp(case_text(c, "/case/model"), model) != 0))
            continue;
        for (size_t row = 0; row < c->reference.rows; row++) {
            if (!claim_read(c, row, &found))
                continue;
            const claim_standing standing = claim_stands(&found);
            t.claims++;
            t.standing[standing]++;
            t.holds += standing == CLAIM_COUNTS && claim_judge(&found) == CLAIM_HOLDS;
        }
    }
    t.fails = t.standing[CLAIM_COUNTS] - t.holds;
    return t;
}
