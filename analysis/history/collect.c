/* The results of one program as an entry of its history: for each case its status, its answer,
 * every single value, the digest of all, and the median time of each of its parts. */
#include "analysis/history/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"
#include "analysis/quantities/response.h"
#include "analysis/quantities/timing.h"
#include "analysis/read/outcome.h"
#include "core/numbers.h"

/* The cases that the history knows, in order of key. */
typedef struct known_case {
    const char *key;
    size_t of;
} known_case;

typedef struct known {
    known_case *item;
    size_t count;
} known;

typedef struct collector {
    history *to;
    size_t entry, of; /* the entry, and the case at hand */
    const study_case *from;
} collector;

static bool find_commit(const side *results, const char **commit, FILE *err);
static const char *latest_date(const side *results);
static bool list_known(const history *h, known *k);
static size_t find_case(const known *k, const char *key);
static void collect_case(collector *c, const side_group *g);

int history_collect(history *h, const side *results, const char *commit, FILE *err)
{
    known before;
    if (!commit && !find_commit(results, &commit, err))
        return OUTCOME_USAGE;
    h->no_memory |= !list_known(h, &before);
    collector c = {.to = h, .entry = history_add_entry(h, commit, latest_date(results))};
    for (size_t i = 0; !h->no_memory && i < results->groups; i++) {
        const side_group *g = &results->group[i];
        char name[300];
        c.of = find_case(&before, g->key);
        if (c.of == HISTORY_NONE) {
            case_name(g->item[0], name, sizeof name);
            c.of = history_add_case(h, g->key, name);
        }
        if (c.of != HISTORY_NONE)
            collect_case(&c, g);
    }
    free(before.item);
    if (h->no_memory)
        fprintf(err, "no memory for the history\n");
    return h->no_memory ? OUTCOME_IO : OUTCOME_OK;
}

/* --- the entry --- */

static bool find_commit(const side *results, const char **commit, FILE *err)
{
    *commit = case_text(results->group[0].item[0], &column_run_commit);
    for (size_t i = 0; i < results->groups; i++) {
        const char *other = case_text(results->group[i].item[0], &column_run_commit);
        if (strcmp(*commit, other) != 0) {
            fprintf(err,
                    "the results are of several commits, %s and %s; --commit NAME says "
                    "which one to add\n",
                    *commit, other);
            return false;
        }
    }
    if (!**commit)
        fprintf(err, "the results do not say which commit they are of; --commit NAME does\n");
    return **commit != '\0';
}

static const char *latest_date(const side *results)
{
    const char *latest = "";
    for (size_t i = 0; i < results->groups; i++) {
        const char *date = case_text(results->group[i].item[0], &column_run_date);
        latest = strcmp(date, latest) > 0 ? date : latest;
    }
    return latest;
}

/* --- its cases --- */

static int by_key(const void *left, const void *right)
{
    return strcmp(((const known_case *)left)->key, ((const known_case *)right)->key);
}

static bool list_known(const history *h, known *k)
{
    *k = (known){malloc((h->cases + 1) * sizeof *k->item), h->cases};
    for (size_t i = 0; k->item && i < h->cases; i++)
        k->item[i] = (known_case){h->of[i].key, i};
    if (k->item)
        qsort(k->item, k->count, sizeof *k->item, by_key);
    return k->item != NULL;
}

static size_t find_case(const known *k, const char *key)
{
    const known_case wanted = {.key = key};
    const known_case *found = bsearch(&wanted, k->item, k->count, sizeof *k->item, by_key);
    return found ? found->of : HISTORY_NONE;
}

/* --- a case --- */

/* The series of the case, which is added if it has none such. */
static size_t series_of(collector *c, const history_series *like)
{
    const history *h = c->to;
    for (size_t i = h->of[c->of].last_series; i != HISTORY_NONE; i = h->series[i].before)
        if (h->series[i].kind == like->kind && strcmp(h->series[i].quantity, like->quantity) == 0 &&
            strcmp(h->series[i].machine, like->machine) == 0 &&
            strcmp(h->series[i].unit, like->unit) == 0)
            return i;
    return history_add_series(c->to, like);
}

/* Within what its experiment declares a value has not changed. */
static bool is_as_before(const collector *c, const history_series *like, const history_point *p,
                         const history_point *last)
{
    char path[700];
    snprintf(path, sizeof path, "%s/%.640s", group_result, like->quantity);
    path[strcspn(path, ",")] = '\0';
    const tolerance t = tolerance_of(c->from, path);
    if (isnan(p->value) || isnan(last->value))
        return isnan(p->value) && isnan(last->value) && strcmp(p->word, last->word) == 0;
    return p->value == last->value ||
           fabs(p->value - last->value) <= t.absolute + t.relative * fabs(last->value);
}

static void put(collector *c, history_series like, history_point p)
{
    like.of = c->of;
    if (!like.machine)
        like.machine = "";
    p.entry = c->entry;
    p.series = series_of(c, &like);
    if (p.series == HISTORY_NONE)
        return;
    c->to->series[p.series].seen = c->entry;
    const size_t last = c->to->series[p.series].last;
    if (like.kind == HISTORY_TIME || last == HISTORY_NONE ||
        !is_as_before(c, &like, &p, &c->to->point[last]))
        history_add_point(c->to, &p);
}

static void put_word(collector *c, history_kind kind, const char *quantity, const char *word)
{
    put(c, (history_series){.kind = kind, .quantity = (char *)quantity, .unit = ""},
        (history_point){
            .value = TRAMA_NAN, .low = TRAMA_NAN, .high = TRAMA_NAN, .word = (char *)word});
}

static void put_value(collector *c, history_kind kind, const char *quantity, const char *unit,
                      double value)
{
    put(c, (history_series){.kind = kind, .quantity = (char *)quantity, .unit = (char *)unit},
        (history_point){.value = value,
                        .low = TRAMA_NAN,
                        .high = TRAMA_NAN,
                        .word = isnan(value) ? "not a number" : ""});
}

/* That of a case which measures time is a time, too, and stands among these. */
static void collect_answer(collector *c, const side_group *g)
{
    const answer a = answer_of(g->study, c->from);
    if (!a.of.quantity[0] || case_rows(c->from, &column_sample_part) > 0)
        return;
    if (isnan(a.measured))
        put_word(c, HISTORY_ANSWER, a.of.quantity, a.end);
    else
        put_value(c, HISTORY_ANSWER, a.of.quantity, response_unit(&a.of), a.measured);
}

static double number_at(const bundle_column *column, size_t row)
{
    return column->type == BUNDLE_REAL ? column->real[row] : (double)column->integer[row];
}

/* Of a list of numbers its last, as "series/kinetic, last"; the rest is in the digest alone. */
static void collect_list(collector *c, const bundle_column *column, const char *quantity)
{
    char name[700];
    const bool has_numbers =
        column->type == BUNDLE_REAL ? column->real != NULL : column->type == BUNDLE_INTEGER;
    if (!has_numbers || column->columns != 1 || column->rows == 0)
        return;
    snprintf(name, sizeof name, "%.640s, last", quantity);
    put_value(c, HISTORY_VALUE, name, column->unit, number_at(column, column->rows - 1));
}

static void collect_column(collector *c, const bundle_column *column)
{
    const char *quantity = group_rest(group_result, column->path);
    if (!quantity)
        return;
    if (column->rows * column->columns != 1)
        collect_list(c, column, quantity);
    else if (column->type == BUNDLE_TEXT)
        put_word(c, HISTORY_VALUE, quantity, column->text[0]);
    else
        put_value(c, HISTORY_VALUE, quantity, column->unit, number_at(column, 0));
}

/* What its experiment lets differ has no bits to keep. */
static void collect_bits(collector *c)
{
    char digest[65];
    if (case_rows(c->from, &column_tolerance_quantity) == 0 && case_digest(c->from, digest))
        put_word(c, HISTORY_VALUE, "bits", digest);
}

/* What the case has no more. */
static void collect_gone(collector *c)
{
    history *h = c->to;
    for (size_t i = h->of[c->of].last_series; i != HISTORY_NONE; i = h->series[i].before) {
        const history_series *s = &h->series[i];
        if (s->kind == HISTORY_TIME || s->seen == c->entry ||
            strcmp(h->point[s->last].word, "gone") == 0)
            continue;
        history_add_point(h, &(history_point){.entry = c->entry,
                                              .series = i,
                                              .value = TRAMA_NAN,
                                              .low = TRAMA_NAN,
                                              .high = TRAMA_NAN,
                                              .word = "gone"});
    }
}

/* "AMD EPYC, 2 processors, x86-64-v4": what a time depends on, and a file tells. */
static void machine_of(const study_case *c, char *text, size_t size)
{
    const double processors = case_number(c, &column_run_processors);
    snprintf(text, size, "%s, %s, %g processors, %s, %s", case_text(c, &column_run_host),
             case_text(c, &column_run_cpu), processors, case_text(c, &column_run_isa),
             case_text(c, &column_run_governor));
}

static void collect_time(collector *c, const char *part, const char *machine)
{
    timing_samples s;
    char quantity[200];
    snprintf(quantity, sizeof quantity, "time%s%s", part[0] ? " " : "", part);
    if (!timing_samples_read(c->from, part, &s))
        c->to->no_memory = true;
    else if (s.count > 0)
        put(c,
            (history_series){.kind = HISTORY_TIME,
                             .quantity = quantity,
                             .unit = "s",
                             .machine = (char *)machine},
            (history_point){
                .value = s.median, .low = s.likely.low, .high = s.likely.high, .word = ""});
    timing_samples_free(&s);
}

static void collect_times(collector *c)
{
    char machine[500];
    const size_t rows = case_rows(c->from, &column_sample_part);
    char *const *part = case_texts(c->from, &column_sample_part, rows);
    machine_of(c->from, machine, sizeof machine);
    for (size_t i = 0; part && i < rows; i++)
        if (timing_part_begins(part, i))
            collect_time(c, part[i], machine);
}

static void collect_case(collector *c, const side_group *g)
{
    c->from = g->item[0];
    history_add_covered(c->to, c->entry, c->of);
    put_word(c, HISTORY_OUTCOME, "status", case_text(c->from, &column_case_status));
    if (case_ended(c->from)) {
        const bundle *all = case_whole(c->from);
        collect_answer(c, g);
        for (size_t i = 0; i < all->count; i++)
            collect_column(c, &all->column[i]);
        collect_bits(c);
        collect_times(c);
        collect_gone(c);
    }
}
