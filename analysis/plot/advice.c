/* What limits the step: the state where a scene's largest frequency was found, and beside it the
 * mode of that frequency on top of it; or the same of the largest damping, if that is what limits.
 * A figure a case. */
#include "analysis/quantities/advice.h"

#include <stdlib.h>

#include "analysis/plot/legend.h"
#include "analysis/plot/plot.h"
#include "analysis/plot/shade.h"
#include "analysis/plot/style.h"

enum { STATE, MODE, FRAMES };

static const panel_rows layout = {.columns = FRAMES, .height = 7.0, .title = 0.7, .label = 0.6};

static void write_title(const study *s, const study_case *c, figure *f)
{
    char title[320];
    study_case_title(s, c, title, sizeof title);
    fputs("set label ", f->script.stream);
    figure_text(f, title);
    fprintf(f->script.stream, " at screen 0.5, screen %.5f center\n",
            1 - 0.55 * layout.title / f->height);
}

/* "(a) t = 2.5 s", "(b) ω = 161.5 rad/s: stretching", or "(b) damping 300 1/s: loads". */
static void write_label(const study_case *c, int frame, const edges *e, figure *f)
{
    char text[160], part[96];
    double share;
    advice_part(c, part, sizeof part, &share);
    if (frame == STATE)
        snprintf(text, sizeof text, "(a) t = %.4g s",
                 advice_spectrum(c, &column_spectra_time, true));
    else if (advice_is_limited_by_damping(c))
        snprintf(text, sizeof text, "(b) damping %.4g 1/s: %s, %.3g %%",
                 case_number(c, &column_advice_damping), part, 100 * share);
    else
        snprintf(text, sizeof text, "(b) ω = %.4g rad/s: %s, %.3g %%",
                 advice_spectrum(c, &column_spectra_omega, true), part, 100 * share);
    fputs("set label ", f->script.stream);
    figure_text(f, text);
    fprintf(f->script.stream, " at screen %.5f, screen %.5f center\n", (e->left + e->right) / 2,
            e->bottom - 0.45 * layout.label / f->height);
}

static void write_panels(const study *s, const study_case *c, const frames *shown, figure *f)
{
    camera eye = camera_of(shade_view(shown, STATE));
    for (int frame = STATE; frame < FRAMES; frame++)
        camera_include(&eye, shown, (size_t)frame);
    for (int frame = STATE; frame < FRAMES; frame++) {
        const edges e = panel_edges(&layout, 0, (size_t)frame, f->height);
        camera fitted = eye;
        camera_fit(&fitted, &e, f);
        fputs("unset label\nunset arrow\n", f->script.stream);
        if (frame == STATE) {
            write_title(s, c, f);
            camera_write_scale(&fitted, &e, f);
            legend_write(&shown, 1, f);
        }
        write_label(c, frame, &e, f);
        shade_draw(shown, (size_t)frame, &fitted, SHADE_FLAT, f);
    }
}

static bool draw_case(const study *s, const study_case *c, gallery *g)
{
    char name[FIGURE_NAME];
    frames shown;
    figure f;
    if (!frames_read(c, &shown, g->err))
        return false;
    const bool whole =
        shown.count == FRAMES && frames_finite(&shown, STATE) && frames_finite(&shown, MODE);
    snprintf(name, sizeof name, "worst_mode_%.80s", case_simulation(c));
    const frames *legend[] = {&shown};
    const double height = layout.height + legend_height(legend, 1);
    if (whole && figure_begin(&f, g, name, FIGURE_DOUBLE, height)) {
        shade_begin(&f);
        write_panels(s, c, &shown, &f);
        fputs("unset multiplot\n", f.script.stream);
        figure_end(&f, g);
    }
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
