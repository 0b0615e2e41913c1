/* All scenes at a glance: for every value of the factor `figure` its first run with frames that
 * came to its end, a shaded surface, as it is at last. If none did, the first of those that broke
 * is shown as it was before, and says so. */
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/pictures.h"
#include "analysis/plot/plot.h"
#include "analysis/quantities/run_pairs.h"

enum { ACROSS = 5, FEWEST = 2 };

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

/* "5.4(a), silk" and, below, "12 s, variational". */
static void write_titles(const study_case *c, const frames *s, picture *to)
{
    const char *material = case_factor(c, "material"), *scheme = case_factor(c, "scheme");
    const double time = (double)s->iteration[to->frame] * case_number(c, &column_dt);
    snprintf(to->above[0], PICTURE_TEXT, "%.100s%s%.100s", scene_of(c), material[0] ? ", " : "",
             material);
    snprintf(to->above[1], PICTURE_TEXT, "%.3g s%s%.100s%s", time, scheme[0] ? ", " : "", scheme,
             run_is_unstable(c) ? ", then breaks" : "");
}

/* All frames of all scenes are more than memory should hold: they are read again to be drawn. */
static void add_scene(const study_case *c, pictures *to, gallery *g)
{
    frames s;
    if (!frames_read(c, &s, g->err))
        return;
    const size_t i = to->count, frame = last_frame(c, &s);
    picture *p = pictures_add(to);
    *p =
        (picture){.run = c, .frame = frame, .row = i / ACROSS, .column = i % ACROSS, .scale = true};
    p->eye = camera_of(shade_view_shared(&s, frame));
    camera_include(&p->eye, &s, frame);
    write_titles(c, &s, p);
    frames_free(&s);
}

static bool draw(const study *s, gallery *g)
{
    case_list scenes = study_select(s, "run", frames_are_told);
    keep_scenes(&scenes);
    const bool any = scenes.count >= FEWEST;
    pictures all = {.name = "contact_sheet", .width = FIGURE_DOUBLE, .row = 4, .across = ACROSS};
    for (size_t i = 0; any && i < scenes.count; i++)
        add_scene(scenes.item[i], &all, g);
    pictures_draw(&all, g);
    free(scenes.item);
    return any;
}

const plot_type plot_contact_sheet = {
    .name = "contact_sheet",
    .needs = "cases of the task run with frames and a factor `figure`, of two values or more",
    .draw = draw,
};
