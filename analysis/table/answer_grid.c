/* Answers as a grid: which coordinate stands across, and which are keys. */
#include "analysis/table/answer_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/refinement.h"
#include "analysis/quantities/response.h"
#include "analysis/read/partition.h"
#include "analysis/table/answer_grid_make.h"

enum { ACROSS_MOST = 12, PRINT_WIDTH = 96, BETWEEN = 2 };

static bool list_coordinates(answer_grid *g);
static void choose_across(answer_grid *g, size_t width);
static void order_keys(answer_grid *g);
static bool is_of_one_method(const answer_grid *g);

bool answer_grid_make(const study *s, const study_case *const *item, size_t count, size_t width,
                      answer_grid *g)
{
    *g = (answer_grid){
        .s = s, .item = item, .count = count, .refined = refinement_is_compared(item[0])};
    g->single = is_of_one_method(g);
    if (!list_coordinates(g))
        return false;
    choose_across(g, width);
    order_keys(g);
    if (!answer_grid_place(g))
        return false;
    answer_grid_page_rows(g);
    return true;
}

void answer_grid_free(answer_grid *g)
{
    selection_free(&g->of);
    free(g->key);
    free(g->cell);
    free(g->first);
    free(g->in_row);
}

/* --- coordinates --- */

static bool is_of_one_method(const answer_grid *g)
{
    for (size_t i = 1; i < g->count; i++)
        if (strcmp(case_method_title(g->item[i]), case_method_title(g->item[0])) != 0)
            return false;
    return true;
}

static bool list_coordinates(answer_grid *g)
{
    const bool done = selection_of_cases(g->s, g->item, g->count, &g->of);
    g->key = calloc(g->of.coordinates + 1, sizeof *g->key);
    return done && g->key;
}

datum answer_grid_value(const answer_grid *g, size_t axis, const study_case *c)
{
    return variable_of(g->s, &g->of.coordinate[axis].shown, c);
}

/* The order of keys: what is a number goes down by its value, anything else as the cases come. */
bool answer_grid_is_number(const answer_grid *g, size_t axis)
{
    for (size_t i = 0; i < g->count; i++) {
        const datum d = answer_grid_value(g, axis, g->item[i]);
        if (!d.there || d.is_text)
            return false;
    }
    return true;
}

/* --- what stands across --- */

void answer_grid_value_text(const answer_grid *g, size_t axis, const study_case *c,
                            char text[GRID_NAME])
{
    const variable *v = &g->of.coordinate[axis].shown;
    const datum d = answer_grid_value(g, axis, c);
    char value[DATUM_TEXT];
    variable_text(v, &d, value, sizeof value);
    if (!d.there)
        snprintf(text, GRID_NAME, "no %s", v->title);
    else if (d.is_text)
        snprintf(text, GRID_NAME, "%s", value);
    else
        snprintf(text, GRID_NAME, "%.80s %.60s%s%.16s", v->title, value, v->unit[0] ? " " : "",
                 v->unit);
}

static size_t characters(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static size_t longest_answer(const answer_grid *g)
{
    char text[128];
    size_t longest = 0;
    for (size_t i = 0; i < g->count; i++) {
        const answer a = answer_of(g->s, g->item[i]);
        answer_text(&a, text, sizeof text);
        longest = characters(text) > longest ? characters(text) : longest;
    }
    return longest;
}

/* The cases whose value of a coordinate is that of no case before; how many: at most `most` + 1. */
static size_t list_values(const answer_grid *g, size_t axis, const study_case **first, size_t most)
{
    size_t count = 0;
    for (size_t i = 0; i < g->count && count <= most; i++) {
        const datum d = answer_grid_value(g, axis, g->item[i]);
        size_t k = 0;
        for (; k < count; k++) {
            const datum other = answer_grid_value(g, axis, first[k]);
            if (datum_order(&d, &other) == 0)
                break;
        }
        if (k == count)
            first[count++] = g->item[i];
    }
    return count;
}

/* A terminal breaks the lines of heads. */
static size_t width_of_head(const char *text, bool breaks)
{
    size_t longest = 0;
    while (breaks && *text) {
        char word[GRID_NAME];
        const size_t length = strcspn(text, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        longest = characters(word) > longest ? characters(word) : longest;
        text += length + strspn(text + length, " ");
    }
    return breaks ? longest : characters(text);
}

/* The characters that the values of a coordinate take across, above answers of `least`; 0: they are
 * too many. */
static size_t width_across(const answer_grid *g, size_t axis, size_t least, bool breaks)
{
    const study_case *first[ACROSS_MOST + 1];
    const size_t count = list_values(g, axis, first, ACROSS_MOST);
    size_t width = 0;
    for (size_t i = 0; i < count && count <= ACROSS_MOST; i++) {
        char text[GRID_NAME];
        answer_grid_value_text(g, axis, first[i], text);
        const size_t head = width_of_head(text, breaks);
        width += BETWEEN + (head > least ? head : least);
    }
    return width;
}

/* Of the values of a coordinate and its heading, as a key. */
static size_t width_down(const answer_grid *g, size_t axis)
{
    const variable *v = &g->of.coordinate[axis].shown;
    size_t width = characters(v->title) + (v->unit[0] ? 3 + characters(v->unit) : 0);
    for (size_t i = 0; i < g->count; i++) {
        const datum d = answer_grid_value(g, axis, g->item[i]);
        char value[DATUM_TEXT];
        variable_text(v, &d, value, sizeof value);
        width = characters(value) > width ? characters(value) : width;
    }
    return BETWEEN + width;
}

typedef struct keyed {
    const answer_grid *g;
    size_t axis;
} keyed;

static const char *key_text(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    const keyed *k = of;
    const datum d = answer_grid_value(k->g, k->axis, c);
    return datum_key(&d, room);
}

/* Divides the cases by a coordinate too. */
static bool divide(const answer_grid *g, size_t axis, partition *rows)
{
    const keyed of = {g, axis};
    partition by;
    const bool done = partition_make(g->item, g->count, key_text, &of, &by) &&
                      partition_refine(rows, &by, g->count);
    partition_free(&by);
    return done;
}

/* Whether a coordinate goes with another one: rows are told by both. */
static bool is_zipped(const answer_grid *g, size_t axis)
{
    const coordinate *c = g->of.coordinate;
    return c[axis].is_beside || (axis + 1 < g->of.coordinates && c[axis + 1].is_beside);
}

/* Whether half of the cells are of a case where a coordinate stands across. */
static bool fills(const answer_grid *g, size_t axis)
{
    partition rows;
    bool done = partition_whole(g->count, &rows);
    for (size_t k = 0; done && k < g->of.coordinates; k++)
        done = k == axis || divide(g, k, &rows);
    const size_t cells = rows.classes * g->of.coordinate[axis].values;
    partition_free(&rows);
    if (!done)
        study_miss(g->s);
    return done && cells <= 2 * g->count;
}

/* Methods stand across rather than words, and words rather than numbers; of a kind the one with
 * most values. The number with most values stands down. */
static int rank_across(const coordinate *c, bool number)
{
    return c->is_method ? 2 : number ? 0 : 1;
}

static bool is_better(const answer_grid *g, size_t a, size_t b)
{
    const coordinate *x = &g->of.coordinate[a], *y = &g->of.coordinate[b];
    const int ranks =
        rank_across(x, answer_grid_is_number(g, a)) - rank_across(y, answer_grid_is_number(g, b));
    return ranks ? ranks > 0 : x->values > y->values;
}

static size_t longest_number(const answer_grid *g)
{
    size_t found = g->of.coordinates;
    for (size_t i = 0; i < g->of.coordinates; i++)
        if (answer_grid_is_number(g, i) &&
            (found == g->of.coordinates ||
             g->of.coordinate[i].values > g->of.coordinate[found].values))
            found = i;
    return found;
}

/* The keys beside a coordinate across: all, but where rows are many the one that divides pages. */
static size_t width_of_keys(const answer_grid *g, size_t across)
{
    size_t width = 0, paged = 0, least = SIZE_MAX;
    for (size_t i = 0; i < g->of.coordinates; i++) {
        const size_t own = i == across ? 0 : width_down(g, i);
        width += own;
        if (i != across && g->of.coordinate[i].values < least) {
            least = g->of.coordinate[i].values;
            paged = own;
        }
    }
    const size_t rows = g->count / g->of.coordinate[across].values;
    return rows > GRID_ROWS && g->of.coordinates > 2 ? width - paged : width;
}

/* With one coordinate a grid is a list. A width of 0 is that of print. */
static void choose_across(answer_grid *g, size_t width)
{
    const size_t count = g->of.coordinates, down = longest_number(g), least = longest_answer(g);
    const size_t most = width > 0 ? width : PRINT_WIDTH;
    g->across = count;
    for (size_t i = 0; count > 1 && i < count; i++) {
        const size_t own = i == down || is_zipped(g, i) ? 0 : width_across(g, i, least, width > 0);
        if (own > 0 && width_of_keys(g, i) + own <= most && fills(g, i) &&
            (g->across == count || is_better(g, i, g->across)))
            g->across = i;
    }
}

/* --- keys --- */

/* Words before numbers, few values before many. */
static bool stands_before(const answer_grid *g, size_t a, size_t b)
{
    const bool number = answer_grid_is_number(g, a), other = answer_grid_is_number(g, b);
    if (number != other)
        return other;
    return g->of.coordinate[a].values < g->of.coordinate[b].values;
}

static void order_keys(answer_grid *g)
{
    for (size_t i = 0; i < g->of.coordinates; i++) {
        size_t at = g->keys;
        if (i == g->across)
            continue;
        for (; at > 0 && stands_before(g, i, g->key[at - 1]); at--)
            g->key[at] = g->key[at - 1];
        g->key[at] = i;
        g->keys++;
    }
}
