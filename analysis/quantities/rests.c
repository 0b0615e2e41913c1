#include "analysis/quantities/rests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/read/alike.h"
#include "analysis/read/coordinates.h"
#include "analysis/read/variation.h"
#include "core/numbers.h"

/* Cases for which one criterion is chosen. */
typedef struct group {
    bool chosen; /* one of them watches a criterion */
    equilibrium_choice choice;
} group;

typedef struct entry {
    const study_case *item;
    size_t place; /* in the order of the published tables */
    const group *of;
} entry;

/* One block, so that the study frees it without knowing it. */
struct rests {
    size_t count;
    group *group;               /* `count` of them, more than are used */
    const study_case **ordered; /* as item, without what is known of them */
    size_t absent;              /* how many of them have no file */
    entry item[];               /* by what they simulate, and place */
};

/* --- groups --- */

static int group_order(const study_case *a, const study_case *b)
{
    int order =
        strcmp(case_text(a, &column_case_experiment), case_text(b, &column_case_experiment));
    order = order ? order : strcmp(case_simulation(a), case_simulation(b));
    return order ? order : rest_criteria_order(&a->data, &b->data);
}

static int by_group(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    const int order = group_order(a->item, b->item);
    return order ? order : (a->place > b->place) - (a->place < b->place);
}

/* The cases of a group stand side by side, in the order of the tables. */
static void choose_all(rests *r)
{
    group *next = r->group;
    for (size_t i = 0, end; i < r->count; i = end, next++) {
        for (end = i; end < r->count && group_order(r->item[i].item, r->item[end].item) == 0;
             end++) {
            r->ordered[end] = r->item[end].item;
            r->item[end].of = next;
        }
        const case_list cases = {.item = &r->ordered[i], .count = end - i};
        next->chosen = equilibrium_choose(&cases, case_simulation(r->item[i].item), &next->choice);
    }
}

/* --- what a case simulates --- */

static int system_order(const study_case *a, const study_case *b)
{
    int order = strcmp(case_simulation(a), case_simulation(b));
    order = order ? order : strcmp(case_integrator(a), case_integrator(b));
    return order ? order : alike_order(a, b);
}

static int by_system(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    const int order = system_order(a->item, b->item);
    return order ? order : (a->place > b->place) - (a->place < b->place);
}

static rests *make(const case_list *cases)
{
    const size_t count = cases->count;
    rests *r =
        calloc(1, sizeof *r + count * (sizeof *r->item + sizeof *r->group + sizeof(*r->ordered)));
    if (!r)
        return NULL;
    r->count = count;
    r->group = (group *)(void *)&r->item[count];
    r->ordered = (const study_case **)(void *)&r->group[count];
    for (size_t i = 0; i < count; i++)
        r->item[i] = (entry){.item = cases->item[i], .place = i};
    qsort(r->item, count, sizeof *r->item, by_group);
    choose_all(r);
    qsort(r->item, count, sizeof *r->item, by_system);
    for (size_t i = 0; i < count; i++) {
        r->ordered[i] = r->item[i].item;
        r->absent += r->item[i].item->absent;
    }
    return r;
}

static void *make_all(const study *s)
{
    case_list cases = study_select(s, "equilibrium", NULL);
    rests *r = cases.item ? make(&cases) : NULL;
    free(cases.item);
    return r;
}

const rests *rests_of(const study *s)
{
    return study_made(s, make_all, free);
}

/* --- the one that belongs to a case --- */

static bool is_of_one_experiment(const study_case *a, const study_case *b)
{
    return strcmp(case_text(a, &column_case_experiment), case_text(b, &column_case_experiment)) ==
           0;
}

/* Steps that are not given are no step. */
static bool has_one_step(const study_case *a, const study_case *b)
{
    return case_given_step(a) == case_given_step(b);
}

/* Of a case without a file no more is known than what was swept: whether that is the same but for
 * the task. */
static bool may_be_alike(const study_case *absent, const study_case *c)
{
    if (!absent->absent || !is_of_one_experiment(absent, c) ||
        strcmp(case_simulation(absent), case_simulation(c)) != 0 ||
        strcmp(case_integrator(absent), case_integrator(c)) != 0)
        return false;
    for (size_t i = 0; i < c->data.count; i++) {
        const char *path = c->data.column[i].path, *swept = group_rest(group_swept, path);
        if (swept && strncmp(swept, "task.", 5) != 0 && coordinate_differs(absent, c, path))
            return false;
    }
    return true;
}

/* The candidates for a case: those from `first` on that simulate the same, and those without a file
 * that may. */
typedef struct candidates {
    const rests *r;
    size_t first, end;
} candidates;

static bool is_candidate(const candidates *all, size_t i, const study_case *c)
{
    return (i >= all->first && i < all->end) ||
           (all->r->absent > 0 && may_be_alike(all->r->ordered[i], c));
}

/* The only candidate that shares experiment and step with `c`, as far as asked. */
static const study_case *only(const candidates *all, const study_case *c, bool experiment,
                              bool step)
{
    const study_case *found = NULL;
    const size_t begin = all->r->absent > 0 ? 0 : all->first;
    const size_t end = all->r->absent > 0 ? all->r->count : all->end;
    for (size_t i = begin; i < end; i++) {
        const study_case *candidate = all->r->ordered[i];
        if (!is_candidate(all, i, c) || (experiment && !is_of_one_experiment(candidate, c)) ||
            (step && !has_one_step(candidate, c)))
            continue;
        if (found)
            return NULL;
        found = candidate;
    }
    return found;
}

/* The only candidate, or else the only one of the case's experiment, of its step, or of both; NULL:
 * they cannot be told apart. */
static const study_case *nearest(const candidates *all, const study_case *c)
{
    const study_case *found = NULL;
    for (unsigned narrower = 0; !found && narrower < 4; narrower++)
        found = only(all, c, (narrower & 1) != 0, (narrower & 2) != 0);
    return found;
}

/* --- questions --- */

/* The first entry that does not come before a case. */
static size_t first_of(const rests *r, const study_case *of)
{
    size_t low = 0, high = r->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (system_order(r->item[middle].item, of) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

found_rest rests_find(const rests *r, const study_case *of)
{
    const size_t first = r ? first_of(r, of) : 0;
    size_t end = first;
    while (r && end < r->count && system_order(r->item[end].item, of) == 0)
        end++;
    const candidates all = {r, first, end};
    const bool is_rest = strcmp(case_text(of, &column_case_task), "equilibrium") == 0;
    const study_case *found = is_rest || !r ? of : nearest(&all, of);
    for (size_t i = first; i < end; i++)
        if (r->item[i].item == found)
            return (found_rest){found, r->item[i].of->chosen ? &r->item[i].of->choice : NULL};
    return (found_rest){NULL, NULL};
}

double rests_iterations(const rests *r, const study_case *of)
{
    const found_rest found = rests_find(r, of);
    const long iterations = found.choice && found.choice->stands
                                ? rest_iterations_by(&found.item->data, found.choice)
                                : -1;
    return iterations > 0 ? (double)iterations : TRAMA_NAN;
}

told_value rests_criterion(const study *s, const study_case *c)
{
    const equilibrium_choice *choice = rests_find(rests_of(s), c).choice;
    return choice ? equilibrium_criterion_told(choice) : told_text("");
}

told_value rests_count(const study *s, const study_case *c)
{
    return equilibrium_told(c, rests_find(rests_of(s), c).choice);
}

told_value rests_off(const study *s, const study_case *c)
{
    return equilibrium_off(c, rests_find(rests_of(s), c).choice);
}

/* A run that breaks off, or whose limit has no count beside it, neither agrees nor differs. */
static int sign_of(const study_case *run, const study_case *of, double iterations)
{
    published_value p;
    if (!run || !case_ended(run) || !case_published_value(of, "rest_iterations", &p) ||
        isnan(p.value))
        return 0;
    return !isnan(iterations) && published_agrees(&p, iterations) ? 1 : -1;
}

told_value rests_told(const study *s, const study_case *of)
{
    const found_rest found = rests_find(rests_of(s), of);
    told_value made = told_count(rests_iterations(rests_of(s), of));
    const char *why_not = found.choice ? rest_why_not(&found.item->data, found.choice) : "";
    if (found.item && !case_ended(found.item))
        made.word = case_status(found.item);
    else if (isnan(made.value) && found.item)
        told_in_words(&made, "%s%s", why_not[0] ? "none: " : "–", why_not);
    made.sign = sign_of(found.item, of, made.value);
    return made;
}
