/* What limits the step: the state where a scene's largest frequency was found, and beside it the
 * mode of that frequency on top of it; or the same of the largest damping, if that is what limits.
 * A figure a scene. */
#include "analysis/quantities/advice.h"

#include "analysis/plot/film.h"

enum { STATE, MODE, FRAMES };

static void tell(const film *m, size_t i, const film_part *part, char *text, size_t size)
{
    const told_value mode = advice_told_mode(m->s, m->run);
    (void)part;
    if (i == STATE)
        snprintf(text, size, "t = %.4g s", advice_spectrum(m->run, &column_spectra_time, true));
    else
        snprintf(text, size, "%s", mode.words);
}

static const film_form forms[] = {{
    .name = "worst_mode",
    .task = "advice",
    .group = partition_subject,
    .apart = true,
    .most = FRAMES,
    .least = FRAMES,
    .by_first = true,
    .above = {{{film_title}}},
    .below = {{{tell}}},
    .looks = {.width = FIGURE_DOUBLE, .row = 7, .rows = 3, .kind = SHADE_FLAT},
}};

const plot_type plot_advice = {
    .name = "advice",
    .needs = "cases of the task advice, of objects with surfaces",
    PLOT_FILMS(forms),
};
