/* The answer of a study against its widest coordinate of numbers: the first figure. One for each
 * experiment and each quantity that its cases answer with. */
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/chart.h"
#include "analysis/quantities/response.h"

static const char *experiment_of(const study_case *c)
{
    return case_text(c, &column_case_experiment);
}

static bool is_alike(const study *s, const study_case *c, const void *other)
{
    (void)s;
    return strcmp(experiment_of(c), experiment_of(other)) == 0 &&
           strcmp(response_of(c).quantity, response_of(other).quantity) == 0;
}

/* "response", "response_EXPERIMENT", "response_QUANTITY": as far as there are several. */
static void name_of(const study *s, const study_case *c, char *name, size_t size)
{
    bool experiments = false, quantities = false;
    const char *quantity = response_of(c).quantity;
    for (size_t i = 0; i < s->count; i++) {
        const bool same = strcmp(experiment_of(&s->item[i]), experiment_of(c)) == 0;
        experiments |= !same;
        quantities |= same && strcmp(response_of(&s->item[i]).quantity, quantity) != 0;
    }
    snprintf(name, size, "response%s%.40s%s%.30s", experiments ? "_" : "",
             experiments ? experiment_of(c) : "", quantities ? "_" : "",
             quantities ? quantity : "");
}

static bool draw_one(const study *s, const study_case *c, gallery *g)
{
    char name[FIGURE_NAME];
    name_of(s, c, name, sizeof name);
    const chart_form form = {.name = name, .keeps = is_alike, .context = c};
    return chart_draw(&form, s, g);
}

static bool draw(const study *s, gallery *g)
{
    size_t count = 0;
    bool any = false;
    const study_case **drawn = calloc(s->count + 1, sizeof(*drawn));
    g->failed |= !drawn;
    for (size_t i = 0; drawn && i < s->count; i++) {
        size_t k = 0;
        while (k < count && !is_alike(s, &s->item[i], drawn[k]))
            k++;
        if (k < count || !response_of(&s->item[i]).quantity[0])
            continue;
        drawn[count++] = &s->item[i];
        any = draw_one(s, &s->item[i], g) || any;
    }
    free(drawn);
    return any;
}

const plot_type plot_response = {
    .name = "response",
    .needs = "two cases or more that answer with a number",
    .draw = draw,
    .fits_column = true,
    PLOT_CAPTIONS({"response", "What each case answers", NULL},
                  {"response_", "What each case answers: ", NULL}),
};
