#include "analysis/plot/film.h"

#include <math.h>
#include <string.h>

#include "analysis/plot/sheet.h"
#include "analysis/quantities/run_pairs.h"

/* --- what is shown --- */

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

static bool read(const study_case *c, size_t most, film *m, FILE *err)
{
    size_t shown = 0;
    *m = (film){.run = c};
    if (!frames_read(c, &m->own, err))
        return false;
    for (size_t i = 0; i < m->own.count; i++)
        shown += is_shown(m, i);
    m->count = shown == 0 ? 1 : shown < most ? shown : most;
    m->broken = m->own.count - shown;
    for (size_t i = 0; i < m->count; i++) {
        m->frame[i] = shown > 0 ? shown_frame(m, film_spread(shown, m->count, i)) : 0;
        m->iteration[i] = m->own.iteration[m->frame[i]];
    }
    return true;
}

void film_show(const film_form *form, const study *s, const study_case *c, pictures *to, gallery *g)
{
    film m;
    if (!read(c, form->most, &m, g->err))
        return;
    if (m.count < form->least) {
        frames_free(&m.own);
        return;
    }
    camera eye = camera_of(form->by_first ? shade_view(&m.own, m.frame[0])
                                          : shade_view_shared(&m.own, m.frame[m.count - 1]));
    for (size_t i = 0; i < m.count; i++)
        camera_include(&eye, &m.own, m.frame[i]);
    form->title(s, &m);
    film_add(&m, &eye, form->label, to, g);
}

double film_time(const film *m, size_t i)
{
    return (double)m->iteration[i] * case_number(m->run, &column_dt);
}

/* --- where it goes --- */

static double title_width(const film *m)
{
    double widest = 0;
    for (size_t i = 0; i < PICTURE_LINES; i++)
        widest = fmax(widest, sheet_text_width(m->above[i]));
    return widest + 0.4;
}

void film_add(film *m, const camera *eye, film_label *label, pictures *to, gallery *g)
{
    const picture at = pictures_next(to, m->count, m->count > 1 ? 0 : title_width(m), g);
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
            memcpy(p->above, m->above, sizeof p->above);
        if (label)
            label(m, i, p);
    }
}

bool film_take_experiment(case_list *left, case_list *own)
{
    size_t kept = 0;
    own->count = 0;
    for (size_t i = 0; i < left->count; i++) {
        const study_case *c = left->item[i], *first = own->count > 0 ? own->item[0] : c;
        const bool same = strcmp(case_text(c, &column_case_experiment),
                                 case_text(first, &column_case_experiment)) == 0;
        if (same)
            own->item[own->count++] = c;
        else
            left->item[kept++] = c;
    }
    left->count = kept;
    return own->count > 0;
}
