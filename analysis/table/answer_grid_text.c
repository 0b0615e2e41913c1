/* What a grid of answers says: its heads, keys, pages and caption. */
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/response.h"
#include "analysis/table/answer_grid_make.h"

const study_case *answer_grid_case(const answer_grid *g, size_t row, size_t column)
{
    const size_t i = g->cell[row * g->columns + column];
    return i < g->count ? g->item[i] : NULL;
}

void answer_grid_key_head(const answer_grid *g, size_t key, char text[GRID_NAME])
{
    const variable *v = &g->of.coordinate[g->key[key]].shown;
    snprintf(text, GRID_NAME, "%s%s%s%s", v->title, v->unit[0] ? " (" : "", v->unit,
             v->unit[0] ? ")" : "");
}

void answer_grid_head(const answer_grid *g, size_t column, char text[GRID_NAME])
{
    const response r = response_of(g->item[0]);
    const char *unit = response_unit(&r);
    char name[DATUM_TEXT];
    quantity_title(r.quantity[0] ? r.quantity : "end", name, sizeof name);
    if (g->across < g->of.coordinates)
        answer_grid_value_text(g, g->across, g->item[g->first[column]], text);
    else
        snprintf(text, GRID_NAME, "%s%s%.20s%s", name, unit[0] ? " (" : "", unit,
                 unit[0] ? ")" : "");
}

void answer_grid_key(const answer_grid *g, size_t row, size_t key, char text[GRID_NAME])
{
    const datum d = answer_grid_value(g, g->key[key], g->item[g->in_row[row]]);
    variable_text(&g->of.coordinate[g->key[key]].shown, &d, text, GRID_NAME);
    if (!d.there)
        snprintf(text, GRID_NAME, "–");
}

bool answer_grid_key_is_number(const answer_grid *g, size_t key)
{
    return answer_grid_is_number(g, g->key[key]);
}

void answer_grid_page(const answer_grid *g, size_t row, char text[GRID_NAME])
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t k = 0; k < g->pages && used < GRID_NAME; k++) {
        char one[GRID_NAME];
        answer_grid_value_text(g, g->key[k], g->item[g->in_row[row]], one);
        used += (size_t)snprintf(text + used, GRID_NAME - used, "%s%s", used ? ", " : "", one);
    }
}

void answer_grid_only(const answer_grid *g, size_t row, char text[2 * GRID_NAME])
{
    const size_t keys = g->pages > 0 ? g->pages : g->keys > 0 ? 1 : 0;
    size_t used = 0;
    text[0] = '\0';
    for (size_t k = 0; k < keys && used < 2 * GRID_NAME; k++) {
        const datum d = answer_grid_value(g, g->key[k], g->item[g->in_row[row]]);
        char value[DATUM_TEXT];
        datum_text(&d, value, sizeof value);
        const char *quote = d.is_text ? "'" : "";
        used += (size_t)snprintf(text + used, 2 * GRID_NAME - used, "%s%s == %s%s%s",
                                 used ? " and " : "", g->of.coordinate[g->key[k]].shown.name, quote,
                                 value, quote);
    }
}

/* Whether a published limit is compared with a coarser number than is known. */
static bool any_on_a_grid(const answer_grid *g)
{
    for (size_t i = 0; i < g->count; i++)
        if (case_number(g->item[i], &column_bisected_stable) > limit_answer(g->item[i]))
            return true;
    return false;
}

void answer_grid_caption(const answer_grid *g, char *text, size_t size)
{
    const response r = response_of(g->item[0]);
    const char *unit = response_unit(&r);
    const bool named = g->single && g->count > 1;
    snprintf(text, size, "%s%s%s%s%s%s%s", response_words(&r), unit[0] ? ", " : "", unit,
             named ? "; all by " : "", named ? case_method_title(g->item[0]) : "",
             g->refined ? "; of the finest grid" : "",
             limit_is_quantity(r.quantity) && any_on_a_grid(g)
                 ? "; published ones beside the step of the search, not its bracket"
                 : "");
}
