#include "analysis/quantities/rests.h"

#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"

/* A case with what it is found by. */
typedef struct rest {
    const char *simulation, *integrator;
    size_t place; /* in the order of the published tables */
    const study_case *item;
} rest;

typedef struct simulation_rest {
    const char *simulation;
    bool chosen; /* a run has such a criterion */
    equilibrium_choice choice;
} simulation_rest;

/* One block, so that the study frees it without knowing it. */
struct rests {
    size_t count, simulations;
    simulation_rest *of; /* in order of name */
    rest item[];         /* by simulation, integrator and place */
};

static int by_simulation(const void *left, const void *right)
{
    const rest *a = left, *b = right;
    const int order = strcmp(a->simulation, b->simulation);
    return order ? order : (a->place > b->place) - (a->place < b->place);
}

static int by_simulation_and_integrator(const void *left, const void *right)
{
    const rest *a = left, *b = right;
    const int simulation = strcmp(a->simulation, b->simulation);
    const int integrator = strcmp(a->integrator, b->integrator);
    if (simulation || integrator)
        return simulation ? simulation : integrator;
    return (a->place > b->place) - (a->place < b->place);
}

/* The runs of each simulation in the order of the tables: `item` is as by_simulation sorts. */
static void choose_all(rests *r, const study_case **run)
{
    for (size_t i = 0, end; i < r->count; i = end) {
        simulation_rest *of = &r->of[r->simulations++];
        of->simulation = r->item[i].simulation;
        for (end = i; end < r->count && strcmp(r->item[end].simulation, of->simulation) == 0; end++)
            run[end] = r->item[end].item;
        const case_list runs = {.item = &run[i], .count = end - i};
        of->chosen = equilibrium_choose(&runs, of->simulation, &of->choice);
    }
}

static rests *make(const case_list *cases)
{
    const size_t count = cases->count;
    rests *r = calloc(1, sizeof *r + count * (sizeof *r->item + sizeof *r->of));
    const study_case **run = calloc(count + 1, sizeof *run);
    if (r && run) {
        r->count = count;
        r->of = (simulation_rest *)(void *)&r->item[count];
        for (size_t i = 0; i < count; i++)
            r->item[i] = (rest){case_simulation(cases->item[i]), case_integrator(cases->item[i]), i,
                                cases->item[i]};
        qsort(r->item, count, sizeof *r->item, by_simulation);
        choose_all(r, run);
        qsort(r->item, count, sizeof *r->item, by_simulation_and_integrator);
    } else {
        free(r);
        r = NULL;
    }
    free(run);
    return r;
}

const rests *rests_of(const study *s)
{
    if (!s->rests) {
        case_list cases = study_select(s, "equilibrium", NULL);
        study *keeper = (study *)s; /* what it says does not change */
        keeper->rests = cases.item ? make(&cases) : NULL;
        free(cases.item);
    }
    return s->rests;
}

static int simulation_order(const void *name, const void *of)
{
    return strcmp(name, ((const simulation_rest *)of)->simulation);
}

const equilibrium_choice *rests_choice(const rests *r, const char *simulation)
{
    const simulation_rest *of =
        r ? bsearch(simulation, r->of, r->simulations, sizeof *r->of, simulation_order) : NULL;
    return of && of->chosen ? &of->choice : NULL;
}

const study_case *rests_case(const rests *r, const study_case *of)
{
    const rest wanted = {case_simulation(of), case_integrator(of), 0, of};
    size_t low = 0, high = r ? r->count : 0;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (by_simulation_and_integrator(&r->item[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const bool found = r && low < r->count &&
                       strcmp(r->item[low].simulation, wanted.simulation) == 0 &&
                       strcmp(r->item[low].integrator, wanted.integrator) == 0;
    return found ? r->item[low].item : NULL;
}

double rests_iterations(const rests *r, const study_case *of)
{
    const equilibrium_choice *choice = rests_choice(r, case_simulation(of));
    const study_case *found = rests_case(r, of);
    const long iterations =
        found && choice && choice->stands ? equilibrium_iterations(found, choice) : -1;
    return iterations > 0 ? (double)iterations : TRAMA_NAN;
}
