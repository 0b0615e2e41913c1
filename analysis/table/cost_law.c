/* How the cost of an iteration grows with the number of vertices. */
#include "analysis/quantities/cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/timing.h"
#include "analysis/read/coordinates.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

/* --- the law c N^p: a row an integrator, written when its first case is met --- */

static size_t place_of(const case_list *cases, const study_case *c)
{
    size_t i = 0;
    while (i < cases->count && cases->item[i] != c)
        i++;
    return i;
}

/* The cases of laws, one a method and all else that varies but the number of vertices and what goes
 * with it. */
typedef struct laws {
    case_list cases; /* that have a size, by method */
    coordinates apart;
    const study_case **item; /* of the law that is looked at */
    size_t count;
} laws;

static const char *size_text(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    (void)of;
    snprintf(room, PARTITION_TEXT, "%.100s %.0f", case_integrator(c),
             case_number(c, &column_nodes));
    return room;
}

static bool laws_make(const case_list *cases, laws *l)
{
    static const coordinate_axis sizes = {size_text, NULL};
    *l = (laws){.cases.item = calloc(cases->count + 1, sizeof(*l->cases.item)),
                .item = calloc(cases->count + 1, sizeof(*l->item))};
    for (size_t i = 0; l->cases.item && i < cases->count; i++)
        if (!isnan(case_number(cases->item[i], &column_nodes)))
            l->cases.item[l->cases.count++] = cases->item[i];
    return l->cases.item && l->item && coordinates_make(&l->cases, &sizes, &l->apart);
}

static void laws_free(laws *l)
{
    coordinates_free(&l->apart);
    free(l->cases.item);
    free(l->item);
}

static bool is_one_law(const laws *l, size_t a, size_t b)
{
    return strcmp(case_integrator(l->cases.item[a]), case_integrator(l->cases.item[b])) == 0 &&
           coordinates_agree(&l->apart, a, b);
}

/* Takes the cases of the law that begins at case i; false if none does. */
static bool take_law(laws *l, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (is_one_law(l, k, i))
            return false;
    l->count = 0;
    for (size_t k = i; k < l->cases.count; k++)
        if (is_one_law(l, k, i))
            l->item[l->count++] = l->cases.item[k];
    return true;
}

/* Whether the experiment tells the law that is looked at from another of its method. */
static bool experiment_tells(const laws *l)
{
    const char *experiment = case_text(l->item[0], &column_case_experiment);
    for (size_t k = 0; k < l->cases.count; k++)
        if (strcmp(case_integrator(l->cases.item[k]), case_integrator(l->item[0])) == 0 &&
            strcmp(case_text(l->cases.item[k], &column_case_experiment), experiment) != 0)
            return true;
    return false;
}

/* Whether a coordinate of the law that is looked at tells it from another of its method. */
static bool tells(const laws *l, const char *path)
{
    const study_case *first = l->item[0];
    bool differs = false;
    for (size_t i = 1; i < l->count; i++)
        if (coordinate_differs(first, l->item[i], path))
            return false;
    for (size_t k = 0; !differs && k < l->cases.count; k++)
        differs = strcmp(case_integrator(l->cases.item[k]), case_integrator(first)) == 0 &&
                  coordinate_differs(first, l->cases.item[k], path);
    return differs;
}

/* "RK4, zeta 10" */
static void name_law(const laws *l, char text[CASE_ROW])
{
    const study_case *c = l->item[0];
    const bool told = experiment_tells(l);
    int used = snprintf(text, CASE_ROW, "%.100s%s%.100s", case_method_title(c), told ? ", " : "",
                        told ? case_text(c, &column_case_experiment) : "");
    for (size_t i = 0; i < c->data.count && used < CASE_ROW / 2; i++) {
        char name[64], value[64];
        swept_value of;
        const char *path = c->data.column[i].path;
        if (!group_rest(group_swept, path) || !swept_of(&c->data.column[i], 0, &of) ||
            !tells(l, path))
            continue;
        swept_name(of.path, name, sizeof name);
        swept_text(&of, value, sizeof value);
        used += snprintf(text + used, CASE_ROW - (size_t)used, ", %s %s", name, value);
    }
}

/* The smallest and the largest of a law. */
static void ends_of(const laws *l, const study_case *ends[2])
{
    ends[0] = ends[1] = l->item[0];
    for (size_t i = 0; i < l->count; i++) {
        const double nodes = case_number(l->item[i], &column_nodes);
        if (nodes < case_number(ends[0], &column_nodes))
            ends[0] = l->item[i];
        if (nodes > case_number(ends[1], &column_nodes))
            ends[1] = l->item[i];
    }
}

static power_law fit(const laws *l)
{
    power_law law = {TRAMA_NAN, TRAMA_NAN, {TRAMA_NAN, TRAMA_NAN}};
    cost_law_fit(l->item, l->count, &law);
    return law;
}

/* --- the table: a row for the first case of each law --- */

typedef struct law_row {
    char name[CASE_ROW]; /* for people */
    double sizes, least, most, c, p, low, high;
    double first, last; /* s a vertex, of the smallest and the largest */
} law_row;

static double time_of_a_vertex(const study_case *c)
{
    return timing_processor_median(c) / case_number(c, &column_nodes);
}

static void fill(const laws *l, law_row *row)
{
    const power_law law = fit(l);
    const study_case *ends[2];
    ends_of(l, ends);
    *row = (law_row){.sizes = (double)l->count,
                     .least = case_number(ends[0], &column_nodes),
                     .most = case_number(ends[1], &column_nodes),
                     .c = law.c,
                     .p = law.p,
                     .low = law.p_interval.low,
                     .high = law.p_interval.high,
                     .first = time_of_a_vertex(ends[0]),
                     .last = time_of_a_vertex(ends[1])};
    name_law(l, row->name);
}

static bool read_law(const table_row *row, void *made)
{
    case_list cases = study_select(row->s, "timing", timing_is_of_a_law);
    laws l;
    const bool done = laws_make(&cases, &l) && cases.item;
    const size_t place = done ? place_of(&l.cases, row->c) : 0;
    const bool begins = done && place < l.cases.count && take_law(&l, place);
    if (begins)
        fill(&l, made);
    if (!done)
        study_miss(row->s);
    laws_free(&l);
    free(cases.item);
    return begins;
}

static const table_column columns[] = {
    {.name = "integrator", .value = cell_integrator},
    {NULL, "integrator", .value = cell_made_words, .of = AT(law_row, name)},
    {"sizes", "sizes", .value = cell_made_count, .of = AT(law_row, sizes)},
    {.name = "vertices_least", .value = cell_made_count, .of = AT(law_row, least)},
    {.name = "vertices_most", .value = cell_made_count, .of = AT(law_row, most)},
    {.name = "c_s", .value = cell_made_real, .of = AT(law_row, c)},
    {"p", "p", "", 1, 4, cell_made_real, AT(law_row, p), NULL},
    {"p_low", "95 % low", "", 1, 4, cell_made_real, AT(law_row, low), NULL},
    {"p_high", "95 % high", "", 1, 4, cell_made_real, AT(law_row, high), NULL},
    {NULL, "a vertex, smallest", "ns", 1e9, 3, cell_made_real, AT(law_row, first), NULL},
    {NULL, "largest", "ns", 1e9, 3, cell_made_real, AT(law_row, last), NULL},
};

static void introduce(const study *s, const case_list *cases, document *out)
{
    (void)s, (void)cases;
    document_paragraph(
        out, "Processor time of one iteration as c N^p of the number of vertices N, least "
             "squares of the logarithms of the medians; the interval is Student's. a vertex: that "
             "of one iteration over N, of the smallest and the largest N.");
}

const table_type table_cost_law = {
    .name = "cost_law",
    .title = "Cost of an iteration against the number of vertices",
    .task = "timing",
    .filter = timing_is_of_a_law,
    TABLE_COLUMNS(columns),
    .keys = KEYS_NONE,
    .read = read_law,
    .row_size = sizeof(law_row),
    .printed = true,
    .introduce = introduce,
};
