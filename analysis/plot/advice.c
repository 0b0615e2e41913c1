/* What limits the step: the state where a scene's largest frequency was found, and beside it the
 * mode of that frequency on top of it; or the same of the largest damping, if that is what limits.
 * A figure a case. */
#include "analysis/quantities/advice.h"

#include <stdlib.h>

#include "analysis/plot/pictures.h"
#include "analysis/plot/plot.h"

enum { STATE, MODE, FRAMES };

/* "t = 2.5 s", "ω = 161.5 rad/s: stretching", or "damping 300 1/s: loads". */
static void label_of(const study_case *c, size_t frame, char text[PICTURE_TEXT])
{
    char part[96];
    double share;
    advice_part(c, part, sizeof part, &share);
    if (frame == STATE)
        snprintf(text, PICTURE_TEXT, "t = %.4g s", advice_spectrum(c, &column_spectra_time, true));
    else if (advice_is_limited_by_damping(c))
        snprintf(text, PICTURE_TEXT, "damping %.4g 1/s: %s, %.3g %%",
                 case_number(c, &column_advice_damping), part, 100 * share);
    else
        snprintf(text, PICTURE_TEXT, "ω = %.4g rad/s: %s, %.3g %%",
                 advice_spectrum(c, &column_spectra_omega, true), part, 100 * share);
}

static void draw_frames(const study *s, const study_case *c, const frames *shown, gallery *g)
{
    char name[FIGURE_NAME];
    pictures both = {.name = name, .width = FIGURE_DOUBLE, .row = 7, .kind = SHADE_FLAT};
    camera eye = camera_of(shade_view(shown, STATE));
    for (size_t frame = STATE; frame < FRAMES; frame++)
        camera_include(&eye, shown, frame);
    snprintf(name, sizeof name, "worst_mode_%.80s", case_simulation(c));
    for (size_t frame = STATE; frame < FRAMES; frame++) {
        picture *p = pictures_add(&both);
        *p = (picture){.of = shown, .frame = frame, .column = frame, .eye = eye, .over_row = true};
        p->scale = frame == STATE;
        if (frame == STATE)
            study_case_title(s, c, p->above[0], PICTURE_TEXT);
        label_of(c, frame, p->below[0]);
    }
    pictures_draw(&both, g);
}

static bool draw_case(const study *s, const study_case *c, gallery *g)
{
    frames shown;
    if (!frames_read(c, &shown, g->err))
        return false;
    const bool whole =
        shown.count == FRAMES && frames_finite(&shown, STATE) && frames_finite(&shown, MODE);
    if (whole)
        draw_frames(s, c, &shown, g);
    frames_free(&shown);
    return whole;
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
