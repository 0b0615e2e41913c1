#include "analysis/report/extremes.h"

#include <math.h>
#include <string.h>

#include "analysis/output/html.h"
#include "analysis/quantities/response.h"
#include "core/numbers.h"

enum { NAMED_MOST = 3, ANSWER_TEXT = 128 };

/* A value as a cell of the grid has it, without what is published and marks. False if it is none.
 */
static bool text_of(const answer_grid *g, size_t i, char text[ANSWER_TEXT])
{
    answer a = answer_of(g->s, g->item[i]);
    a.published = TRAMA_NAN;
    a.late = false;
    answer_text(&a, text, ANSWER_TEXT);
    return !isnan(a.measured);
}

/* The case of the least (or the largest) answer; the number of cases if there is none. */
static size_t find(const answer_grid *g, bool largest)
{
    size_t found = g->count;
    double best = 0;
    for (size_t i = 0; i < g->count; i++) {
        const double value = answer_of(g->s, g->item[i]).measured;
        if (isnan(value) || (found < g->count && (largest ? value <= best : value >= best)))
            continue;
        found = i;
        best = value;
    }
    return found;
}

/* All cases whose answer reads the same. */
static void write_names(const answer_grid *g, size_t first, FILE *out)
{
    char same[ANSWER_TEXT], text[ANSWER_TEXT];
    size_t named = 0, left = 0;
    text_of(g, first, same);
    for (size_t i = first; i < g->count; i++) {
        if (!text_of(g, i, text) || strcmp(text, same) != 0)
            continue;
        if (named == NAMED_MOST) {
            left++;
            continue;
        }
        char name[GRID_NAME];
        answer_grid_name(g, g->item[i], true, name);
        fputs(named++ ? "; " : "", out);
        html_text(name, out);
    }
    if (left > 0)
        fprintf(out, " and %zu more", left);
}

static void write_range(const answer_grid *g, size_t least, size_t most, extremes *e)
{
    char low[ANSWER_TEXT], high[ANSWER_TEXT];
    const response r = response_of(g->item[0]);
    const char *unit = response_unit(&r);
    text_of(g, least, low);
    text_of(g, most, high);
    const bool differ = strcmp(low, high) != 0;
    html_text(low, e->range.stream);
    fputs(differ ? " to " : "", e->range.stream);
    html_text(differ ? high : "", e->range.stream);
    fputs(unit[0] ? " " : "", e->range.stream);
    html_text(unit, e->range.stream);
    if (!differ)
        return;
    fputs("Least: ", e->whose.stream);
    write_names(g, least, e->whose.stream);
    fputs(". Largest: ", e->whose.stream);
    write_names(g, most, e->whose.stream);
}

bool extremes_of(const answer_grid *g, extremes *e)
{
    *e = (extremes){{0}, {0}};
    const bool begun = text_begin(&e->range) && text_begin(&e->whose);
    const size_t least = find(g, false), most = find(g, true);
    if (begun && least < g->count)
        write_range(g, least, most, e);
    const bool range = e->range.stream && text_end(&e->range);
    const bool whose = e->whose.stream && text_end(&e->whose);
    return begun && range && whose;
}

void extremes_free(extremes *e)
{
    text_free(&e->range);
    text_free(&e->whose);
}
