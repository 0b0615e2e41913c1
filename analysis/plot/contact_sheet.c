/* All scenes at a glance: for every value of the factor `figure` its first run with frames that
 * came to its end, a shaded surface, as it is at last. If none did, the first of those that broke
 * is shown as it was before, and says so. */
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/legend.h"
#include "analysis/plot/plot.h"
#include "analysis/plot/shade.h"
#include "analysis/plot/style.h"
#include "analysis/quantities/run_pairs.h"

enum { ACROSS = 5, FEWEST = 2 };

static const double row_height = 4, title_line = 0.5, bar = 0.55; /* cm; the bar of a length */

static const char *scene_of(const study_case *c)
{
    return case_factor(c, "figure");
}

static int by_scene(const void *left, const void *right)
{
    const study_case *const *a = left, *const *b = right;
    const int order = parts_order(scene_of(*a), scene_of(*b));
    const int broken = (int)run_is_unstable(*a) - (int)run_is_unstable(*b);
    return order ? order : broken ? broken : (*a > *b) - (*a < *b); /* else as planned */
}

/* `figure: none` says that nobody published one. */
static bool is_named(const char *scene)
{
    return scene[0] && strcmp(scene, "none") != 0;
}

/* Leaves the first run of each scene that has a name, in the order of the names. */
static void keep_scenes(case_list *cases)
{
    size_t count = 0;
    qsort(cases->item, cases->count, sizeof(*cases->item), by_scene);
    for (size_t i = 0; i < cases->count; i++) {
        const char *scene = scene_of(cases->item[i]);
        const bool again = count > 0 && strcmp(scene, scene_of(cases->item[count - 1])) == 0;
        if (is_named(scene) && !again)
            cases->item[count++] = cases->item[i];
    }
    cases->count = count;
}

/* The last frame that shows a sheet; the first if none does. */
static size_t last_frame(const study_case *c, const frames *f)
{
    size_t frame = f->count - 1;
    while (frame > 0 && !(run_is_unstable(c) ? frames_sound(f, frame) : frames_finite(f, frame)))
        frame--;
    return frame;
}

static void write_line(const char *text, double middle, double height, figure *f)
{
    fputs("set label ", f->script.stream);
    figure_text(f, text);
    fprintf(f->script.stream, " at screen %.5f, screen %.5f center\n", middle, height);
}

/* "5.4(a), silk" and, below, "12 s, variational". */
static void write_title(const study_case *c, const frames *s, size_t frame, const edges *e,
                        figure *f)
{
    const double middle = (e->left + e->right) / 2, line = title_line / f->height;
    const char *material = case_factor(c, "material"), *scheme = case_factor(c, "scheme");
    char text[160];
    snprintf(text, sizeof text, "%s%s%s", scene_of(c), material[0] ? ", " : "", material);
    write_line(text, middle, e->top + 1.3 * line, f);
    snprintf(text, sizeof text, "%.3g s%s%s%s",
             (double)s->iteration[frame] * case_number(c, &column_dt), scheme[0] ? ", " : "",
             scheme, run_is_unstable(c) ? ", then breaks" : "");
    write_line(text, middle, e->top + 0.45 * line, f);
}

static void write_panel(const study_case *c, size_t i, figure *f, gallery *g)
{
    const panel_rows rows = {ACROSS, row_height, 2 * title_line, 0.1 + bar};
    const edges e = panel_edges(&rows, i / ACROSS, i % ACROSS, f->height);
    frames s;
    if (!frames_read(c, &s, g->err))
        return;
    const size_t frame = last_frame(c, &s);
    camera eye = camera_of(shade_view_shared(&s, frame));
    camera_include(&eye, &s, frame);
    camera_fit(&eye, &e, f);
    fputs("unset label\nunset arrow\n", f->script.stream);
    const edges below = {e.left, e.right, e.bottom - bar / f->height, e.bottom};
    camera_write_scale(&eye, &below, f); /* where no picture hides it */
    write_title(c, &s, frame, &e, f);
    shade_draw(&s, frame, &eye, SHADE_SMOOTH, f);
    frames_free(&s);
}

static void write_sheet(const case_list *scenes, gallery *g)
{
    figure f;
    const size_t rows = (scenes->count + ACROSS - 1) / ACROSS;
    if (!figure_begin(&f, g, "contact_sheet", FIGURE_DOUBLE, row_height * (double)rows))
        return;
    shade_begin(&f);
    for (size_t i = 0; i < scenes->count; i++)
        write_panel(scenes->item[i], i, &f, g);
    fputs("unset multiplot\n", f.script.stream);
    figure_end(&f, g);
}

static bool draw(const study *s, gallery *g)
{
    case_list scenes = study_select(s, "run", frames_are_told);
    keep_scenes(&scenes);
    const bool any = scenes.count >= FEWEST;
    if (any)
        write_sheet(&scenes, g);
    free(scenes.item);
    return any;
}

const plot_type plot_contact_sheet = {
    .name = "contact_sheet",
    .needs = "cases of the task run with frames and a factor `figure`, of two values or more",
    .draw = draw,
};
