/* A figure of pictures: frames of cases as shaded surfaces, in rows of panels, with texts above and
 * below each, one legend and a bar of a length. An entry says which frames, and their texts. */
#ifndef ANALYSIS_PLOT_PICTURES_H
#define ANALYSIS_PLOT_PICTURES_H

#include "analysis/plot/shade.h"

enum { PICTURE_TEXT = 420, PICTURE_LINES = 2 };

typedef struct picture {
    const frames *of;      /* NULL: the frames of `run` are read when they are drawn */
    const study_case *run; /* NULL as well: texts alone */
    size_t frame, row, column;
    camera eye; /* with all that it is to show; fitted to the panel here */
    char above[PICTURE_LINES][PICTURE_TEXT]; /* lines; cut where they have no room */
    char below[PICTURE_LINES][PICTURE_TEXT]; /* behind "(a)", "(b)", ... */
    bool over_row;                           /* what is above belongs to the whole row */
    bool scale; /* has a bar of a length; where all have one scale the first alone */
} picture;

typedef struct pictures {
    const char *name;  /* of its first figure; others are NAME-2, ... */
    double width, row; /* of the figure, and height of a row with its texts, cm */
    size_t across;     /* room of every row, in panels; 0: for as many as it has */
    size_t side;       /* pictures that stand side by side at most, but for those of one case */
    size_t rows;       /* of a figure, at most; 0: any number */
    shade_kind kind;
    bool one_scale;   /* where that leaves no picture too small */
    bool one_bar;     /* the first alone has a bar of a length */
    bool outside;     /* nodes beyond the panel are counted, and their mesh is drawn as edges */
    bool roomy;       /* side by side stand those whose titles have room */
    bool narrow;      /* a figure is as narrow as its widest row */
    bool reads_again; /* frames, to draw them: all are more than memory should hold */
    size_t figures;   /* drawn */
    picture *item;
    size_t count, room;
    frames **kept; /* its own, until they are drawn */
    size_t kept_count, kept_room;
    size_t last_row, used; /* where the last row is, and its pictures */
    bool closed;           /* it belongs to one case */
    double widest;         /* title in it, cm */
    picture spare;         /* what is filled in where there is no memory */
    bool no_memory;
} pictures;

/* One more, empty; the last one is no longer valid. */
picture *pictures_add(pictures *p);
/* Where the next `count` pictures of one case go, of which one has a title so wide, cm: several in
 * a row of their own. Draws the figure first if it is full. */
picture pictures_next(pictures *p, size_t count, double title, gallery *g);
/* Takes frames over until they are drawn; NULL without memory, and where they are read again. */
const frames *pictures_keep(pictures *p, frames *f);
/* Draws the figure, if there are pictures, and forgets them. */
void pictures_draw(pictures *p, gallery *g);

#endif
