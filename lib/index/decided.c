/* Answers of cases that also depend on other cases of their experiment. */
#include "core/numbers.h"
#include "index/table.h"
#include "quantities/samples.h"
#include "results/path.h"
#include "study/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static index_decided rest_iterations(const index_deciding *of, size_t row, const measured_case *m);
static index_decided rest_time(const index_deciding *of, size_t row, const measured_case *m);
static index_decided shape_distance(const index_deciding *of, size_t row, const measured_case *m);

static const struct {
    const char *quantity;
    index_decided (*of)(const index_deciding *of, size_t row, const measured_case *m);
} among_cases[] = {
    {"rest_iterations", rest_iterations},
    {"rest_time", rest_time},
    {"shape_distance", shape_distance},
};

static const index_decided beyond = {TRAMA_NAN, "", true};

index_decided index_decide(const index_deciding *of, const char *quantity, size_t row,
                           const measured_case *m)
{
    for (size_t i = 0; i < sizeof among_cases / sizeof *among_cases; i++)
        if (strcmp(among_cases[i].quantity, quantity) == 0)
            return among_cases[i].of(of, row, m);
    return beyond;
}

bool index_deciding_make(results_index *x, const csv *table, index_deciding *made)
{
    size_t planned = 0;
    *made = (index_deciding){.x = x, .first = x->count};
    for (size_t i = 0; i < x->count; i++) {
        const bool is_planned = index_is_case(x, i) && x->row[i].planned < x->plan->rows;
        planned += is_planned;
        if (is_planned && x->row[i].planned == 0)
            made->first = i;
    }
    made->whole = planned == x->plan->rows;
    return index_rests_make(x, table, &made->rests);
}

void index_deciding_free(index_deciding *of)
{
    index_rests_free(&of->rests);
}

/* --- rest --- */

/* Of a case of another task the run to rest may be in another experiment, or still without a file.
 */
static index_decided rest_iterations(const index_deciding *of, size_t row, const measured_case *m)
{
    size_t rest;
    if (!index_rests_find(of->x, &of->rests, row, m->data, &rest))
        of->x->no_memory = true;
    if (rest == of->x->count || (rest != row && !of->whole))
        return beyond;
    return (index_decided){of->rests.iterations[rest], of->rests.why[rest], false};
}

static index_decided rest_time(const index_deciding *of, size_t row, const measured_case *m)
{
    const index_decided iterations = rest_iterations(of, row, m);
    return (index_decided){samples_iteration_time(m->data) * iterations.value, "", iterations.left};
}

/* --- shapes --- */

static double distance_from_first(const index_deciding *of, size_t row, const measured_case *m)
{
    results_index *x = of->x;
    index_opened first;
    double distance = TRAMA_NAN;
    if (!index_open_case(x, of->first, &first))
        return distance;
    char *path = path_join(x->folder, x->row[row].file);
    char *other = path_join(x->folder, x->row[of->first].file);
    const measured_case n = {.data = &first.data, .exploded = x->row[of->first].exploded};
    if (path && other)
        distance = shape_distance_of(m, path, &n, other);
    else
        x->no_memory = true;
    free(path);
    free(other);
    index_close_case(x, &first);
    return distance;
}

static index_decided shape_distance(const index_deciding *of, size_t row, const measured_case *m)
{
    const bool has_first = of->first < of->x->count && of->x->row[row].planned < of->x->plan->rows;
    return (index_decided){has_first ? distance_from_first(of, row, m) : TRAMA_NAN, "", false};
}
