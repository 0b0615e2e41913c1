/* Answers as a grid: which coordinate stands across, which are keys, and where each case stands. */
#include "analysis/table/answer_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/refinement.h"
#include "analysis/quantities/response.h"
#include "analysis/read/partition.h"
#include "analysis/table/answer_grid_make.h"

enum { ACROSS_MOST = 12, ROWS_MOST = 40, PRINT_WIDTH = 96, BETWEEN = 2 };

static bool list_coordinates(answer_grid *g);
static void choose_across(answer_grid *g, size_t width);
static void order_keys(answer_grid *g);
static bool place_cases(answer_grid *g);
static void choose_pages(answer_grid *g);
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
    if (!place_cases(g))
        return false;
    choose_pages(g);
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

static datum value_of(const answer_grid *g, size_t axis, const study_case *c)
{
    return variable_of(g->s, &g->of.coordinate[axis].shown, c);
}

/* The order of keys: what is a number goes down by its value, anything else as the cases come. */
static bool is_number(const answer_grid *g, size_t axis)
{
    for (size_t i = 0; i < g->count; i++) {
        const datum d = value_of(g, axis, g->item[i]);
        if (!d.there || d.is_text)
            return false;
    }
    return true;
}

/* --- what stands across --- */

static void head_text(const answer_grid *g, size_t axis, const study_case *c, char text[GRID_NAME])
{
    const variable *v = &g->of.coordinate[axis].shown;
    const datum d = value_of(g, axis, c);
    char value[DATUM_TEXT];
    datum_text(&d, value, sizeof value);
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
        const datum d = value_of(g, axis, g->item[i]);
        size_t k = 0;
        for (; k < count; k++) {
            const datum other = value_of(g, axis, first[k]);
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
        head_text(g, axis, first[i], text);
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
        const datum d = value_of(g, axis, g->item[i]);
        char value[DATUM_TEXT];
        datum_text(&d, value, sizeof value);
        width = characters(value) > width ? characters(value) : width;
    }
    return BETWEEN + width;
}

typedef struct keyed {
    const answer_grid *g;
    size_t axis;
} keyed;

static void key_text(const study_case *c, const void *of, char text[PARTITION_TEXT])
{
    const keyed *k = of;
    const datum d = value_of(k->g, k->axis, c);
    if (d.there && !d.is_text)
        snprintf(text, PARTITION_TEXT, "%a", d.number);
    else
        snprintf(text, PARTITION_TEXT, "%s", d.text);
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
    const int ranks = rank_across(x, is_number(g, a)) - rank_across(y, is_number(g, b));
    return ranks ? ranks > 0 : x->values > y->values;
}

static size_t longest_number(const answer_grid *g)
{
    size_t found = g->of.coordinates;
    for (size_t i = 0; i < g->of.coordinates; i++)
        if (is_number(g, i) && (found == g->of.coordinates ||
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
    return rows > ROWS_MOST && g->of.coordinates > 2 ? width - paged : width;
}

/* With one coordinate a grid is a list. A width of 0 is that of print. */
static void choose_across(answer_grid *g, size_t width)
{
    const size_t count = g->of.coordinates, down = longest_number(g), least = longest_answer(g);
    const size_t most = width > 0 ? width : PRINT_WIDTH;
    g->across = count;
    for (size_t i = 0; count > 1 && i < count; i++) {
        const size_t own = i == down ? 0 : width_across(g, i, least, width > 0);
        if (own > 0 && width_of_keys(g, i) + own <= most && fills(g, i) &&
            (g->across == count || is_better(g, i, g->across)))
            g->across = i;
    }
}

/* --- keys --- */

/* Words before numbers, few values before many. */
static bool stands_before(const answer_grid *g, size_t a, size_t b)
{
    const bool number = is_number(g, a), other = is_number(g, b);
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

/* --- places --- */

/* A case, and the place of its value of each coordinate among the values of that. */
typedef struct placed {
    const answer_grid *g;
    size_t item;
    const size_t *rank; /* of each coordinate */
} placed;

typedef struct ranked {
    datum value;
    size_t item;
} ranked;

static int by_value(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    const int order = datum_order(&x->value, &y->value);
    return order ? order : (x->item > y->item) - (x->item < y->item);
}

/* Words come in the order of their first cases: `at` of a value becomes that of its first case. */
static void rank_values(const answer_grid *g, size_t axis, ranked *of, size_t *rank)
{
    const bool number = is_number(g, axis);
    size_t first = 0;
    for (size_t i = 0; i < g->count; i++)
        of[i] = (ranked){value_of(g, axis, g->item[i]), i};
    qsort(of, g->count, sizeof *of, by_value);
    for (size_t i = 0; i < g->count; i++) {
        if (i > 0 && datum_order(&of[i].value, &of[i - 1].value) != 0)
            first = i;
        rank[of[i].item * g->of.coordinates + axis] = number ? first : of[first].item;
    }
}

static int compare_rows(const placed *x, const placed *y)
{
    for (size_t k = 0; k < x->g->keys; k++) {
        const size_t a = x->rank[x->g->key[k]], b = y->rank[x->g->key[k]];
        if (a != b)
            return a < b ? -1 : 1;
    }
    return 0;
}

static int compare_across(const placed *x, const placed *y)
{
    const size_t across = x->g->across;
    if (across == x->g->of.coordinates)
        return 0;
    return (x->rank[across] > y->rank[across]) - (x->rank[across] < y->rank[across]);
}

static int by_row(const void *a, const void *b)
{
    const int rows = compare_rows(a, b);
    return rows ? rows : compare_across(a, b);
}

static int by_column(const void *a, const void *b)
{
    const int columns = compare_across(a, b);
    return columns ? columns : compare_rows(a, b);
}

/* Of each case its column; cases in the order of columns. */
static void number_columns(answer_grid *g, placed *all, size_t *column)
{
    qsort(all, g->count, sizeof *all, by_column);
    for (size_t i = 0; i < g->count; i++) {
        if (i == 0 || compare_across(&all[i], &all[i - 1]) != 0)
            g->first[g->columns++] = all[i].item;
        column[all[i].item] = g->columns - 1;
    }
}

/* Cases that nothing tells apart stand in rows of their own. */
static bool begins_row(const placed *all, size_t i)
{
    return i == 0 || by_row(&all[i], &all[i - 1]) == 0 || compare_rows(&all[i], &all[i - 1]) != 0;
}

static void fill_cells(answer_grid *g, const placed *all, const size_t *column)
{
    size_t row = 0;
    for (size_t i = 0; i < g->rows * g->columns; i++)
        g->cell[i] = g->count;
    for (size_t i = 0; i < g->count; i++) {
        row += i > 0 && begins_row(all, i);
        g->in_row[row] = all[i].item;
        g->cell[row * g->columns + column[all[i].item]] = all[i].item;
    }
}

static size_t count_rows(const answer_grid *g, placed *all)
{
    size_t rows = 0;
    qsort(all, g->count, sizeof *all, by_row);
    for (size_t i = 0; i < g->count; i++)
        rows += begins_row(all, i);
    return rows;
}

static bool place_all(answer_grid *g, placed *all, size_t *column)
{
    number_columns(g, all, column);
    g->rows = count_rows(g, all);
    g->cell = calloc(g->rows * g->columns + 1, sizeof *g->cell);
    g->in_row = calloc(g->rows + 1, sizeof *g->in_row);
    if (g->cell && g->in_row)
        fill_cells(g, all, column);
    return g->cell && g->in_row;
}

static bool place_cases(answer_grid *g)
{
    const size_t n = g->count, coordinates = g->of.coordinates;
    size_t *rank = calloc(n * coordinates + 1, sizeof *rank), *column = calloc(n, sizeof *column);
    ranked *of = calloc(n, sizeof *of);
    placed *all = calloc(n, sizeof *all);
    g->first = calloc(n, sizeof *g->first);
    bool done = rank && column && of && all && g->first;
    for (size_t k = 0; done && k < coordinates; k++)
        rank_values(g, k, of, rank);
    for (size_t i = 0; done && i < n; i++)
        all[i] = (placed){g, i, rank + i * coordinates};
    done = done && place_all(g, all, column);
    free(all);
    free(of);
    free(column);
    free(rank);
    return done;
}

/* --- pages --- */

static bool is_same_page(const answer_grid *g, size_t a, size_t b)
{
    for (size_t k = 0; k < g->pages; k++) {
        const datum x = value_of(g, g->key[k], g->item[g->in_row[a]]);
        const datum y = value_of(g, g->key[k], g->item[g->in_row[b]]);
        if (datum_order(&x, &y) != 0)
            return false;
    }
    return true;
}

size_t answer_grid_next_page(const answer_grid *g, size_t row)
{
    const size_t first = row;
    while (row < g->rows && is_same_page(g, first, row))
        row++;
    return row;
}

static size_t longest_page(const answer_grid *g)
{
    size_t longest = 0;
    for (size_t row = 0, next; row < g->rows; row = next) {
        next = answer_grid_next_page(g, row);
        longest = next - row > longest ? next - row : longest;
    }
    return longest;
}

static void choose_pages(answer_grid *g)
{
    while (g->pages + 1 < g->keys && longest_page(g) > ROWS_MOST)
        g->pages++;
}

/* --- texts --- */

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
        head_text(g, g->across, g->item[g->first[column]], text);
    else
        snprintf(text, GRID_NAME, "%s%s%.20s%s", name, unit[0] ? " (" : "", unit,
                 unit[0] ? ")" : "");
}

void answer_grid_key(const answer_grid *g, size_t row, size_t key, char text[GRID_NAME])
{
    const datum d = value_of(g, g->key[key], g->item[g->in_row[row]]);
    datum_text(&d, text, GRID_NAME);
    if (!d.there)
        snprintf(text, GRID_NAME, "–");
}

bool answer_grid_key_is_number(const answer_grid *g, size_t key)
{
    return is_number(g, g->key[key]);
}

void answer_grid_page(const answer_grid *g, size_t row, char text[GRID_NAME])
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t k = 0; k < g->pages && used < GRID_NAME; k++) {
        char one[GRID_NAME];
        head_text(g, g->key[k], g->item[g->in_row[row]], one);
        used += (size_t)snprintf(text + used, GRID_NAME - used, "%s%s", used ? ", " : "", one);
    }
}

void answer_grid_only(const answer_grid *g, size_t row, char text[2 * GRID_NAME])
{
    const size_t keys = g->pages > 0 ? g->pages : g->keys > 0 ? 1 : 0;
    size_t used = 0;
    text[0] = '\0';
    for (size_t k = 0; k < keys && used < 2 * GRID_NAME; k++) {
        const datum d = value_of(g, g->key[k], g->item[g->in_row[row]]);
        char value[DATUM_TEXT];
        datum_text(&d, value, sizeof value);
        const char *quote = d.is_text ? "'" : "";
        used += (size_t)snprintf(text + used, 2 * GRID_NAME - used, "%s%s == %s%s%s",
                                 used ? " and " : "", g->of.coordinate[g->key[k]].shown.name, quote,
                                 value, quote);
    }
}

static const char *method_coordinate(const answer_grid *g)
{
    for (size_t i = 0; i < g->of.coordinates; i++)
        if (g->of.coordinate[i].is_method)
            return g->of.coordinate[i].shown.name;
    return NULL;
}

void answer_grid_name(const answer_grid *g, const study_case *c, bool method, char text[GRID_NAME])
{
    const char *const besides[2] = {method_coordinate(g), NULL};
    char rest[GRID_NAME];
    const char *name = method && !g->single ? case_method_title(c) : "";
    selection_name(&g->of, c, besides, rest, sizeof rest);
    snprintf(text, GRID_NAME, "%.80s%s%.76s", name, name[0] && rest[0] ? ", " : "", rest);
}

void answer_method(const study *s, const study_case *c, char name[GRID_NAME])
{
    char variation[GRID_NAME];
    study_case_variation(s, c, variation, sizeof variation);
    snprintf(name, GRID_NAME, "%s%s", case_method_title(c), variation);
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
