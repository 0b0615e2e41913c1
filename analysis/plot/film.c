#include "analysis/plot/film.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/sheet.h"
#include "analysis/quantities/run_pairs.h"

static case_list cases_of(const film_form *form, const study *s, gallery *g);
static bool take_group(const film_form *form, const study *s, case_list *left, case_list *own);
static bool draw_cases(const film_form *form, const study *s, const case_list *cases,
                       const char *name, gallery *g);
static void name_group(const film_form *form, const study *s, const study_case *c,
                       char name[FIGURE_NAME]);

bool film_draw(const film_form *form, const study *s, gallery *g)
{
    case_list left = cases_of(form, s, g);
    case_list own = {.item = calloc(left.count + 1, sizeof(*own.item))};
    case_list all = {.item = calloc(left.count + 1, sizeof(*all.item))};
    bool any = false;
    g->failed |= !own.item || !all.item;
    while (own.item && all.item && take_group(form, s, &left, &own)) {
        char name[FIGURE_NAME];
        if (form->keeps && !form->keeps(&own))
            continue;
        memcpy(all.item + all.count, own.item, own.count * sizeof(*own.item));
        all.count += own.count;
        name_group(form, s, own.item[0], name);
        if (form->apart)
            any = draw_cases(form, s, &own, name, g) || any;
    }
    if (!form->apart && all.count > 0 && all.count >= form->films)
        any = draw_cases(form, s, &all, form->name, g);
    free(own.item);
    free(all.item);
    free(left.item);
    return any;
}

/* --- the cases --- */

static void sort(case_list *cases, int (*order)(const study_case *a, const study_case *b))
{
    for (size_t i = 1; i < cases->count; i++) {
        const study_case *c = cases->item[i];
        size_t to = i;
        for (; to > 0 && order(cases->item[to - 1], c) > 0; to--)
            cases->item[to] = cases->item[to - 1];
        cases->item[to] = c;
    }
}

case_list film_cases(const film_form *form, const study *s, FILE *out)
{
    case_list cases = study_select(s, form->task, form->filter ? form->filter : frames_are_told);
    const size_t paired = form->without_pairs ? runs_leave_pairs_out(s, &cases) : 0;
    if (paired > 0)
        fprintf(out, "%s: without %zu runs beside a limit: `trama report` plays them\n", form->name,
                paired);
    if (form->order)
        sort(&cases, form->order);
    return cases;
}

static case_list cases_of(const film_form *form, const study *s, gallery *g)
{
    if (!form->each)
        return film_cases(form, s, g->out);
    film_choice *all = film_choose(form, s, g->out, g->err);
    case_list cases = all ? film_chosen(all) : (case_list){0};
    g->failed |= !cases.item;
    film_choice_free(all);
    return cases;
}

static const char *group_of(const film_form *form, const study *s, const study_case *c,
                            char room[PARTITION_TEXT])
{
    return form->group ? form->group(c, s, room) : "";
}

/* Takes the cases of the first group of a list out of it; `own` has room for all. False: none is
 * left. */
static bool take_group(const film_form *form, const study *s, case_list *left, case_list *own)
{
    char first_room[PARTITION_TEXT], room[PARTITION_TEXT];
    const char *first = left->count > 0 ? group_of(form, s, left->item[0], first_room) : "";
    size_t kept = 0;
    own->count = 0;
    for (size_t i = 0; i < left->count; i++)
        if (strcmp(group_of(form, s, left->item[i], room), first) == 0)
            own->item[own->count++] = left->item[i];
        else
            left->item[kept++] = left->item[i];
    left->count = kept;
    return own->count > 0;
}

static void name_group(const film_form *form, const study *s, const study_case *c,
                       char name[FIGURE_NAME])
{
    char room[PARTITION_TEXT];
    snprintf(name, FIGURE_NAME, "%.18s%s%.80s", form->name ? form->name : "", form->name ? "_" : "",
             group_of(form, s, c, room));
}

/* --- their frames --- */

static void add(const film_form *form, const study *s, const study_case *c, size_t most,
                pictures *to, gallery *g);
static bool read(film *m, size_t most, FILE *err);

static bool draw_cases(const film_form *form, const study *s, const case_list *cases,
                       const char *name, gallery *g)
{
    const bool few = form->rows == 0 || cases->count <= form->rows;
    const size_t each = few ? 1 : (cases->count + form->panels - 1) / form->panels;
    pictures drawn = form->looks;
    drawn.name = name;
    if (form->abreast)
        film_add_abreast(form, s, cases, &drawn, g);
    for (size_t i = 0; !form->abreast && i < cases->count; i += each)
        add(form, s, cases->item[i], few ? form->most : 1, &drawn, g);
    if (!few)
        fprintf(g->out, "%s: the last shape of %zu of %zu runs: `trama report` plays them\n", name,
                (cases->count + each - 1) / each, cases->count);
    pictures_draw(&drawn, g);
    return drawn.figures > 0;
}

static void add(const film_form *form, const study *s, const study_case *c, size_t most,
                pictures *to, gallery *g)
{
    film m = {.form = form, .s = s, .run = c};
    if (!read(&m, most, g->err))
        return;
    camera eye = {0};
    if (m.frame[0] != FILM_NONE)
        eye = camera_of(form->by_first ? shade_view(&m.own, m.frame[0])
                                       : shade_view_shared(&m.own, m.frame[m.count - 1]));
    for (size_t i = 0; m.frame[0] != FILM_NONE && i < m.count; i++)
        camera_include(&eye, &m.own, m.frame[i]);
    film_add(&m, &eye, to, g);
}

static bool is_shown(const film *m, size_t frame)
{
    return run_is_unstable(m->run) ? frames_sound(&m->own, frame) : frames_finite(&m->own, frame);
}

/* The i-th of the frames that are shown. */
static size_t shown_frame(const film *m, size_t i)
{
    size_t frame = 0;
    for (; frame + 1 < m->own.count; frame++)
        if (is_shown(m, frame) && i-- == 0)
            break;
    return frame;
}

size_t film_spread(size_t of, size_t count, size_t i)
{
    return count < 2 ? of - 1 : i * (of - 1) / (count - 1);
}

/* Frames that show a sheet, spread evenly over them, the last among them; if none does, the first.
 */
static void choose_frames(film *m, size_t most)
{
    size_t shown = 0;
    for (size_t i = 0; i < m->own.count; i++)
        shown += is_shown(m, i);
    m->count = shown == 0 ? 1 : shown < most ? shown : most;
    m->broken = m->own.count - shown;
    for (size_t i = 0; i < m->count; i++) {
        m->frame[i] = shown > 0 ? shown_frame(m, film_spread(shown, m->count, i)) : 0;
        m->iteration[i] = m->own.iteration[m->frame[i]];
    }
}

static void choose_last(film *m)
{
    const bool whole = frames_end_whole(&m->own);
    m->count = 1;
    m->frame[0] = whole ? m->own.count - 1 : FILM_NONE;
    m->iteration[0] = whole ? m->own.iteration[m->frame[0]] : -1;
}

/* False, with nothing to be freed: it has not so many. */
static bool read(film *m, size_t most, FILE *err)
{
    if (!frames_read(m->run, &m->own, err))
        return false;
    if (m->form->last)
        choose_last(m);
    else
        choose_frames(m, most);
    const bool enough = m->count >= m->form->least;
    if (!enough)
        frames_free(&m->own);
    return enough;
}

/* --- where it goes --- */

static void write_above(const film *m, bool over_row, char above[PICTURE_LINES][PICTURE_TEXT])
{
    for (size_t k = 0; k < PICTURE_LINES; k++)
        film_write(m, 0, m->form->above[k], above[over_row ? 0 : k], PICTURE_TEXT);
}

static double title_width(char above[PICTURE_LINES][PICTURE_TEXT])
{
    double widest = 0;
    for (size_t i = 0; i < PICTURE_LINES; i++)
        widest = fmax(widest, sheet_text_width(above[i]));
    return widest + 0.4;
}

void film_add(film *m, const camera *eye, pictures *to, gallery *g)
{
    char above[PICTURE_LINES][PICTURE_TEXT] = {""},
         below[FILM_MOST][PICTURE_LINES][PICTURE_TEXT] = {{""}};
    write_above(m, m->count > 1, above);
    for (size_t i = 0; i < m->count; i++)
        for (size_t k = 0; k < PICTURE_LINES; k++)
            film_write(m, i, m->form->below[k], below[i][k], PICTURE_TEXT);
    const picture at = pictures_next(to, m->count, m->count > 1 ? 0 : title_width(above), g);
    const bool bar = to->count == 0 || !to->one_bar;
    const frames *of = pictures_keep(to, &m->own);
    for (size_t i = 0; i < m->count && !to->no_memory; i++) {
        picture *p = pictures_add(to);
        const bool there = m->frame[i] != FILM_NONE;
        *p = at;
        p->of = there ? of : NULL;
        p->run = there ? m->run : NULL;
        p->frame = there ? m->frame[i] : 0;
        p->column += i;
        p->eye = *eye;
        p->scale = bar && i == 0;
        p->over_row = m->count > 1;
        if (i == 0)
            memcpy(p->above, above, sizeof p->above);
        memcpy(p->below, below[i], sizeof p->below);
    }
}
