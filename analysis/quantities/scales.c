#include "analysis/quantities/scales.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The answers of one quantity of an experiment. */
typedef struct scale {
    const char *experiment, *quantity; /* which live as long as the study */
    double largest;
} scale;

/* One block, so that the study frees it without knowing it. */
struct scales {
    size_t count;
    scale item[]; /* room for one of each case */
};

static const struct scales *scales_of(const study *s);
static scale *find(struct scales *all, const study_case *c, const char *quantity);

bool scale_hides(double of, double value)
{
    return fabs(value) <= 64.0 * DBL_EPSILON * fmin(of, 1.0);
}

double scale_of_answers(const study *s, const study_case *c, const char *quantity)
{
    const struct scales *all = scales_of(s);
    const scale *found = all ? find((struct scales *)all, c, quantity) : NULL;
    return found ? found->largest : 0.0;
}

static scale *find(struct scales *all, const study_case *c, const char *quantity)
{
    const char *experiment = case_text(c, &column_case_experiment);
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->item[i].quantity, quantity) == 0 &&
            strcmp(all->item[i].experiment, experiment) == 0)
            return &all->item[i];
    return NULL;
}

/* Infinite and absent answers have no size. */
static void take(const study *s, const study_case *c, struct scales *all)
{
    const response r = response_of(c);
    const double size = fabs(response_value(s, c, r) / response_in_unit(&r, 1.0));
    scale *own = find(all, c, r.quantity);
    if (!own) {
        own = &all->item[all->count++];
        *own = (scale){case_text(c, &column_case_experiment), r.quantity, 0.0};
    }
    if (isfinite(size) && size > own->largest)
        own->largest = size;
}

static void *make(const study *s)
{
    struct scales *all = malloc(sizeof *all + s->count * sizeof(scale));
    if (!all)
        return NULL;
    all->count = 0;
    for (size_t i = 0; i < s->count; i++)
        take(s, &s->item[i], all);
    return all;
}

static const struct scales *scales_of(const study *s)
{
    return study_made(s, make, free);
}
