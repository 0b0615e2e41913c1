/* How many independent facts a reproduction of limits rests on: methods that answer alike to every
 * variation are one, and a limit that a material was chosen by (kind `fitted` of its row)
 * is none. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/quantities/predictions.h"
#include "analysis/read/alike.h"
#include "analysis/report/report.h"
#include "core/numbers.h"

static const double alike = 0.95; /* of the cells that both have */
static const double sharp = 0.15; /* a mass further off than this loses the cell */

static bool is_required(const study_case *c)
{
    return limit_is_published(c) && case_is_required(c);
}

/* Whether a setting was chosen with the published limit in view. */
static bool is_chosen_by(const study_case *c)
{
    return strcmp(case_published_cell(c, "dt_stable", "kind"), "fitted") == 0;
}

/* The cells that two integrators both have, and those in which they have the same limit. */
typedef struct agreement {
    size_t common, equal;
} agreement;

static bool is_of(const study_case *c, const study_case *method)
{
    return strcmp(case_integrator(c), case_integrator(method)) == 0;
}

static bool same_limit(const study_case *a, const study_case *b)
{
    const double x = case_number(a, &column_dt_stable), y = case_number(b, &column_dt_stable);
    return isnan(x) ? isnan(y) : fabs(x - y) < 0.5 * limit_search_step(a);
}

/* Where the cases of a method begin in a list, which has those of an integrator together. */
static size_t place_of(const case_list *cases, const study_case *method)
{
    size_t i = 0;
    while (i < cases->count && !is_of(cases->item[i], method))
        i = integrator_run(cases, i);
    return i;
}

static agreement agree(const case_list *varied, const study_case *one, const study_case *other)
{
    const size_t first = place_of(varied, one), second = place_of(varied, other);
    agreement found = {0, 0};
    if (first == varied->count || second == varied->count)
        return found;
    const size_t first_end = integrator_run(varied, first);
    const size_t second_end = integrator_run(varied, second);
    for (size_t i = first; i < first_end; i++)
        for (size_t j = second; j < second_end; j++) {
            const study_case *a = varied->item[i], *b = varied->item[j];
            if (!limit_varies_alike(a, b) || strcmp(case_simulation(a), case_simulation(b)) != 0)
                continue;
            found.common++;
            found.equal += same_limit(a, b);
        }
    return found;
}

/* Whether no method before it answers as this one does: the first of its class. */
static bool begins_class(const case_list *cases, const case_list *varied, size_t i)
{
    for (size_t j = 0; j < i; j = integrator_run(cases, j)) {
        const agreement a = agree(varied, cases->item[j], cases->item[i]);
        if (a.common > 0 && (double)a.equal >= alike * (double)a.common)
            return false;
    }
    return true;
}

static const study_case *case_of(const case_list *cases, size_t method, const char *simulation)
{
    for (size_t i = method; i < integrator_run(cases, method); i++)
        if (strcmp(case_simulation(cases->item[i]), simulation) == 0)
            return cases->item[i];
    return NULL;
}

typedef struct count_of_facts {
    size_t cells, methods, classes;
    size_t limits;   /* of a class in a simulation */
    size_t free;     /* of those, not what a material was chosen by */
    size_t repeated; /* of those, the published value of the first class once more */
} count_of_facts;

/* The class that begins at a case. */
static void count_class(const case_list *cases, size_t first, count_of_facts *n)
{
    for (size_t i = first; i < integrator_run(cases, first); i++) {
        const study_case *c = cases->item[i];
        const study_case *in_first = case_of(cases, 0, case_simulation(c));
        const bool chosen = is_chosen_by(c);
        n->limits++;
        n->free += !chosen;
        n->repeated += !chosen && n->classes > 0 && in_first &&
                       case_published(c, "dt_stable") == case_published(in_first, "dt_stable");
    }
    n->classes++;
}

static count_of_facts count_facts(const case_list *cases, const case_list *varied)
{
    count_of_facts n = {.cells = cases->count};
    for (size_t i = 0; i < cases->count; i = integrator_run(cases, i)) {
        n.methods++;
        if (begins_class(cases, varied, i))
            count_class(cases, i, &n);
    }
    return n;
}

/* Which methods answer as the first does, in how many cells. */
static void classes_in_words(const case_list *cases, const case_list *varied, document *d)
{
    char list[512] = "";
    size_t used = 0;
    for (size_t i = integrator_run(cases, 0); i < cases->count && used < sizeof list;
         i = integrator_run(cases, i)) {
        const agreement a = agree(varied, cases->item[0], cases->item[i]);
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s in %zu of %zu",
                                 used ? ", " : "", case_method_title(cases->item[i]), a.equal,
                                 a.common);
    }
    document_paragraph(d,
                       "With one assumed value varied at a time, the limit of these methods is "
                       "that of %s: %s. Methods alike in %.0f %% of the cells count as one.",
                       case_method_title(cases->item[0]), list, 100 * alike);
}

static void facts_in_words(const count_of_facts *n, document *d)
{
    const size_t least = n->free - n->repeated;
    document_paragraph(
        d,
        "The %zu published limits that must come out are therefore %zu (of %zu %s in each "
        "simulation). Materials were chosen with %zu of them in view; %zu are left that could have "
        "failed. Of these %zu have, on the grid of the search, the value of the first class, and "
        "say little more. The reproduction rests on %zu to %zu independent facts.",
        n->cells, n->limits, n->classes, n->classes == 1 ? "class" : "classes", n->limits - n->free,
        n->free, n->repeated, least, n->free);
}

/* The bracket's middle, s, of the same system; NAN: not bisected. */
static double bisected(const study *s, const study_case *c)
{
    const study_case *found = alike_find(s, c, "predict", NULL);
    return found ? predicted_measured(found) : TRAMA_NAN;
}

/* How well a limit is known by the digits printed: limits go as the root of mass over stiffness. */
static void sharpness(const study *s, const case_list *cases, document *d)
{
    static const char *const header[] = {
        "Simulation", "Published (ms)", "Limit (ms)",   "Mass from ×",
        "to ×",       "Sharp",          "Chosen by it", NULL};
    char caption[256];
    snprintf(caption, sizeof caption,
             "%s: the limit, bisected, and the factors of mass that keep it in its cell of %.3g ms",
             case_method_title(cases->item[0]), 1e3 * limit_resolution(cases->item[0]));
    document_grid(d, "lrrrrll", caption);
    document_cells(d, header);
    for (size_t i = 0; i < integrator_run(cases, 0); i++) {
        const study_case *c = cases->item[i];
        const double published = case_published(c, "dt_stable"), limit = bisected(s, c);
        const double low = pow(published / limit, 2),
                     high = pow((published + limit_resolution(c)) / limit, 2);
        document_cell(d, "%s", case_simulation(c));
        document_real(d, 1e3 * published, 4);
        document_real(d, 1e3 * limit, 4);
        document_real(d, low, 3);
        document_real(d, high, 3);
        document_cell(d, low > 1 - sharp && high < 1 + sharp ? "yes" : "no");
        document_cell(d, "%s", is_chosen_by(c) ? "yes" : "no");
    }
}

void report_facts(const study *s, document *d)
{
    case_list cases = study_select(s, "stable_step", is_required);
    case_list varied = study_select(s, "stable_step", limit_is_varied);
    case_list predictions = study_select(s, "predict", NULL);
    if (cases.count > 0 && varied.count > 0) {
        const count_of_facts n = count_facts(&cases, &varied);
        document_heading(d, "How many facts the reproduction rests on");
        classes_in_words(&cases, &varied, d);
        facts_in_words(&n, d);
        if (predictions.count > 0)
            sharpness(s, &cases, d);
    }
    free(cases.item);
    free(varied.item);
    free(predictions.item);
}
