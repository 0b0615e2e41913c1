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

static bool draw_case(const study *s, const study_case *c, gallery *g)
{
    film m;
    char name[FIGURE_NAME];
    if (!film_read(c, FRAMES, &m, g->err))
        return false;
    if (m.count < FRAMES || m.own.count != FRAMES) {
        frames_free(&m.own);
        return false;
    }
    snprintf(name, sizeof name, "worst_mode_%.80s", case_simulation(c));
    pictures both = {.name = name, .width = FIGURE_DOUBLE, .row = 7, .kind = SHADE_FLAT};
    study_case_title(s, c, m.above[0], PICTURE_TEXT);
    const camera eye = film_eye(&m, shade_view(&m.own, STATE));
    film_add(&m, &eye, write_label, &both, g);
    pictures_draw(&both, g);
    return true;
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "advice", frames_are_told);
    bool any = false;
    for (size_t i = 0; i < cases.count; i++)
        any = draw_case(s, cases.item[i], g) || any;
    free(cases.item);
    return any;
}

const plot_type plot_advice = {
    .name = "advice",
    .needs = "cases of the task advice, of objects with surfaces",
    .draw = draw,
};
