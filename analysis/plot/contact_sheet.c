/* All scenes at a glance: for every value of the factor `figure` its first run with frames that
 * came to its end, a shaded surface, as it is at last. If none did, the first of those that broke
 * is shown as it was before, and says so. */
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/film.h"
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

/* "5.4(a), silk" and "12 s, variational". */
static void write_titles(const study *s, film *m)
{
    (void)s;
    const study_case *c = m->run;
    const char *material = case_factor(c, "material"), *scheme = case_factor(c, "scheme");
    snprintf(m->above[0], PICTURE_TEXT, "%.100s%s%.100s", scene_of(c), material[0] ? ", " : "",
             material);
    snprintf(m->above[1], PICTURE_TEXT, "%.3g s%s%.100s%s", film_time(m, 0), scheme[0] ? ", " : "",
             scheme, run_is_unstable(c) ? ", then breaks" : "");
}

static const film_form form = {.most = 1,
                               .title = write_titles,
                               .looks = {.name = "contact_sheet",
                                         .width = FIGURE_DOUBLE,
                                         .row = 4,
                                         .across = ACROSS,
                                         .side = ACROSS,
                                         .reads_again = true}};

static bool draw(const study *s, gallery *g)
{
    case_list scenes = study_select(s, "run", frames_are_told);
    keep_scenes(&scenes);
    const bool any = scenes.count >= FEWEST;
    pictures all = form.looks;
    for (size_t i = 0; any && i < scenes.count; i++)
        film_show(&form, s, scenes.item[i], &all, g);
    pictures_draw(&all, g);
    free(scenes.item);
    return any;
}

const plot_type plot_contact_sheet = {
    .name = "contact_sheet",
    .needs = "cases of the task run with frames and a factor `figure`, of two values or more",
    .draw = draw,
};
