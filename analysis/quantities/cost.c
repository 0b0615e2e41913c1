#include "analysis/quantities/cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/timing.h"
#include "analysis/read/coordinates.h"
#include "analysis/read/variety.h"
#include "core/numbers.h"

/* The cases of all laws, each made once. */
typedef struct laws {
    case_list cases;         /* that have a size */
    coordinates apart;       /* what tells laws apart, beside the method */
    partition of;            /* the cases, by law */
    variety methods;         /* what varies among the cases of a method */
    const study_case **item; /* the cases, law by law */
    size_t *begin;           /* of each law among them, and the end of the last */
    cost_law **law;          /* of each case of the study that begins one; NULL of any other */
    size_t count;            /* of the study's cases */
} laws;

static bool list_cases(const study *s, laws *l);
static bool divide(laws *l);
static bool sort_by_law(laws *l);
static bool fill_all(const study *s, laws *l);

static void free_laws(void *made)
{
    laws *l = made;
    for (size_t i = 0; l->law && i < l->count; i++)
        free(l->law[i]);
    free(l->law);
    free(l->begin);
    free(l->item);
    variety_free(&l->methods);
    partition_free(&l->of);
    coordinates_free(&l->apart);
    free(l->cases.item);
    free(l);
}

static void *make_laws(const study *s)
{
    laws *l = calloc(1, sizeof *l);
    if (l && list_cases(s, l) && divide(l) && sort_by_law(l) && fill_all(s, l))
        return l;
    if (l)
        free_laws(l);
    return NULL;
}

const cost_law *cost_law_of(const study *s, const study_case *c)
{
    const laws *l = study_made(s, make_laws, free_laws);
    return l ? l->law[c - s->item] : NULL;
}

static bool read(const study *s, const study_case *c, size_t index, void *made)
{
    const cost_law *law = cost_law_of(s, c);
    (void)index;
    if (law)
        *(cost_law *)made = *law;
    return law != NULL;
}

const told_rows cost_law_rows = {.size = sizeof(cost_law), .read = read};

/* --- the cases of each --- */

static bool list_cases(const study *s, laws *l)
{
    case_list all = study_select(s, "timing", timing_is_of_a_law);
    l->cases.item = calloc(all.count + 1, sizeof(*l->cases.item));
    for (size_t i = 0; l->cases.item && i < all.count; i++)
        if (!isnan(case_number(all.item[i], &column_nodes)))
            l->cases.item[l->cases.count++] = all.item[i];
    free(all.item);
    return all.item && l->cases.item;
}

static const char *size_text(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    (void)of;
    snprintf(room, PARTITION_TEXT, "%.100s %.0f", case_integrator(c),
             case_number(c, &column_nodes));
    return room;
}

static bool divide(laws *l)
{
    static const coordinate_axis sizes = {size_text, NULL};
    static partition_text *const told_by[] = {partition_method, NULL};
    const size_t count = l->cases.count;
    bool done = coordinates_make(&l->cases, &sizes, &l->apart) &&
                variety_make(l->cases.item, count, told_by, &l->methods) &&
                partition_make(l->cases.item, count, partition_method, NULL, &l->of);
    for (size_t i = 0; done && i < l->apart.count; i++)
        done = partition_refine(&l->of, &l->apart.by[i], count);
    return done;
}

/* A counting sort: the cases of a law keep their order. */
static bool sort_by_law(laws *l)
{
    const size_t count = l->cases.count;
    l->item = calloc(count + 1, sizeof(*l->item));
    l->begin = calloc(l->of.classes + 2, sizeof *l->begin);
    if (!l->item || !l->begin)
        return false;
    for (size_t i = 0; i < count; i++)
        l->begin[l->of.class_of[i] + 2]++;
    for (size_t k = 2; k < l->of.classes + 2; k++)
        l->begin[k] += l->begin[k - 1];
    for (size_t i = 0; i < count; i++)
        l->item[l->begin[l->of.class_of[i] + 1]++] = l->cases.item[i];
    return true;
}

/* --- what is said of each --- */

static power_law fit(const study_case *const *item, size_t count)
{
    power_law law = {TRAMA_NAN, TRAMA_NAN, {TRAMA_NAN, TRAMA_NAN}};
    double *vertices = calloc(2 * count + 1, sizeof *vertices);
    double *seconds = vertices ? vertices + count : NULL;
    size_t points = 0;
    for (size_t i = 0; vertices && i < count; i++) {
        const double median = timing_processor_median(item[i]);
        if (isnan(median))
            continue;
        vertices[points] = case_number(item[i], &column_nodes);
        seconds[points++] = median;
    }
    if (vertices)
        statistics_power_law(vertices, seconds, points, &law);
    free(vertices);
    return law;
}

static bool varies(const study_case *const *item, size_t count, const char *path)
{
    for (size_t i = 1; i < count; i++)
        if (coordinate_differs(item[0], item[i], path))
            return true;
    return false;
}

/* The method, and what tells the law from another of its method. */
static void name_law(const variety *methods, size_t method, const study_case *const *item,
                     size_t count, char text[CASE_ROW])
{
    const study_case *c = item[0];
    const bool told = methods->of[method].of_several_experiments;
    int used = snprintf(text, CASE_ROW, "%.100s%s%.100s", case_method_title(c), told ? ", " : "",
                        told ? case_text(c, &column_case_experiment) : "");
    for (size_t i = 0; i < c->data.count && used < CASE_ROW / 2; i++) {
        char name[64], value[64];
        swept_value of;
        const char *path = c->data.column[i].path;
        if (!group_rest(group_swept, path) || !swept_of(&c->data.column[i], 0, &of) ||
            !variety_has(methods, method, path) || varies(item, count, path))
            continue;
        swept_name(of.path, name, sizeof name);
        swept_text(&of, value, sizeof value);
        used += snprintf(text + used, CASE_ROW - (size_t)used, ", %s %s", name, value);
    }
}

static double time_of_a_vertex(const study_case *c)
{
    return timing_processor_median(c) / case_number(c, &column_nodes);
}

static void fill(const study_case *const *item, size_t count, cost_law *law)
{
    const power_law fitted = fit(item, count);
    const study_case *least = item[0], *most = item[0];
    for (size_t i = 0; i < count; i++) {
        const double nodes = case_number(item[i], &column_nodes);
        least = nodes < case_number(least, &column_nodes) ? item[i] : least;
        most = nodes > case_number(most, &column_nodes) ? item[i] : most;
    }
    *law = (cost_law){.sizes = (double)count,
                      .least = case_number(least, &column_nodes),
                      .most = case_number(most, &column_nodes),
                      .c = fitted.c,
                      .p = fitted.p,
                      .p_low = fitted.p_interval.low,
                      .p_high = fitted.p_interval.high,
                      .of_smallest = time_of_a_vertex(least),
                      .of_largest = time_of_a_vertex(most)};
}

static bool fill_all(const study *s, laws *l)
{
    l->count = s->count;
    l->law = calloc(s->count + 1, sizeof(*l->law));
    for (size_t i = 0; l->law && i < l->cases.count; i++) {
        const size_t k = l->of.class_of[i], begin = l->begin[k], count = l->begin[k + 1] - begin;
        const study_case *const *item = l->item + begin;
        if (item[0] != l->cases.item[i])
            continue;
        cost_law *law = l->law[item[0] - s->item] = malloc(sizeof *law);
        if (!law)
            return false;
        fill(item, count, law);
        name_law(&l->methods, l->methods.by.class_of[i], item, count, law->name);
    }
    return l->law != NULL;
}
