/* The exceptions: cases without a result, published limits that are not reproduced, limits that a
 * longer run does not keep, remarks of runs. Each is a table; what there is none of is not there.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/report/names.h"
#include "analysis/report/report.h"
#include "core/memory.h"

enum { ROWS_MOST = 40 }; /* of a table of cases */

static void statuses(const study *s, document *d);
static void absent(const study *s, document *d);
static void broken(const report *r, document *d);
static void missed(const report *r, document *d);
static void late(const report *r, document *d);
static void stable_again(const report *r, document *d);
static void remarks(const report *r, document *d);

static void write(report *r, FILE *out)
{
    document d = {0};
    absent(&r->study, &d);
    broken(r, &d);
    missed(r, &d);
    late(r, &d);
    stable_again(r, &d);
    remarks(r, &d);
    if (d.count == 0)
        document_paragraph(&d, "None: all %zu cases gave a result.", r->study.count);
    else
        statuses(&r->study, &d);
    report_document(r, &d, out);
}

const section_type section_summary = {.id = "summary", .title = "Exceptions", .write = write};

/* --- tables of cases --- */

/* A grid of cases, whose first column names them, and which begins with its first row. */
typedef struct case_grid {
    const report *r;
    document *d;
    const char *align, *caption;
    const char *const *header;
    size_t rows;
} case_grid;

/* Whether the row of a case, which is named, is to be filled; past the most it is counted. */
static bool begin_row(case_grid *g, const study_case *c)
{
    char name[REPORT_NAME];
    if (g->rows == 0) {
        document_grid(g->d, g->align, g->caption);
        document_cells(g->d, g->header);
    }
    if (g->rows++ >= ROWS_MOST)
        return false;
    report_name(g->r, c, name);
    document_cell(g->d, "%s", name);
    return true;
}

static void end_grid(const case_grid *g)
{
    if (g->rows > ROWS_MOST)
        document_paragraph(g->d, "and %zu more: the tables below and their CSV files list all.",
                           g->rows - ROWS_MOST);
}

/* --- cases without a result --- */

static size_t count_cases(const study *s, const char *experiment, const char *status)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        count += strcmp(case_status(&s->item[i]), status) == 0 &&
                 strcmp(case_text(&s->item[i], &column_case_experiment), experiment) == 0;
    return count;
}

static const char **distinct_statuses(const study *s, size_t *count)
{
    const char **status = calloc(s->count + 1, sizeof(*status));
    *count = 0;
    for (size_t i = 0; status && i < s->count; i++)
        if (*case_status(&s->item[i]))
            names_add(status, count, case_status(&s->item[i]));
    if (!status)
        study_miss(s);
    return status;
}

/* Experiments down, statuses across. */
static void statuses(const study *s, document *d)
{
    size_t experiments, statuses;
    const char **experiment = report_distinct(s, &column_case_experiment, &experiments);
    const char **status = distinct_statuses(s, &statuses);
    char align[16] = "l";
    if (experiment && status && statuses < sizeof align - 1) {
        memset(align + 1, 'r', statuses);
        document_grid(d, align, "Cases of each experiment by how they ended");
        document_cell(d, "Experiment");
        for (size_t j = 0; j < statuses; j++)
            document_cell(d, "%s", status[j]);
        for (size_t i = 0; i < experiments; i++) {
            document_cell(d, "%s", experiment[i]);
            for (size_t j = 0; j < statuses; j++)
                document_cell(d, "%zu", count_cases(s, experiment[i], status[j]));
        }
    }
    free(experiment);
    free(status);
}

/* Planned cases without a file, files that no experiment plans, and files that cannot be read. */
static void absent(const study *s, document *d)
{
    static const char *const header[] = {"Experiment", "planned", "with a results file", NULL};
    bool any = false;
    for (size_t i = 0; i < s->experiments; i++) {
        const experiment_cases n = study_cases_of(s, s->experiment[i]);
        if (n.absent == 0)
            continue;
        if (!any) {
            document_grid(d, "lrr", "Planned cases without a results file");
            document_cells(d, header);
        }
        any = true;
        document_cell(d, "%s", n.name);
        document_cell(d, "%zu", n.planned);
        document_cell(d, "%zu", n.planned - n.absent);
    }
    if (s->unplanned_count > 0)
        document_paragraph(d, "Left out: %zu results files that no experiment plans, the first %s.",
                           s->unplanned_count, s->unplanned[0]);
    if (s->unreadable > 0)
        document_paragraph(d, "Left out: %zu files that cannot be read.", s->unreadable);
}

static void broken(const report *r, document *d)
{
    static const char *const header[] = {"Case", "ended", "message", NULL};
    case_grid g = {r, d, "lll", "Cases without a result", header, 0};
    for (size_t i = 0; i < r->study.count; i++) {
        const study_case *c = &r->study.item[i];
        if (case_ended(c) || c->absent || !begin_row(&g, c))
            continue;
        document_cell(d, "%s", case_status(c));
        document_cell(d, "%s", case_text(c, &column_case_message));
    }
    end_grid(&g);
}

/* --- limits --- */

/* " at node 42", and of which object; nothing where what failed is no node's: area, energy. */
static const char *place_of_failure(const study_case *c, char *text, size_t size)
{
    const double node = case_number(c, &column_failure_node);
    text[0] = '\0';
    const char *object = case_text(c, &column_failure_object);
    const char *of = *object ? " of " : "";
    if (node >= 0)
        snprintf(text, size, " at node %.0f%s%.64s", node, of, object);
    else if (*object)
        snprintf(text, size, "%s%.64s", of, object);
    return text;
}

/* What is no number is left out. */
static void tell_failure(const study_case *c, char *text, size_t size)
{
    const double dt = case_number(c, &column_dt_unstable);
    const double value = case_number(c, &column_failure_value);
    const char *symptom = case_text(c, &column_symptom);
    char step[32] = "the next step", place[128], is[32] = "";
    if (!isnan(dt))
        snprintf(step, sizeof step, "%.4g s", dt);
    if (!isnan(value))
        snprintf(is, sizeof is, " is %.3g", value);
    snprintf(text, size, "%s fails at iteration %.0f: %s%s%s%s%s", step,
             case_number(c, &column_failure_iteration), case_failure(c), is,
             place_of_failure(c, place, sizeof place), symptom[0] ? "; first sign: " : "", symptom);
}

void report_reason(const study_case *c, char *text, size_t size)
{
    const char *failure = case_failure(c);
    if (!case_ended(c))
        snprintf(text, size, "the case %s: %s", case_status(c), case_text(c, &column_case_message));
    else if (failure[0] == '\0')
        snprintf(text, size, "no time step up to the cap of the search fails");
    else
        tell_failure(c, text, size);
}

static bool is_missed(const study_case *c)
{
    return limit_is_published(c) && !limit_is_reproduced(c) && !c->absent;
}

static void missed(const report *r, document *d)
{
    static const char *const header[] = {"Case", "measured (s)",       "published (s)",
                                         "must", "what set the limit", NULL};
    case_grid g = {r, d, "lrrll", "Largest time steps that are not the published ones", header, 0};
    case_list cases = study_select(&r->study, "stable_step", is_missed);
    for (size_t i = 0; i < cases.count; i++) {
        const study_case *c = cases.item[i];
        char value[64], reason[512];
        if (!begin_row(&g, c))
            continue;
        limit_text(c, value, sizeof value);
        document_cell(d, "%s ≠", value);
        document_real(d, case_published(c, "dt_stable"), 4);
        document_cell(d, case_is_required(c) ? "yes" : "no");
        report_reason(c, reason, sizeof reason);
        document_cell(d, "%s", reason);
    }
    end_grid(&g);
    free(cases.item);
}

/* Varied limits and ensembles have tables of their own. */
static bool fails_late(const study_case *c)
{
    return limit_is_plain(c) &&
           (case_number(c, &column_late_iteration) >= 0 || limit_holds_by_bounds_alone(c));
}

static void late(const report *r, document *d)
{
    static const char *const header[] = {
        "Case", "Δt (s)", "horizon", "fails at", "energy from nowhere (J)", NULL};
    case_grid g = {
        r,
        d,
        "lrrrr",
        "Largest time steps that hold for as long as was looked: a longer run fails (†), "
        "or gains energy that no work explains (‡)",
        header,
        0};
    case_list cases = study_select(&r->study, "stable_step", fails_late);
    for (size_t i = 0; i < cases.count; i++) {
        const study_case *c = cases.item[i];
        if (!begin_row(&g, c))
            continue;
        document_real(d, case_number(c, &column_dt_stable), 4);
        document_count(d, case_number(c, &column_horizon));
        if (case_number(c, &column_late_iteration) >= 0)
            document_cell(d, "%.0f †", case_number(c, &column_late_iteration));
        else
            document_cell(d, "– ‡");
        document_real(d, case_number(c, &column_late_excess), 3);
    }
    end_grid(&g);
    free(cases.item);
}

static bool is_stable_again(const study_case *c)
{
    return limit_is_plain(c) && case_number(c, &column_scan_stable) > 0;
}

static void stable_again(const report *r, document *d)
{
    static const char *const header[] = {"Case", "larger steps that are stable", NULL};
    case_grid g = {r, d, "lr", "Limits that are no single threshold", header, 0};
    case_list cases = study_select(&r->study, "stable_step", is_stable_again);
    for (size_t i = 0; i < cases.count; i++)
        if (begin_row(&g, cases.item[i]))
            document_count(d, case_number(cases.item[i], &column_scan_stable));
    end_grid(&g);
    free(cases.item);
}

/* --- remarks --- */

/* What interactions, objects and the energy budget remark of their runs; equal ones of an
 * experiment are one. */
typedef struct remark {
    const study_case *first;
    char of[128];
    const char *text;
    size_t cases;
    double steps; /* the most of one case */
} remark;

static bool is_same_remark(const remark *a, const remark *b)
{
    return strcmp(a->text, b->text) == 0 && strcmp(a->of, b->of) == 0 &&
           strcmp(case_text(a->first, &column_case_experiment),
                  case_text(b->first, &column_case_experiment)) == 0;
}

typedef struct remark_list {
    remark *item;
    size_t count, room;
    bool no_memory;
} remark_list;

static void add_remark(remark_list *all, const remark *next)
{
    for (size_t i = 0; i < all->count; i++)
        if (is_same_remark(&all->item[i], next)) {
            all->item[i].cases++;
            all->item[i].steps = fmax(all->item[i].steps, next->steps);
            return;
        }
    remark *grown = trama_with_room(all->item, all->count, &all->room, sizeof *grown);
    all->no_memory |= !grown;
    if (!grown)
        return;
    all->item = grown;
    all->item[all->count++] = *next;
}

static void collect_remarks(const study_case *c, remark_list *all)
{
    column_member m;
    const char *path;
    for (size_t k = 0; (path = bundle_path(&c->data, k)) != NULL; k++) {
        remark next = {.first = c, .cases = 1};
        if (!column_takes(&column_remark_steps, path, next.of, sizeof next.of))
            continue;
        next.steps = case_number(c, column_named(&column_remark_steps, next.of, &m));
        next.text = case_text(c, column_named(&column_remark_what, next.of, &m));
        add_remark(all, &next);
    }
}

static void remarks(const report *r, document *d)
{
    static const char *const header[] = {"First case",     "of",     "cases",
                                         "steps, at most", "remark", NULL};
    case_grid g = {r, d, "llrrl", "Remarks on the runs", header, 0};
    remark_list all = {0};
    for (size_t i = 0; i < r->study.count; i++)
        collect_remarks(&r->study.item[i], &all);
    for (size_t i = 0; i < all.count; i++) {
        const remark *one = &all.item[i];
        if (!begin_row(&g, one->first))
            continue;
        document_cell(d, "%s", one->of);
        document_cell(d, "%zu", one->cases);
        document_count(d, one->steps);
        document_cell(d, "%s", one->text);
    }
    end_grid(&g);
    d->no_memory |= all.no_memory;
    free(all.item);
}
