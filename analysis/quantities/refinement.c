#include "analysis/quantities/refinement.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/read/coordinates.h"
#include "core/numbers.h"

/* By how much the ratios of two refinements may differ and count as one. */
static const double same_ratio = 0.02;

/* An order below this is none: the three grids show no power of the spacing, and a limit that is
 * extrapolated from them lies anywhere. */
static const double least_order = 0.5;

bool refinement_is_asked(const study_case *c)
{
    return case_block(c)->design.refined[0] != '\0';
}

bool refinement_is_compared(const study_case *c)
{
    return refinement_is_asked(c) && verdict_is_asked(c);
}

bool refinement_value(const study *s, const study_case *c, size_t i, refined_value *found)
{
    const char *response = case_block(c)->column;
    if (!verdict_is_asked(c)) {
        *found = (refined_value){response, limit_or_quantity(s, c, response), TRAMA_NAN, {0}};
        return i == 0 && response[0];
    }
    if (!comparison_at(s, c, i, &found->made))
        return false;
    found->quantity = found->made.asked->quantity;
    found->measured = found->made.measured;
    found->reference = found->made.published.value;
    return true;
}

double refinement_points(const study_case *c)
{
    char *end;
    const char *text = case_factor(c, case_block(c)->design.refined);
    const double points = strtod(text, &end);
    return end > text && *end == '\0' ? points : TRAMA_NAN;
}

bool refinement_is_parameter(const study_case *c, size_t i)
{
    const study_block *block = case_block(c);
    const char *name = block->factor[i].name;
    return strcmp(name, block->design.refined) != 0 && c->factor[i] != case_subject(c);
}

void refinement_parameter(const study_case *c, char *text, size_t size)
{
    const study_block *block = case_block(c);
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < block->factor_count && used < size; i++)
        if (refinement_is_parameter(c, i) && c->factor[i][0])
            used += (size_t)snprintf(text + used, size - used, "%s%s %s", used ? ", " : "",
                                     block->factor[i].name, c->factor[i]);
}

const char *refinement_parameter_name(const study_case *c, const void *of,
                                      char room[PARTITION_TEXT])
{
    (void)of;
    refinement_parameter(c, room, PARTITION_TEXT);
    room[strcspn(room, " ")] = '\0';
    return room;
}

bool refinement_keeps(const study *s, const study_case *c, const void *line)
{
    return refinement_is_asked(c) && refinement_has_line(s, c->of) == (line != NULL);
}

double refinement_number(const study_case *c)
{
    for (size_t i = 0; i < case_block(c)->factor_count; i++) {
        char *end;
        const double value = strtod(c->factor[i], &end);
        if (refinement_is_parameter(c, i) && end > c->factor[i] && *end == '\0')
            return value;
    }
    return TRAMA_NAN;
}

bool refinement_has_line(const study *s, const experiment_study *of)
{
    enum { LEAST = 3 };
    double value[LEAST];
    size_t count = 0;
    for (size_t i = 0; i < s->count && count < LEAST; i++) {
        const study_case *c = &s->item[i];
        size_t known = 0;
        if (c->of != of || !refinement_is_asked(c) || isnan(refinement_number(c)))
            continue;
        while (known < count && value[known] != refinement_number(c))
            known++;
        if (known == count)
            value[count++] = refinement_number(c);
    }
    return count == LEAST;
}

/* --- cases that differ in their grid --- */

static int number_order(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

/* By their study, and their factors; `but_grid`: but for the refined one. */
static int factors_order(const study_case *a, const study_case *b, bool but_grid)
{
    const study_block *block = case_block(a);
    int order = number_order((uintptr_t)a->of, (uintptr_t)b->of);
    for (size_t i = 0; a->of && !order && i < block->factor_count; i++)
        order = but_grid && strcmp(block->factor[i].name, block->design.refined) == 0
                    ? 0
                    : strcmp(a->factor[i], b->factor[i]);
    return order;
}

static bool are_one_cell(const study_case *a, const study_case *b)
{
    return a->of && factors_order(a, b, false) == 0;
}

static int by_factors(const void *left, const void *right)
{
    const study_case *a = *(const study_case *const *)left, *b = *(const study_case *const *)right;
    const int order = factors_order(a, b, true);
    return order ? order : (a > b) - (a < b);
}

/* All cases, those that may differ in their grid alone side by side, as the study has them; NULL
 * without memory. */
static void *sort_by_factors(const study *s)
{
    const study_case **all = calloc(s->count + 1, sizeof *all);
    for (size_t i = 0; all && i < s->count; i++)
        all[i] = &s->item[i];
    if (all && s->count > 0)
        qsort(all, s->count, sizeof *all, by_factors);
    return all;
}

static const study_case *const *all_by_factors(const study *s)
{
    return study_made(s, sort_by_factors, free);
}

/* Those that have the case's factors, but for the grid. */
typedef struct grids {
    const study_case *const *item;
    size_t count;
} grids;

static grids grids_of(const study *s, const study_case *c)
{
    const study_case *const *all = all_by_factors(s);
    size_t low = 0, high = all && c->of ? s->count : 0, end;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (factors_order(all[middle], c, true) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (end = low; all && c->of && end < s->count && factors_order(all[end], c, true) == 0;)
        end++;
    return (grids){all ? all + low : NULL, end - low};
}

static bool is_one_among(const grids *g, const study_case *a, const study_case *b)
{
    return coordinates_differ_among(g->item, g->count, a, b, are_one_cell);
}

bool refinement_is_one(const study *s, const study_case *a, const study_case *b)
{
    if (!a->of || factors_order(a, b, true) != 0)
        return false;
    const grids g = grids_of(s, a);
    return is_one_among(&g, a, b);
}

bool refinement_is_finest(const study *s, const study_case *c)
{
    bool finest = true;
    if (!refinement_is_asked(c))
        return true;
    const double points = refinement_points(c);
    const grids g = grids_of(s, c);
    for (size_t i = 0; finest && i < g.count; i++)
        finest = !(refinement_points(g.item[i]) > points && is_one_among(&g, c, g.item[i]));
    return finest;
}

/* Keeps the grids in order, from coarse to fine. */
static void insert(refinement *r, double points, double measured)
{
    if (r->count == REFINEMENT_MOST)
        return;
    size_t at = r->count++;
    for (; at > 0 && r->points[at - 1] > points; at--) {
        r->points[at] = r->points[at - 1];
        r->measured[at] = r->measured[at - 1];
    }
    r->points[at] = points;
    r->measured[at] = measured;
}

/* m(h) = limit + c h^order through the three finest grids: two differences of one power. */
static void extrapolate(refinement *r)
{
    r->order = r->limit = TRAMA_NAN;
    if (r->count < 3)
        return;
    const double *p = r->points + r->count - 3, *m = r->measured + r->count - 3;
    const double first = (p[1] - 1.0) / (p[0] - 1.0), second = (p[2] - 1.0) / (p[1] - 1.0);
    const double change = (m[0] - m[1]) / (m[1] - m[2]);
    if (!(fabs(first / second - 1.0) <= same_ratio) || !(change > 1.0) || !isfinite(change))
        return;
    const double order = log(change) / log(second);
    if (order < least_order)
        return;
    r->order = order;
    r->limit = m[2] + (m[2] - m[1]) / (change - 1.0);
}

refinement refinement_of(const study *s, const study_case *c, const char *quantity)
{
    refinement r = {0};
    const grids g = grids_of(s, c);
    for (size_t i = 0; i < g.count; i++) {
        const study_case *other = g.item[i];
        if (!is_one_among(&g, c, other))
            continue;
        const double points = refinement_points(other);
        const double measured = limit_or_quantity(s, other, quantity);
        if (!isnan(points) && !isnan(measured))
            insert(&r, points, measured);
    }
    extrapolate(&r);
    return r;
}

/* Between two rows of one sign by powers, else straight. */
static double between(double x0, double y0, double x1, double y1, double y)
{
    const bool powers = x0 > 0.0 && x1 > 0.0 && y0 * y1 > 0.0 && y * y0 > 0.0;
    if (!powers)
        return x0 + (x1 - x0) * (y - y0) / (y1 - y0);
    return x0 * pow(x1 / x0, log(y / y0) / log(y1 / y0));
}

/* The published values rise, or fall, from row to row. */
static bool is_monotone(const published_value *p)
{
    double sign = 0.0;
    for (size_t row = 0; row + 1 < p->csv->rows; row++) {
        const double step = published_at(p->table, p->csv, p->comparison, row + 1).value -
                            published_at(p->table, p->csv, p->comparison, row).value;
        if (!(step * sign > 0.0) && !(row == 0 && step != 0.0))
            return false;
        sign = step;
    }
    return true;
}

double refinement_equivalent(const published_value *p, double measured)
{
    double found = TRAMA_NAN;
    if (!p->csv || p->table->match_count != 1 || !is_monotone(p))
        return found;
    const size_t key = (size_t)csv_column(p->csv, p->table->match[0]);
    for (size_t row = 0; row + 1 < p->csv->rows; row++) {
        const double y0 = published_at(p->table, p->csv, p->comparison, row).value;
        const double y1 = published_at(p->table, p->csv, p->comparison, row + 1).value;
        if ((measured - y0) * (measured - y1) <= 0.0)
            found = between(csv_number(p->csv, row, key), y0, csv_number(p->csv, row + 1, key), y1,
                            measured);
    }
    return found;
}
