/* Processing times, beside published ones: for people a grid a method, with costs relative to those
 * under the first. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/rests.h"
#include "analysis/quantities/timing.h"
#include "analysis/read/coordinates.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

/* Times of other machines compare by their ratios alone; further off than this is a difference. */
static const double same_ratio = 0.2;

typedef struct times {
    double ti, low, high; /* s an iteration, median of the samples, and its 95 % interval */
    double te;            /* s to equilibrium: ti x iterations */
    bool quotable;        /* the machine was at rest meanwhile */
} times;

static bool is_quotable(const table_row *row)
{
    timing_samples samples;
    char warnings[128] = "";
    if (timing_samples_read(row->c, "", &samples))
        timing_warnings(row->c, &samples, warnings, sizeof warnings);
    else
        study_miss(row->s);
    timing_samples_free(&samples);
    return warnings[0] == '\0';
}

static bool read_times(const table_row *row, void *made)
{
    const double ti = timing_median(row->c);
    const interval likely = timing_interval(row->c);
    const double te = ti * rests_iterations(rests_of(row->s), row->c);
    *(times *)made = (times){ti, likely.low, likely.high, te, is_quotable(row)};
    return true;
}

static void ti(const table_row *row, const table_column *column, table_cell *cell)
{
    const times *t = row->made;
    cell_set_real(cell, t->ti);
    if (isnan(t->ti)) {
        cell->word = case_ended(row->c) ? NULL : case_status(row->c);
        return;
    }
    snprintf(cell->own, sizeof cell->own, "%.4g [%.4g, %.4g]", column->scale * t->ti,
             column->scale * t->low, column->scale * t->high);
    cell->word = cell->own;
    cell->mark = t->quotable ? NULL : "†";
}

static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {"vertices", "vertices", .value = cell_count, .of = &column_nodes},
    {"ti_s", "Tᵢ, measured", "µs", 1e6, 4, ti, NULL, NULL},
    {.name = "ti_low_s", .value = cell_made_real, .of = AT(times, low)},
    {.name = "ti_high_s", .value = cell_made_real, .of = AT(times, high)},
    {"published_ti_s", "Tᵢ, published", "s", 1, 7, cell_published, "iteration_time", NULL},
    {"te_s", "Tₑ, measured", "s", 1, 3, cell_made_real, AT(times, te), NULL},
    {"published_te_s", "Tₑ, published", "s", 1, 4, cell_published, "rest_time", NULL},
    {"force_evaluations", "evaluations", .value = cell_real,
     .of = &column_evaluations_per_iteration},
};

/* --- costs relative to those of the first method that is listed --- */

typedef struct ratios {
    table_column column[2];
    const study *s;
    const study_case *first[]; /* of each case of the study: that of the first method which differs
                                * in its method alone; NULL: there is none */
} ratios;

static double measured_ratio(const study_case *c, const study_case *first)
{
    return first ? timing_median(c) / timing_median(first) : TRAMA_NAN;
}

static double published_ratio(const study_case *c, const study_case *first)
{
    return first ? case_published(c, "iteration_time") / case_published(first, "iteration_time")
                 : TRAMA_NAN;
}

static void ratio_text(double ratio, table_cell *cell)
{
    cell_set_real(cell, ratio);
    snprintf(cell->own, sizeof cell->own, "%.2f", ratio);
    cell->word = isnan(ratio) ? NULL : cell->own;
}

static void relative(const table_row *row, const table_column *column, table_cell *cell)
{
    const ratios *r = column->of;
    const study_case *first = r->first[row->c - r->s->item];
    const double measured = measured_ratio(row->c, first);
    const double off = fabs(measured / published_ratio(row->c, first) - 1);
    ratio_text(measured, cell);
    cell->agrees = off <= same_ratio;
    cell->differs = off > same_ratio;
}

static void relative_published(const table_row *row, const table_column *column, table_cell *cell)
{
    const ratios *r = column->of;
    ratio_text(published_ratio(row->c, r->first[row->c - r->s->item]), cell);
}

static const study_case *yardstick(const case_list *cases, const coordinates *apart, size_t i)
{
    const study_case *c = cases->item[i];
    for (size_t k = 0; k < integrator_run(cases, 0); k++) {
        const study_case *first = cases->item[k];
        if (strcmp(case_simulation(first), case_simulation(c)) == 0 &&
            case_number(first, &column_nodes) == case_number(c, &column_nodes) &&
            coordinates_agree(apart, k, i))
            return first;
    }
    return NULL;
}

static table_column *add_ratios(const study *s, const case_list *cases, size_t *count,
                                document *out)
{
    coordinates apart;
    ratios *r = calloc(1, sizeof *r + (s->count + 1) * sizeof(const study_case *));
    const bool done = coordinates_make(cases, &coordinate_method, &apart) && r;
    for (size_t i = 0; done && i < cases->count; i++)
        r->first[cases->item[i] - s->item] = yardstick(cases, &apart, i);
    coordinates_free(&apart);
    out->no_memory |= !done;
    if (!done) {
        free(r);
        return NULL;
    }
    r->s = s;
    r->column[0] = (table_column){.heading = "relative, measured", .value = relative, .of = r};
    r->column[1] =
        (table_column){.heading = "relative, published", .value = relative_published, .of = r};
    *count = 2;
    return r->column;
}

/* --- what is said of them --- */

/* "S1 1e-07 m, S4 edge level": the criterion behind each Te, once of a simulation. */
static void criteria_note(const study *s, const case_list *cases, document *out)
{
    char text[512] = "", last[160] = "";
    size_t used = 0;
    for (size_t i = 0; i < integrator_run(cases, 0); i++) {
        const equilibrium_choice *choice = rests_find(rests_of(s), cases->item[i]).choice;
        char value[32] = "none", one[160];
        if (!choice)
            continue;
        if (choice->stands)
            equilibrium_criterion_text(choice, value, sizeof value);
        snprintf(one, sizeof one, "%.120s %s", case_simulation(cases->item[i]), value);
        if (strcmp(one, last) == 0)
            continue;
        memcpy(last, one, sizeof last);
        const int length = snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "", one);
        if (length > 0 && used + (size_t)length < sizeof text)
            used += (size_t)length;
    }
    document_paragraph(out,
                       "Tₑ is Tᵢ times the iterations to equilibrium by the best-fitting criterion "
                       "of each simulation: %s.",
                       used ? text : "none was measured");
}

/* The first that says its machine: one without a file does not. */
static const study_case *first_measured(const case_list *cases)
{
    for (size_t i = 0; i < cases->count; i++)
        if (case_text(cases->item[i], &column_run_cpu)[0])
            return cases->item[i];
    return cases->item[0];
}

static void introduce(const study *s, const case_list *cases, document *out)
{
    const study_case *c = first_measured(cases);
    const char *cpu = case_text(c, &column_run_cpu);
    document_paragraph(out,
                       "Tᵢ: one iteration%s%s%s%s, median and its 95 %% bootstrap interval; "
                       "published times are of other hardware, and compared by their ratios to "
                       "those of %s alone.",
                       cpu[0] ? " on " : "", cpu, cpu[0] ? ", " : "",
                       case_text(c, &column_run_compiler), case_method_title(cases->item[0]));
    criteria_note(s, cases, out);
}

const table_type table_timing = {
    .name = "timing",
    .title = "Processing times",
    .task = "timing",
    .filter = timing_is_of_a_simulation,
    TABLE_COLUMNS(columns),
    .keys = KEYS_BUT_METHOD,
    .read = read_times,
    .row_size = sizeof(times),
    .more = add_ratios,
    .by_method = "processing times",
    .published = "iteration_time",
    .printed = true,
    .introduce = introduce,
    .marks = MARKS("≠: further than 20 % from the published ratio.",
                   "†: the machine was not at rest (timing_details says how): no time to quote."),
};
