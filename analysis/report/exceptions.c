/* The exceptions, a table a kind: cases without a result, published limits that are not reproduced,
 * limits that a longer run does not keep, remarks of runs, files that are left out. What there is
 * none of is not there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/read/parts.h"
#include "analysis/report/names.h"
#include "analysis/report/report.h"
#include "analysis/table/column.h"
#include "core/memory.h"

static void statuses(const study *s, document *d);
static void absent(const study *s, document *d);
static void left_out(const study *s, document *d);
static void exceptional_cases(const report *r, document *d);
static void remarks(const report *r, document *d);

static void write(report *r, FILE *out)
{
    document d = {0};
    statuses(&r->study, &d);
    absent(&r->study, &d);
    left_out(&r->study, &d);
    exceptional_cases(r, &d);
    remarks(r, &d);
    report_document(r, &d, out);
}

const section_type section_exceptions = {.id = "exceptions", .title = "Exceptions", .write = write};

/* --- cases by how they ended, and files that are not there --- */

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

static bool all_ended(const study *s)
{
    size_t ended = 0;
    for (size_t i = 0; i < s->count; i++)
        ended += case_ended(&s->item[i]);
    return ended == s->count;
}

/* Experiments down, statuses across. */
static void statuses(const study *s, document *d)
{
    size_t experiments, statuses;
    const char **experiment = report_distinct(s, &column_case_experiment, &experiments);
    const char **status = distinct_statuses(s, &statuses);
    char align[16] = "l";
    if (!all_ended(s) && experiment && status && statuses < sizeof align - 1) {
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
}

static void left_out(const study *s, document *d)
{
    static const char *const header[] = {"Why", "files", "the first", NULL};
    if (s->unplanned_count == 0 && s->unreadable == 0)
        return;
    document_grid(d, "lrl", "Results files that are left out");
    document_cells(d, header);
    if (s->unplanned_count > 0) {
        document_cell(d, "no experiment plans them");
        document_cell(d, "%zu", s->unplanned_count);
        document_cell(d, "%s", s->unplanned[0]);
    }
    if (s->unreadable > 0) {
        document_cell(d, "they cannot be read");
        document_cell(d, "%zu", s->unreadable);
        document_cell(d, "–");
    }
}

/* --- tables of cases --- */

static void cell_name(const table_row *row, const table_column *column, table_cell *cell)
{
    char name[REPORT_NAME];
    report_name(column->of, row->c, name);
    cell_set_words(cell, "%s", name);
}

static void cell_must(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, case_is_required(row->c) ? "yes" : "no");
}

static void cell_late(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_count(row, column, cell);
    cell->word = cell->kind == CELL_ABSENT ? "–" : NULL;
    cell->mark = cell->kind == CELL_ABSENT ? "‡" : "†";
}

static bool is_broken(const study_case *c)
{
    return !case_ended(c) && !c->absent;
}

static bool is_missed(const study_case *c)
{
    return limit_is_published(c) && !limit_is_reproduced(c) && !c->absent;
}

/* Varied limits and ensembles have tables of their own. */
static bool fails_late(const study_case *c)
{
    return limit_is_plain(c) &&
           (case_number(c, &column_late_iteration) >= 0 || limit_holds_by_bounds_alone(c));
}

static bool is_stable_again(const study_case *c)
{
    return limit_is_plain(c) && case_number(c, &column_scan_stable) > 0;
}

enum { COLUMNS_MOST = 10, ROWS_MOST = 40 };

/* Behind a column that names the case. */
static const struct exception {
    const char *caption, *task;
    case_filter *is;
    table_column column[COLUMNS_MOST];
} exceptions[] = {
    {"Cases without a result",
     NULL,
     is_broken,
     {{.heading = "ended", WORD(case_status)}, {.heading = "message", CASE_TEXT(case_message)}}},
    {"Largest time steps that are not the published ones, and what fails above them",
     "stable_step",
     is_missed,
     {{NULL, "measured", "s", 1, 4, TOLD(limit_told), .traits = &column_is_limit},
      {NULL, "published", "s", 1, 4, PUBLISHED("dt_stable"), .traits = &column_is_limit},
      {.heading = "must", .value = cell_must},
      {NULL, "fails at", "s", 1, 4, CASE_REAL(dt_unstable), .traits = &column_is_limit},
      {.heading = "iteration", TOLD(limit_told_iteration)},
      {.heading = "cause", WORD(limit_failure)},
      {.heading = "node", CASE_COUNT(failure_node)},
      {.heading = "object", CASE_TEXT(failure_object)},
      {.heading = "first sign", CASE_TEXT(symptom)}}},
    {"Largest time steps that hold for as long as was looked: a longer run fails (†), or gains "
     "energy that no work explains (‡)",
     "stable_step",
     fails_late,
     {{NULL, "Δt", "s", 1, 4, CASE_REAL(dt_stable), .traits = &column_is_limit},
      {.heading = "horizon", CASE_COUNT(horizon)},
      {.heading = "fails at", .value = cell_late, .of = &column_late_iteration},
      {NULL, "spurious energy", "J", 1, 3, CASE_REAL(late_excess)}}},
    {"Limits that are no single threshold",
     "stable_step",
     is_stable_again,
     {{.heading = "larger steps that are stable", CASE_COUNT(scan_stable)}}},
};

/* The first of them, each in a row. */
static void write_cases(const report *r, const struct exception *e, const case_list *cases,
                        document *d)
{
    table_column columns[1 + COLUMNS_MOST] = {{.heading = "Case", .value = cell_name, .of = r}};
    table_row row[ROWS_MOST];
    size_t count = 1, rows = 0;
    for (size_t k = 0; k < COLUMNS_MOST && e->column[k].value; k++) {
        columns[count] = e->column[k];
        column_take_unit(&r->study, &columns[count++]);
    }
    for (; rows < cases->count && rows < ROWS_MOST; rows++)
        row[rows] = (table_row){.s = &r->study, .c = cases->item[rows]};
    columns_grid(columns, count, row, rows, e->caption, d);
    if (rows < cases->count)
        document_paragraph(d, "and %zu more: the tables below and their CSV files list all.",
                           cases->count - rows);
}

static void exceptional_cases(const report *r, document *d)
{
    for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++) {
        case_list cases = study_select(&r->study, exceptions[i].task, exceptions[i].is);
        if (cases.count > 0)
            write_cases(r, &exceptions[i], &cases, d);
        free(cases.item);
    }
}

/* --- remarks --- */

/* What interactions, objects, the energy budget and contact solves remark of their runs; equal
 * ones of an experiment are one. */
typedef struct remark {
    const study_case *first;
    char of[128];
    const char *text;
    size_t cases;
    double count; /* of steps or solves, the most of one case */
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
            all->item[i].count = fmax(all->item[i].count, next->count);
            return;
        }
    remark *grown = trama_with_room(all->item, all->count, &all->room, sizeof *grown);
    all->no_memory |= !grown;
    if (!grown)
        return;
    all->item = grown;
    all->item[all->count++] = *next;
}

/* Contact solves that ended above their tolerance. */
static void collect_unsolved(const study_case *c, remark_list *all)
{
    const double unsolved = case_number(c, &column_unsolved);
    if (unsolved > 0.0)
        add_remark(all, &(remark){c, "contact", column_unsolved.summary, 1, unsolved});
}

/* A path of a case, if a remark is there. */
static bool collect_remark(const study_case *c, const char *path, void *all)
{
    column_member m;
    remark next = {.first = c, .cases = 1};
    if (!column_takes(&column_remark_steps, path, next.of, sizeof next.of))
        return true;
    next.count = case_number(c, column_named(&column_remark_steps, next.of, &m));
    next.text = case_text(c, column_named(&column_remark_what, next.of, &m));
    add_remark(all, &next);
    return true;
}

static void remark_row(const report *r, const remark *one, document *d)
{
    char name[REPORT_NAME];
    report_name(r, one->first, name);
    document_cell(d, "%s", name);
    document_cell(d, "%s", one->of);
    document_cell(d, "%zu", one->cases);
    document_count(d, one->count);
    document_cell(d, "%s", one->text);
}

static void remarks(const report *r, document *d)
{
    static const char *const header[] = {"First case", "of", "cases", "steps or solves, at most",
                                         "remark",     NULL};
    remark_list all = {0};
    for (size_t i = 0; i < r->study.count; i++) {
        case_each_path(&r->study.item[i], NULL, collect_remark, &all);
        collect_unsolved(&r->study.item[i], &all);
    }
    if (all.count > 0) {
        document_grid(d, "llrrl", "Remarks on the runs");
        document_cells(d, header);
    }
    for (size_t i = 0; i < all.count; i++)
        remark_row(r, &all.item[i], d);
    d->no_memory |= all.no_memory;
    free(all.item);
}
