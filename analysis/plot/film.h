/* Films: a case, and those of its frames that a figure shows side by side. */
#ifndef ANALYSIS_PLOT_FILM_H
#define ANALYSIS_PLOT_FILM_H

#include <stdint.h>

#include "analysis/plot/pictures.h"

enum { FILM_MOST = 5 }; /* frames */
#define FILM_NONE SIZE_MAX

typedef struct film {
    const study_case *run;
    frames own;
    size_t frame[FILM_MOST], count; /* that are shown; FILM_NONE: a panel of words */
    int64_t iteration[FILM_MOST];   /* of each */
    size_t broken;                  /* frames that show no sheet */
    char above[PICTURE_LINES][PICTURE_TEXT];
} film;

/* Says what stands above, and below the i-th picture. */
typedef void film_title(const study *s, film *m);
typedef void film_label(const film *m, size_t i, picture *to);

/* What is shown of a case: frames that show a sheet, at most so many, spread evenly over them, the
 * last among them; if none does, the first. */
typedef struct film_form {
    size_t most, least; /* frames; fewer are not shown */
    bool by_first;      /* seen as suits the first of them alone, else as suits the last */
    film_title *title;
    film_label *label; /* NULL: nothing */
    pictures looks;
} film_form;

/* Adds a case to a figure, if it has such frames that can be read. */
void film_show(const film_form *form, const study *s, const study_case *c, pictures *to,
               gallery *g);

/* Which of `of` the i-th of `count` is, spread evenly. */
size_t film_spread(size_t of, size_t count, size_t i);
/* Of the i-th that is shown, s; NAN of a case without a step. */
double film_time(const film *m, size_t i);

/* Adds its pictures where the next ones go: several in a row of their own, with what is above over
 * the row. Its frames are the figure's from here on. */
void film_add(film *m, const camera *eye, film_label *label, pictures *to, gallery *g);

/* Takes the cases of the first experiment of a list out of it; `own` has room for all. False: none
 * is left. */
bool film_take_experiment(case_list *left, case_list *own);

#endif
