#include "analysis/quantities/timing_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/rests.h"
#include "analysis/quantities/timing.h"
#include "analysis/read/coordinates.h"
#include "core/numbers.h"

/* Times of other machines compare by their ratios alone; further off than this is a difference. */
static const double same_ratio = 0.2;

/* --- a row a case --- */

static bool is_quotable(const study *s, const study_case *c)
{
    timing_samples samples;
    char warnings[128] = "";
    if (timing_samples_read(c, "", &samples))
        timing_warnings(c, &samples, warnings, sizeof warnings);
    else
        study_miss(s);
    timing_samples_free(&samples);
    return warnings[0] == '\0';
}

static told_value told_of_time(const study *s, const study_case *c, double ti, interval likely)
{
    told_value made = told_number(ti);
    if (isnan(ti)) {
        made.word = case_ended(c) ? NULL : case_status(c);
        return made;
    }
    told_in_words(&made, "%.4g [%.4g, %.4g]", 1e6 * ti, 1e6 * likely.low, 1e6 * likely.high);
    made.mark = is_quotable(s, c) ? NULL : "†";
    return made;
}

static bool read_row(const study *s, const study_case *c, size_t index, void *to)
{
    timing_row *made = to;
    const double ti = timing_median(c);
    const interval likely = timing_interval(c);
    (void)index;
    *made = (timing_row){.ti = told_of_time(s, c, ti, likely),
                         .low = likely.low,
                         .high = likely.high,
                         .te = ti * rests_iterations(rests_of(s), c)};
    return true;
}

const told_rows timing_rows = {.size = sizeof(timing_row), .read = read_row};

/* --- ratios --- */

static const study_case *yardstick(const case_list *cases, const coordinates *apart, size_t i)
{
    const study_case *c = cases->item[i];
    for (size_t k = 0; k < integrator_run(cases, 0); k++) {
        const study_case *first = cases->item[k];
        if (coordinates_agree(apart, k, i) &&
            strcmp(case_simulation(first), case_simulation(c)) == 0 &&
            case_number(first, &column_nodes) == case_number(c, &column_nodes))
            return first;
    }
    return NULL;
}

/* Of each case of the study that of the first method which differs in its method alone; NULL: there
 * is none. Lives as long as the study; NULL without memory. */
static const study_case *const *yardsticks(const study *s, const case_list *cases)
{
    coordinates apart;
    const study_case **first = study_keep(s, (s->count + 1) * sizeof(*first));
    const bool done = coordinates_make(cases, &coordinate_method, &apart) && first;
    for (size_t i = 0; done && i < cases->count; i++)
        first[cases->item[i] - s->item] = yardstick(cases, &apart, i);
    coordinates_free(&apart);
    return done ? first : NULL;
}

static told_value told_of_ratio(double ratio)
{
    told_value made = told_number(ratio);
    if (!isnan(ratio))
        told_in_words(&made, "%.2f", ratio);
    return made;
}

static const study_case *first_of(const told_column *column, const study *s, const study_case *c)
{
    const study_case *const *first = column->of;
    return first[c - s->item];
}

static told_value published_ratio(const told_column *column, const study *s, const study_case *c,
                                  const void *made)
{
    const study_case *first = first_of(column, s, c);
    (void)made;
    return told_of_ratio(first ? case_published(c, "iteration_time") /
                                     case_published(first, "iteration_time")
                               : TRAMA_NAN);
}

static told_value measured_ratio(const told_column *column, const study *s, const study_case *c,
                                 const void *made)
{
    const study_case *first = first_of(column, s, c);
    told_value ratio = told_of_ratio(first ? timing_median(c) / timing_median(first) : TRAMA_NAN);
    const double off = fabs(ratio.value / published_ratio(column, s, c, made).value - 1);
    ratio.sign = (off <= same_ratio) - (off > same_ratio);
    return ratio;
}

told_column *timing_ratio_columns(const study *s, const case_list *cases, size_t *count)
{
    const study_case *const *first = yardsticks(s, cases);
    told_column *made = first ? calloc(2, sizeof *made) : NULL;
    *count = 2;
    if (made) {
        made[0] = (told_column){"relative, measured", .tell = measured_ratio, .of = first};
        made[1] = (told_column){"relative, published", .tell = published_ratio, .of = first};
    }
    return made;
}

/* --- what is said of them --- */

/* The first that says its machine: one without a file does not. */
static const study_case *first_measured(const case_list *cases)
{
    for (size_t i = 0; i < cases->count; i++)
        if (case_text(cases->item[i], &column_run_cpu)[0])
            return cases->item[i];
    return cases->item[0];
}

void timing_words(const study *s, const case_list *cases, char text[TOLD_PARAGRAPH])
{
    const study_case *c = first_measured(cases);
    const char *cpu = case_text(c, &column_run_cpu);
    (void)s;
    snprintf(text, TOLD_PARAGRAPH,
             "Tᵢ: one iteration%s%s%s%s, median and its 95 %% bootstrap interval; "
             "published times are of other hardware, and compared by their ratios to "
             "those of %s alone.",
             cpu[0] ? " on " : "", cpu, cpu[0] ? ", " : "", case_text(c, &column_run_compiler),
             case_method_title(cases->item[0]));
}

static void list_criteria(const study *s, const case_list *cases, char *text, size_t size)
{
    char last[160] = "";
    size_t used = 0;
    text[0] = '\0';
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
        const int length = snprintf(text + used, size - used, "%s%s", used ? ", " : "", one);
        if (length > 0 && used + (size_t)length < size)
            used += (size_t)length;
    }
}

void timing_rest_words(const study *s, const case_list *cases, char text[TOLD_PARAGRAPH])
{
    char criteria[512];
    list_criteria(s, cases, criteria, sizeof criteria);
    snprintf(text, TOLD_PARAGRAPH,
             "Tₑ is Tᵢ times the iterations to equilibrium by the best-fitting criterion "
             "of each simulation: %s.",
             criteria[0] ? criteria : "none was measured");
}

/* --- a row a part of a case's work --- */

static char *const *parts_of(const study_case *c)
{
    return case_texts(c, &column_sample_part, case_rows(c, &column_sample));
}

/* Without parts there is one, of no name. */
static bool begins(char *const *part, size_t row)
{
    return part ? timing_part_begins(part, row) : row == 0;
}

static size_t count_parts(const study_case *c)
{
    char *const *part = parts_of(c);
    size_t count = 0;
    for (size_t i = 0; i < case_rows(c, &column_sample); i++)
        count += begins(part, i);
    return count;
}

static const char *name_of_part(const study_case *c, size_t index)
{
    char *const *part = parts_of(c);
    size_t i = 0;
    while (!begins(part, i) || index-- > 0)
        i++;
    return part ? part[i] : "";
}

static bool read_detail(const study *s, const study_case *c, size_t index, void *to)
{
    timing_detail *d = to;
    timing_samples all;
    const char *part = name_of_part(c, index);
    if (!timing_samples_read(c, part, &all)) {
        study_miss(s);
        return false;
    }
    *d = (timing_detail){.part = part,
                         .vertices = case_number(c, &column_nodes),
                         .samples = (double)all.count,
                         .median = all.median,
                         .mad = all.mad,
                         .low = all.likely.low,
                         .high = all.likely.high,
                         .outliers = (double)all.outliers,
                         .waiting = all.waiting,
                         .others = all.others,
                         .steal = all.steal,
                         .clock = all.clock,
                         .switches = all.switches};
    timing_warnings(c, &all, d->warnings, sizeof d->warnings);
    timing_samples_free(&all);
    return true;
}

const told_rows timing_detail_rows = {
    .size = sizeof(timing_detail), .count = count_parts, .read = read_detail};

/* --- what an iteration's time is spent on --- */

static double median_of(const study *s, const study_case *c, const char *part)
{
    timing_samples samples;
    const bool read = timing_samples_read(c, part, &samples);
    const double median = read ? samples.median : TRAMA_NAN;
    if (!read)
        study_miss(s);
    timing_samples_free(&samples);
    return median;
}

static bool read_breakdown(const study *s, const study_case *c, size_t index, void *made)
{
    const double force = median_of(s, c, "force"), step = median_of(s, c, "step"),
                 watched = median_of(s, c, "watched step"),
                 forces = case_number(c, &column_evaluations_per_iteration) * force;
    (void)index;
    *(timing_breakdown *)made = (timing_breakdown){
        .force = force,
        .watched = watched,
        .force_share = forces / step,
        .method_share = (step - forces) / step,
        .observers_share = (watched - step) / step,
        .step = {.value = step, .word = case_ended(c) ? NULL : case_status(c)},
    };
    return true;
}

const told_rows timing_breakdown_rows = {.size = sizeof(timing_breakdown), .read = read_breakdown};

/* --- a row a sample --- */

static size_t count_samples(const study_case *c)
{
    return case_rows(c, &column_sample);
}

/* The row of the columns below /timing that is sample `index`. */
static size_t row_of_sample(const study_case *c, char *const *part, size_t index)
{
    const size_t rows = case_rows(c, &column_sample);
    for (size_t first = 0; part && first < rows; first++)
        for (size_t i = first; begins(part, first) && i < rows; i++)
            if (strcmp(part[i], part[first]) == 0 && index-- == 0)
                return i;
    return index;
}

static bool read_sample(const study *s, const study_case *c, size_t index, void *to)
{
    const size_t rows = case_rows(c, &column_sample);
    char *const *part = parts_of(c);
    const size_t at = row_of_sample(c, part, index);
    const int64_t *turn = case_integers(c, &column_sample_turn, rows);
    const double *start = case_reals(c, &column_sample_start, rows);
    const double *seconds = case_reals(c, &column_sample, rows);
    bool apart;
    if (!seconds)
        return false;
    if (!timing_sample_is_apart(c, at, &apart)) {
        study_miss(s);
        return false;
    }
    *(timing_sample *)to = (timing_sample){.part = part ? part[at] : "",
                                           .outlier = apart ? "yes" : "no",
                                           .turn = turn ? (double)turn[at] : -1,
                                           .start = start ? start[at] : TRAMA_NAN,
                                           .seconds = seconds[at]};
    return true;
}

const told_rows timing_sample_rows = {
    .size = sizeof(timing_sample), .count = count_samples, .read = read_sample};
