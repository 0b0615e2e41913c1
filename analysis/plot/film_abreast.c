/* Films below each other, a row a case and a column an iteration, all in the view and at the scale
 * of the first case that does not break. */
#include "analysis/plot/film.h"
#include "analysis/quantities/run_pairs.h"

enum { ROWS_MAX = 6 };

static const double room = 1.2; /* around that case, for nodes of others that leave it */

/* The cases of a figure, and the iterations at which they are shown. */
typedef struct films {
    film film[ROWS_MAX];
    size_t rows, columns;
    int64_t iteration[FILM_MOST];
    bool left_out; /* cases or iterations beyond what a figure holds */
} films;

static void read_cases(const film_form *form, const study *s, const case_list *cases, films *all,
                       FILE *err);
static void choose_columns(films *all);
static void choose_frames(const films *all, film *m);
static camera eye_of(const films *all);

void film_add_abreast(const film_form *form, const study *s, const case_list *cases, pictures *to,
                      gallery *g)
{
    films all = {0};
    read_cases(form, s, cases, &all, g->err);
    choose_columns(&all);
    for (size_t i = 0; i < all.rows; i++)
        choose_frames(&all, &all.film[i]);
    const camera eye = all.columns > 0 ? eye_of(&all) : (camera){0};
    for (size_t i = 0; i < all.rows; i++)
        film_add(&all.film[i], &eye, to, g);
    if (all.left_out)
        fprintf(g->out, "%s: more runs or iterations than a figure shows; some are left out\n",
                to->name);
}

static void read_cases(const film_form *form, const study *s, const case_list *cases, films *all,
                       FILE *err)
{
    const bool one = partition_is_one(cases->item, cases->count, partition_method);
    for (size_t i = 0; i < cases->count; i++) {
        film m = {.form = form, .s = s, .run = cases->item[i], .of_one_method = one};
        if (all->rows < ROWS_MAX && frames_read(m.run, &m.own, err))
            all->film[all->rows++] = m;
        else
            all->left_out = all->left_out || all->rows == ROWS_MAX;
    }
}

/* The next of all cases' iterations; INT64_MAX behind the last. */
static int64_t next_iteration(const films *all, int64_t after)
{
    int64_t next = INT64_MAX;
    for (size_t i = 0; i < all->rows; i++) {
        const frames *own = &all->film[i].own;
        for (size_t k = 0; k < own->count; k++)
            if (own->iteration[k] > after && own->iteration[k] < next)
                next = own->iteration[k];
    }
    return next;
}

/* All iterations, or as many as a figure holds, spread evenly over them. */
static void choose_columns(films *all)
{
    const int64_t first = next_iteration(all, -1);
    size_t count = 0, place = 0, i = 0;
    for (int64_t at = first; at < INT64_MAX; at = next_iteration(all, at))
        count++;
    all->columns = count < FILM_MOST ? count : FILM_MOST;
    all->left_out = all->left_out || count > all->columns;
    for (int64_t at = first; i < all->columns; at = next_iteration(all, at))
        if (place++ == film_spread(count, all->columns, i))
            all->iteration[i++] = at;
}

static void choose_frames(const films *all, film *m)
{
    m->count = all->columns;
    for (size_t i = 0; i < m->count; i++) {
        size_t k = 0;
        while (k < m->own.count && m->own.iteration[k] != all->iteration[i])
            k++;
        m->frame[i] = k < m->own.count ? k : FILM_NONE;
        m->iteration[i] = all->iteration[i];
    }
}

/* By the first case that does not break; without one, by the first. */
static camera eye_of(const films *all)
{
    size_t first = 0;
    while (first < all->rows && run_is_unstable(all->film[first].run))
        first++;
    const frames *own = &all->film[first < all->rows ? first : 0].own;
    camera eye = camera_of(shade_view(own, own->count - 1));
    for (size_t i = 0; i < own->count; i++)
        camera_include(&eye, own, i);
    camera_widen(&eye, room);
    return eye;
}
