/* What limits the step: the state where a scene's largest frequency was found, and beside it the
 * mode of that frequency on top of it; or the same of the largest damping, if that is what limits.
 * A figure a case. */
#include "analysis/quantities/advice.h"

#include <stdlib.h>

#include "analysis/plot/film.h"
#include "analysis/plot/plot.h"

enum { STATE, MODE, FRAMES };

/* "t = 2.5 s", "ω = 161.5 rad/s: stretching", or "damping 300 1/s: loads". */
static void write_label(const film *m, size_t i, picture *to)
{
    const study_case *c = m->run;
    char part[96], *text = to->below[0];
    double share;
    advice_part(c, part, sizeof part, &share);
    if (i == STATE)
        snprintf(text, PICTURE_TEXT, "t = %.4g s", advice_spectrum(c, &column_spectra_time, true));
    else if (advice_is_limited_by_damping(c))
        snprintf(text, PICTURE_TEXT, "damping %.4g 1/s: %s, %.3g %%",
                 case_number(c, &column_advice_damping), part, 100 * share);
    else
        snprintf(text, PICTURE_TEXT, "ω = %.4g rad/s: %s, %.3g %%",
                 advice_spectrum(c, &column_spectra_omega, true), part, 100 * share);
}

static void write_title(const study *s, film *m)
{
    study_case_title(s, m->run, m->above[0], PICTURE_TEXT);
}

static const film_form form = {.most = FRAMES,
                               .least = FRAMES,
                               .by_first = true,
                               .title = write_title,
                               .label = write_label,
                               .looks = {.width = FIGURE_DOUBLE, .row = 7, .kind = SHADE_FLAT}};

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "advice", frames_are_told);
    bool any = false;
    for (size_t i = 0; i < cases.count; i++) {
        char name[FIGURE_NAME];
        pictures both = form.looks;
        both.name = name;
        snprintf(name, sizeof name, "worst_mode_%.80s", case_simulation(cases.item[i]));
        film_show(&form, s, cases.item[i], &both, g);
        pictures_draw(&both, g);
        any |= both.figures > 0;
    }
    free(cases.item);
    return any;
}

const plot_type plot_advice = {
    .name = "advice",
    .needs = "cases of the task advice, of objects with surfaces",
    .draw = draw,
};
