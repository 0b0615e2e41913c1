#include "analysis/read/outcome.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "results/door.h"
#include "results/path.h"

int outcome_worse(int a, int b)
{
    static const int gravity[] = {[OUTCOME_OK] = 0,
                                  [OUTCOME_BROKEN_CASES] = 1,
                                  [OUTCOME_NOT_REPRODUCED] = 2,
                                  [OUTCOME_USAGE] = 3,
                                  [OUTCOME_IO] = 4};
    return gravity[a] >= gravity[b] ? a : b;
}

/* Cases of an experiment that broke off in the same way. */
typedef struct broken_kind {
    const study_case *first;
    size_t count;
} broken_kind;

typedef struct broken_list {
    broken_kind *item;
    size_t count, room;
} broken_list;

static bool is_same_end(const study_case *a, const study_case *b)
{
    return strcmp(case_status(a), case_status(b)) == 0 &&
           strcmp(case_text(a, &column_case_experiment), case_text(b, &column_case_experiment)) ==
               0;
}

static void add_broken(const study *s, const study_case *c, broken_list *all)
{
    for (size_t i = 0; i < all->count; i++)
        if (is_same_end(all->item[i].first, c)) {
            all->item[i].count++;
            return;
        }
    broken_kind *grown = trama_with_room(all->item, all->count, &all->room, sizeof *grown);
    if (!grown) {
        study_miss(s);
        return;
    }
    all->item = grown;
    all->item[all->count++] = (broken_kind){c, 1};
}

/* The first by name, and how many more there are. */
static void name_broken(const broken_kind *b, FILE *err)
{
    const study_case *c = b->first;
    const char *message = case_text(c, &column_case_message), *status = case_status(c);
    status = status[0] ? status : "has no status";
    fprintf(err, "%s: %s %s: %s%s%s\n", c->path, case_simulation(c), case_integrator(c), status,
            message[0] ? ": " : "", message);
    if (b->count > 1)
        fprintf(err, "%s: %zu more case%s: %s\n", case_text(c, &column_case_experiment),
                b->count - 1, b->count == 2 ? "" : "s", status);
}

static void name_all_broken(const study *s, FILE *err)
{
    broken_list all = {0};
    for (size_t i = 0; i < s->count; i++)
        if (!case_ended(&s->item[i]) && !s->item[i].absent)
            add_broken(s, &s->item[i], &all);
    for (size_t i = 0; i < all.count; i++)
        name_broken(&all.item[i], err);
    free(all.item);
}

/* Whether a case is one of those that measure a published value once. */
static bool measures(const study_case *c)
{
    return c->published >= 0 && case_counts_as_published(c) && !*case_block(c)->design.refined;
}

static int by_what_is_measured(const study_case *a, const study_case *b)
{
    if (a->of != b->of)
        return a->of < b->of ? -1 : 1;
    if (a->published != b->published)
        return a->published < b->published ? -1 : 1;
    const int order = strcmp(case_integrator(a), case_integrator(b));
    return order ? order : strcmp(case_text(a, &column_case_task), case_text(b, &column_case_task));
}

static int by_value_and_place(const void *left, const void *right)
{
    const study_case *a = *(const study_case *const *)left;
    const study_case *b = *(const study_case *const *)right;
    const int order = by_what_is_measured(a, b);
    return order ? order : (a > b) - (a < b);
}

/* Cases that measure the same value stand side by side then; how many cases do. */
static size_t list_measuring(const study *s, const study_case **item)
{
    size_t count = 0;
    for (size_t i = 0; item && i < s->count; i++)
        if (measures(&s->item[i]))
            item[count++] = &s->item[i];
    if (count > 0)
        qsort(item, count, sizeof *item, by_value_and_place);
    return count;
}

/* As where a study matches fewer factors than it varies; on finer and finer grids it does. */
void outcome_name_doubles(const study *s, FILE *err)
{
    const study_case **item = calloc(s->count + 1, sizeof(*item));
    const study_case *first = NULL, *pair[2] = {NULL, NULL};
    const size_t count = list_measuring(s, item);
    size_t doubles = 0;
    for (size_t i = 0; i < count; i++) {
        if (!first || by_what_is_measured(first, item[i]) != 0) {
            first = item[i];
            continue;
        }
        doubles++;
        if (!pair[1] || item[i] < pair[1]) {
            pair[0] = first;
            pair[1] = item[i];
        }
    }
    if (!item)
        study_miss(s);
    free(item);
    if (doubles > 0)
        fprintf(err, "%s and %s measure the same published value; both are shown", pair[0]->path,
                pair[1]->path);
    if (doubles > 1)
        fprintf(err, ", and so are %zu more cases whose published value an earlier one measures",
                doubles - 1);
    fputs(doubles > 0 ? "\n" : "", err);
}

/* In one line an experiment, however many they are. */
static void name_absent(const study *s, FILE *err)
{
    for (size_t i = 0; i < s->experiments; i++) {
        const experiment_cases n = study_cases_of(s, s->experiment[i]);
        if (n.absent > 0)
            fprintf(err,
                    "%s: %zu of %zu planned cases have a results file; `trama run` runs those that "
                    "are missing\n",
                    s->experiment[i]->folder, n.planned - n.absent, n.planned);
    }
}

void outcome_name_unplanned(const study *s, FILE *err)
{
    const size_t count = s->unplanned_count;
    if (count == 0)
        return;
    fprintf(err, "%s", s->unplanned[0]);
    if (count > 1)
        fprintf(err, " and %zu more", count - 1);
    fprintf(err,
            ": left out, as the experiment does not plan %s any more; `trama run --again "
            "unplanned` removes %s\n",
            count > 1 ? "these cases" : "this case", count > 1 ? "them" : "it");
}

int outcome_of_reading(const study *s, const char *folder, FILE *err)
{
    bool broken = false, any = false;
    for (size_t i = 0; i < s->count; i++) {
        const study_case *c = &s->item[i];
        any = any || case_ended(c);
        broken = broken || (!case_ended(c) && !c->absent);
    }
    name_all_broken(s, err);
    if (!s->no_memory) /* which cases there are was not read */
        name_absent(s, err);
    outcome_name_unplanned(s, err);
    if (s->unreadable > 0 || s->no_memory)
        return OUTCOME_IO;
    if (s->count > 0)
        return broken || !any ? OUTCOME_BROKEN_CASES : OUTCOME_OK;
    fprintf(err, "%s: no results here (neither cases/*.h5 nor */cases/*.h5)\n", folder);
    return OUTCOME_USAGE;
}

/* Bytes of the path of a case's experiment. */
static size_t experiment_span(const char *path)
{
    const char *cases = NULL;
    for (const char *at = strstr(path, "/cases/"); at; at = strstr(at + 1, "/cases/"))
        cases = at;
    return cases ? (size_t)(cases - path) : 0;
}

static bool lacks_study(const char *path, size_t span, FILE *err)
{
    char *folder = strndup(path, span), *file = folder ? path_join(folder, "study.h5") : NULL;
    const bool lacks = !file || !door_stands(file);
    if (lacks)
        fprintf(err,
                "%.*s/study.h5: is not there: what was planned, asked and published is not known; "
                "the same `trama run` writes it\n",
                (int)span, path);
    free(file);
    free(folder);
    return lacks;
}

/* Advice is gathered, one command after the other, and has no study. */
static bool has_study_by_nature(const study_case *c)
{
    return strcmp(case_text(c, &column_case_task), "advice") != 0;
}

int outcome_of_showing(const study *s, const char *folder, FILE *err)
{
    const int code = outcome_of_reading(s, folder, err);
    return outcome_worse(code, outcome_of_studies(s, err));
}

int outcome_of_studies(const study *s, FILE *err)
{
    int code = OUTCOME_OK;
    const char *last = "";
    for (size_t i = 0; i < s->count; i++) {
        const char *path = s->item[i].path;
        const size_t span = experiment_span(path);
        const bool again = strncmp(path, last, span + 1) == 0;
        if (!again && s->item[i].planned == 0 && has_study_by_nature(&s->item[i]) &&
            lacks_study(path, span, err))
            code = OUTCOME_IO;
        last = path;
    }
    return code;
}

/* At last: a column of an index that was asked for late. */
bool outcome_lacked_memory(const study *s)
{
    bool lacked = s->no_memory || (s->missed && *s->missed);
    for (size_t i = 0; !lacked && i < s->indices; i++)
        lacked = index_no_memory(s->index[i]);
    return lacked;
}

int outcome_of_shown(const study *s, FILE *err)
{
    if (outcome_lacked_memory(s)) {
        fputs("no memory for a part of what is to be shown\n", err);
        return OUTCOME_IO;
    }
    for (size_t i = 0; i < s->count; i++)
        if (s->item[i].frames_lost && *s->item[i].frames_lost)
            return OUTCOME_IO;
    return OUTCOME_OK;
}
