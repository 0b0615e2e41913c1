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

/* Reads the frames of a case. Shown are those that show a sheet, at most so many, spread evenly
 * over them, the last among them. False: it has none that can be read. */
bool film_read(const study_case *c, size_t most, film *m, FILE *err);
/* Which of `of` the i-th of `count` is, spread evenly. */
size_t film_spread(size_t of, size_t count, size_t i);

/* An eye that sees from there what is shown. */
camera film_eye(const film *m, view from);
/* Of the i-th that is shown, s; NAN of a case without a step. */
double film_time(const film *m, size_t i);

/* Says what stands below the i-th picture. */
typedef void film_label(const film *m, size_t i, picture *to);
/* Adds its pictures where the next ones go: several in a row of their own, with what is above over
 * the row. Its frames are the figure's from here on. */
void film_add(film *m, const camera *eye, film_label *label, pictures *to, gallery *g);

/* Takes the cases of the first experiment of a list out of it; `own` has room for all. False: none
 * is left. */
bool film_take_experiment(case_list *left, case_list *own);

#endif
