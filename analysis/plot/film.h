/* Films: a case, and those of its frames that a figure shows side by side. A figure of them is a
 * description, a `film_form`; one engine draws it:
 *   film.c          the cases of a form, their figures, and where a film goes
 *   film_choice.c   one case of each text: which, and how far the last shapes of others are from it
 *   film_abreast.c  films whose frames are of the same iterations, below each other
 *   film_text.c     what is said above and below */
#ifndef ANALYSIS_PLOT_FILM_H
#define ANALYSIS_PLOT_FILM_H

#include <stdint.h>

#include "analysis/plot/pictures.h"
#include "analysis/plot/plot.h"
#include "analysis/quantities/told.h"
#include "analysis/read/partition.h"

enum { FILM_MOST = 5, FILM_PARTS = 3 }; /* frames; parts of a line */
#define FILM_NONE SIZE_MAX

typedef struct film_form film_form;
typedef struct film {
    const film_form *form;
    const study *s;
    const study_case *run;
    frames own;
    size_t frame[FILM_MOST], count; /* that are shown; FILM_NONE: a panel of words */
    int64_t iteration[FILM_MOST];   /* of each; -1: of none */
    size_t broken;                  /* frames that show no sheet */
    bool of_one_method;             /* as all of its figure are */
} film;

/* A part of a line, of the case or of the i-th frame that is shown; "" says nothing. */
typedef struct film_part film_part;
typedef void film_say(const film *m, size_t i, const film_part *part, char *text, size_t size);
struct film_part {
    film_say *say; /* one of those below, or of the figure; NULL: none */
    const char *of;
};
typedef film_part film_line[FILM_PARTS]; /* with ", " between */

/* The title of the case, its subject, and the rest of the title; what it is the one of; a factor;
 * the method, where the figure has several; the step; that it breaks; how many frames do. */
film_say film_title, film_subject, film_rest, film_each, film_factor, film_method, film_step,
    film_breaks, film_broken;
/* Of a frame: "i = 12"; "t = 0.5 s", or "i = 12" of a case without a step; what is said of none. */
film_say film_iteration, film_time, film_none;

struct film_form {
    const char *name;      /* of its figure */
    const char *task;      /* of its cases */
    case_filter *filter;   /* NULL: those with frames */
    bool without_pairs;    /* runs beside a limit, which the report plays, unless all are */
    partition_text *each;  /* of each text, of the study, one case, by the order of texts: the
                              first that does not break, or whose last shape is whole; none of "" */
    partition_text *group; /* cases of one text stand together */
    bool (*keeps)(const case_list *group); /* which groups are shown; NULL: all */
    bool apart; /* a figure a group: NAME_TEXT, or, without a name, TEXT */
    int (*order)(const study_case *a, const study_case *b); /* NULL: as selected */
    size_t films;                                           /* fewer cases make no figure */
    size_t rows, panels; /* more cases show their last shape alone, and not all of more still;
                            0: any number */
    size_t most, least;  /* frames of a case; fewer are not shown */
    bool last;           /* its last frame, or none where that is no shape */
    bool abreast;        /* those of the same iterations, in one view */
    bool by_first;       /* seen as suits the first of them alone, else as suits the last */
    film_line above[PICTURE_LINES]; /* over a row of several in one line */
    film_line below[PICTURE_LINES];
    pictures looks;
};

/* Draws its figures. False: there is nothing to draw. */
bool film_draw(const film_form *form, const study *s, gallery *g);

/* film.c: the cases of a form, without those beside a limit if it says so, which `out` is told of.
 * Free item. */
case_list film_cases(const film_form *form, const study *s, FILE *out);
/* Which of `of` the i-th of `count` is, spread evenly. */
size_t film_spread(size_t of, size_t count, size_t i);
/* Adds its pictures where the next ones go: several in a row of their own, with what is above over
 * the row. Its frames are the figure's from here on. */
void film_add(film *m, const camera *eye, pictures *to, gallery *g);

/* film_abreast.c: as many cases as a figure has rows; what is left out is said. */
void film_add_abreast(const film_form *form, const study *s, const case_list *cases, pictures *to,
                      gallery *g);

/* film_text.c: a line of a film, of the i-th frame; with `before`, behind it. */
void film_write(const film *m, size_t i, const film_line line, char *text, size_t size);

/* film_choice.c: which case is shown for each; of a form whose last shapes count these are kept. To
 * be freed; NULL without memory. */
typedef struct film_choice film_choice;
film_choice *film_choose(const film_form *form, const study *s, FILE *out, FILE *err);
void film_choice_free(void *choice);
/* The cases that are shown. Free item. */
case_list film_chosen(const film_choice *all);
/* In mm, r.m.s. over the nodes that a case moves, from the one that is shown for it: "12.3";
 * "drawn" of that itself, "–" of what has no shape or other nodes. Its value is over the size of
 * the one that is shown, the diagonal of its first frame. */
told_value film_told_distance(const film_choice *all, const study_case *c);

#endif
