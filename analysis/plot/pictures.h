/* A figure of pictures: frames of cases as shaded surfaces, in rows of panels, with texts above and
 * below each, one legend and a bar of a length. An entry has a frame and its texts. */
#ifndef ANALYSIS_PLOT_PICTURES_H
#define ANALYSIS_PLOT_PICTURES_H

#include "analysis/plot/shade.h"

enum { PICTURE_TEXT = 420, PICTURE_LINES = 2 };

typedef struct picture {
    const frames *of;      /* NULL: the frames of `run` are read when they are drawn */
    const study_case *run; /* NULL as well: only texts */
    size_t frame, row, column;
    camera eye;                              /* with everything to show; fitted to the panel here */
    char above[PICTURE_LINES][PICTURE_TEXT]; /* lines, cut to fit */
    char below[PICTURE_LINES][PICTURE_TEXT]; /* after "(a)", "(b)", ... */
    bool over_row;                           /* the upper text belongs to the whole row */
    bool scale; /* has a scale bar; with a common scale only the first */
} picture;

typedef struct pictures {
    const char *name;  /* of its first figure; others are NAME-2, ... */
    double width, row; /* of the figure, and height of a row with its texts, cm */
    size_t across;     /* width of every row, in panels; 0: as many as it has */
    size_t side;       /* most pictures side by side, except those of one case */
    size_t rows;       /* most rows of a figure; 0: any number */
    shade_kind kind;
    bool one_scale;   /* if no picture becomes too small */
    bool one_bar;     /* only the first has a scale bar */
    bool outside;     /* nodes beyond the panel are counted, and their mesh is drawn as edges */
    bool roomy;       /* pictures are side by side only if their titles fit */
    bool narrow;      /* a figure is as narrow as its widest row */
    bool reads_again; /* frames are read when drawn, since all together take too much memory */
    size_t figures;   /* drawn */
    picture *item;
    size_t count, room;
    frames **kept; /* owned until drawn */
    size_t kept_count, kept_room;
    size_t last_row, used; /* index of the last row, and its number of pictures */
    bool closed;           /* it belongs to one case */
    double widest;         /* title in it, cm */
    picture spare;         /* dummy without memory */
    bool no_memory;
} pictures;

/* Adds an empty one; earlier pointers become invalid. */
picture *pictures_add(pictures *p);
/* Place for the next `count` pictures of one case, with the widest title in cm: several get a
 * separate row. Draws the figure first if it is full. */
picture pictures_next(pictures *p, size_t count, double title, gallery *g);
/* Takes over frames until drawn; NULL without memory, and if they will be read again. */
const frames *pictures_keep(pictures *p, frames *f);
/* Draws the figure, if there are pictures, and clears them. */
void pictures_draw(pictures *p, gallery *g);

#endif
