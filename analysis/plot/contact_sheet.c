/* All scenes at a glance: for every value of the factor `figure` its first run with frames that
 * came to its end, a shaded surface, as it is at last. If none did, the first of those that broke
 * is shown as it was before, and says so. */
#include <string.h>

#include "analysis/plot/film.h"

/* `figure: none` says that nobody published one. */
static const char *scene(const study_case *c, const void *s, char room[PARTITION_TEXT])
{
    const char *name = case_factor(c, "figure");
    (void)s, (void)room;
    return strcmp(name, "none") == 0 ? "" : name;
}

static const film_form forms[] = {{
    .name = "contact_sheet",
    .task = "run",
    .each = scene,
    .films = 2,
    .most = 1,
    .above = {{{film_each}, {film_factor, "material"}},
              {{film_time}, {film_factor, "scheme"}, {film_breaks, "then breaks"}}},
    .looks = {.width = FIGURE_DOUBLE, .row = 4, .across = 5, .side = 5, .reads_again = true},
}};

const plot_type plot_contact_sheet = {
    .name = "contact_sheet",
    .needs = "cases of the task run with frames and a factor `figure`, of two values or more",
    PLOT_FILMS(forms),
};
