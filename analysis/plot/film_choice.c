/* One case of each text: the first that does not break, or whose last shape is whole, or else the
 * first; and how far the last shapes of the others are from it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/film.h"
#include "analysis/quantities/run_pairs.h"
#include "core/numbers.h"

/* A case, and where it ends: the nodes that it moves, in its last frame. */
typedef struct chosen {
    const study_case *c;
    char text[PARTITION_TEXT];
    size_t shown;    /* the one that is shown for it */
    bool falls_back; /* it is shown where no other is better */
    vector *node;    /* NULL: it is no shape, or nobody asked */
    size_t own, nodes;
    double size; /* diagonal of the first frame, m */
} chosen;

struct film_choice {
    size_t count;
    chosen item[];
};

static bool keep_shape(chosen *of, FILE *err);
static void choose_shown(film_choice *all, size_t i);

film_choice *film_choose(const film_form *form, const study *s, FILE *out, FILE *err)
{
    case_list cases = film_cases(form, s, out);
    film_choice *all = calloc(1, sizeof *all + cases.count * sizeof *all->item);
    for (size_t i = 0; all && i < cases.count; i++) {
        char room[PARTITION_TEXT];
        const char *text = form->each(cases.item[i], s, room);
        chosen *next = &all->item[all->count];
        if (!*text)
            continue;
        *next = (chosen){.c = cases.item[i]};
        snprintf(next->text, sizeof next->text, "%s", text);
        next->falls_back = form->last ? !keep_shape(next, err) : run_is_unstable(next->c);
        choose_shown(all, all->count++);
    }
    free(cases.item);
    return all;
}

void film_choice_free(void *choice)
{
    film_choice *all = choice;
    for (size_t i = 0; all && i < all->count; i++)
        free(all->item[i].node);
    free(all);
}

/* The first of its text is shown until a better one comes. */
static void choose_shown(film_choice *all, size_t i)
{
    chosen *of = &all->item[i];
    size_t first = 0;
    while (strcmp(all->item[first].text, of->text) != 0)
        first++;
    const size_t shown = all->item[first].shown = first == i ? i : all->item[first].shown;
    const bool better = all->item[shown].falls_back && !of->falls_back;
    of->shown = better ? i : shown;
    for (size_t k = first; better && k < i; k++)
        if (all->item[k].shown == shown)
            all->item[k].shown = i;
}

case_list film_chosen(const film_choice *all)
{
    case_list cases = {.item = calloc(all->count + 1, sizeof(*cases.item))};
    size_t *place = calloc(all->count + 1, sizeof *place); /* of those listed */
    for (size_t i = 0; cases.item && place && i < all->count; i++) {
        if (all->item[i].shown != i)
            continue;
        size_t to = cases.count++;
        for (; to > 0 && parts_order(all->item[place[to - 1]].text, all->item[i].text) > 0; to--) {
            place[to] = place[to - 1];
            cases.item[to] = cases.item[to - 1];
        }
        place[to] = i;
        cases.item[to] = all->item[i].c;
    }
    free(place);
    return cases;
}

/* --- last shapes --- */

static bool keep_shape(chosen *of, FILE *err)
{
    frames f;
    if (!frames_read(of->c, &f, err))
        return false;
    const extent first = frames_first(&f);
    const vector across = vector_sum(1, first.high, -1, first.low);
    of->size = sqrt(vector_dot(across, across));
    of->own = f.own;
    of->nodes = f.nodes;
    of->node = frames_end_whole(&f) ? calloc(f.own + 1, sizeof *of->node) : NULL;
    for (size_t i = 0; of->node && i < f.own; i++)
        of->node[i] = frames_node(&f, f.count - 1, i);
    frames_free(&f);
    return of->node;
}

/* m, r.m.s.; NAN if one has no shape or other nodes. */
static double distance_of(const chosen *a, const chosen *b)
{
    double sum = 0;
    if (!a->node || !b->node || a->own != b->own || a->nodes != b->nodes)
        return TRAMA_NAN;
    for (size_t i = 0; i < a->own; i++) {
        const vector apart = vector_sum(1, a->node[i], -1, b->node[i]);
        sum += vector_dot(apart, apart);
    }
    return sqrt(sum / (double)a->own);
}

told_value film_told_distance(const film_choice *all, const study_case *c)
{
    size_t i = 0;
    while (all && i < all->count && all->item[i].c != c)
        i++;
    const chosen *of = all && i < all->count ? &all->item[i] : NULL,
                 *shown = of ? &all->item[of->shown] : NULL;
    const double distance = of ? distance_of(of, shown) : TRAMA_NAN, mm = 1e3 * distance;
    told_value made = {.value = of ? distance / shown->size : TRAMA_NAN, .is_words = true};
    if (isnan(distance))
        told_in_words(&made, "–");
    else if (of == shown)
        told_in_words(&made, "drawn");
    else
        told_in_words(&made, fabs(mm) >= 1000 ? "%.0f" : "%.3g", mm);
    return made;
}
