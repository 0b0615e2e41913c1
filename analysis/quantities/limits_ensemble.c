/* How far limits depend on a start that no one knows exactly. */
#include <math.h>
#include <stdlib.h>

#include "analysis/quantities/limits.h"
#include "analysis/read/coordinates.h"
#include "core/numbers.h"

static const char *member_text(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    (void)of, (void)room;
    return limit_member(c);
}

static const coordinate_axis along_members = {member_text, NULL};

/* The bisected limits of a scene's members, s. */
typedef struct limits {
    double low, high;
    size_t count;
} limits;

static void take(limits *of, double limit)
{
    if (isnan(limit))
        return;
    of->low = of->count ? fmin(of->low, limit) : limit;
    of->high = of->count ? fmax(of->high, limit) : limit;
    of->count++;
}

/* Width over the smallest, at each case of the study; NAN with fewer than two. */
static bool fill_widths(const study *s, const case_list *cases, const partition *scene,
                        double *width)
{
    limits *of = calloc(scene->classes + 1, sizeof *of);
    for (size_t i = 0; of && i < cases->count; i++)
        take(&of[scene->class_of[i]], case_number(cases->item[i], &column_bisected_stable));
    for (size_t i = 0; of && i < cases->count; i++) {
        const limits *own = &of[scene->class_of[i]];
        width[cases->item[i] - s->item] = own->count < 2 ? TRAMA_NAN : own->high / own->low - 1.0;
    }
    free(of);
    return of != NULL;
}

static void *make_widths(const study *s)
{
    case_list cases = study_select(s, "stable_step", limit_is_of_an_ensemble);
    double *width = calloc(s->count + 1, sizeof *width);
    coordinates apart = {0};
    partition scene = {0};
    bool made = cases.item && width && coordinates_make(&cases, &along_members, &apart) &&
                partition_whole(cases.count, &scene);
    for (size_t i = 0; made && i < apart.count; i++)
        made = partition_refine(&scene, &apart.by[i], cases.count);
    made = made && fill_widths(s, &cases, &scene, width);
    partition_free(&scene);
    coordinates_free(&apart);
    free(cases.item);
    if (made)
        return width;
    free(width);
    return NULL;
}

double limit_spread(const study *s, const study_case *c)
{
    const double *width = study_made(s, make_widths, free);
    return width ? width[c - s->item] : TRAMA_NAN;
}

/* A bracket of 0.1 % moves by that much from one member to the next without meaning anything. */
static const double same_limit = 0.002;

static bool differs(const study *s, const study_case *c)
{
    return limit_spread(s, c) > same_limit;
}

told_value limit_told_member(const study *s, const study_case *c)
{
    told_value made = {.is_words = true};
    char failed[128];
    const bool differ = differs(s, c);
    limit_failed_checks(c, failed, sizeof failed);
    if (!case_ended(c))
        told_in_words(&made, "%s", case_status(c));
    else if (differ)
        told_in_words(&made, "%s%smembers differ", failed, failed[0] ? "; " : "");
    else
        limit_checks(c, made.words, sizeof made.words);
    made.mark = failed[0] || differ ? "†" : NULL;
    return made;
}
