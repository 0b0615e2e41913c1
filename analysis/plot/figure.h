/* A figure: a gnuplot script, its data and its pictures, run into SVG and PDF. All files stand in
 * the folder of plots under the figure's name, and the script runs there by itself. */
#ifndef ANALYSIS_PLOT_FIGURE_H
#define ANALYSIS_PLOT_FIGURE_H

#include <stdbool.h>
#include <stdio.h>

#include "analysis/output/file.h"

/* Widths of a journal's columns, cm. */
#define FIGURE_SINGLE 8.5
#define FIGURE_DOUBLE 17.5

enum { FIGURE_NAME = 100, GALLERY_FILE = FIGURE_NAME + 32 };

/* A hundred times what a figure takes. */
enum { GALLERY_SECONDS = 120 };

/* What a command asked for, the script of its figures tells: its words behind this, each with a tab
 * before it. */
#define GALLERY_ASKED "# asked for:"
enum { GALLERY_WORDS = 4096 };
typedef struct gallery_request {
    char words[GALLERY_WORDS];
} gallery_request;

typedef struct gallery_file {
    char name[GALLERY_FILE];
    bool asked; /* for by a command */
} gallery_file;

/* Where figures go, and what became of them. */
typedef struct gallery {
    const char *folder; /* <results>/plots */
    double width;       /* of figures that go into either column, cm; 0: FIGURE_DOUBLE */
    FILE *out, *err;
    char (*name)[FIGURE_NAME]; /* of the figures made, so that none replaces another */
    size_t made;
    gallery_file *file; /* that stand in the folder for them */
    size_t files;
    bool adds;         /* to the figures that stand there, which stay */
    const char *asked; /* the words of the request that is drawn; NULL: of none */
    bool failed;       /* some figure was not; said so on err */
    bool broad_only;   /* charts that fit one column of a journal as they are, are not drawn */
    double seconds;    /* that gnuplot may take over a figure; 0: GALLERY_SECONDS */
    bool late;         /* it took longer; no other figure is tried */
} gallery;

enum { FIGURE_PICTURES = 128 }; /* at most, of one figure */

typedef struct figure {
    char name[FIGURE_NAME];
    double width, height; /* cm */
    text_buffer script, data;
    size_t blocks;                        /* of data so far: what gnuplot calls index */
    text_buffer picture[FIGURE_PICTURES]; /* PNG: <name>.1.png, ... */
    size_t pictures;
} figure;

/* After the last figure: removes what the drawing before made in this folder and this one did not,
 * by the list that it left (SHA256SUMS), and leaves its own. Figures that a command asked for stay,
 * and so does a file that was changed since, and every file that no drawing made; after a failure
 * all stay. Lines on out say so. */
void gallery_end(gallery *g);
/* The requests whose figures stand in the folder, each once; free it. NULL without memory, or if
 * there is none. */
gallery_request *gallery_requests(const gallery *g, size_t *count);
/* Notes a file of a figure that stands in the folder now; false without memory. */
bool gallery_add_file(gallery *g, const char *name);
void gallery_free(gallery *g);
double gallery_width(const gallery *g);

/* Begins a figure: everything printed to script.stream is drawn once for each format, after the
 * style. The name is made safe for a file. False, with the gallery failed, without memory. */
bool figure_begin(figure *f, gallery *g, const char *name, double width, double height);

/* Runs gnuplot on it. One line on out, or on err why there is no such figure. */
void figure_end(figure *f, gallery *g);

/* Ends a block of data; the next `index`. */
void figure_end_block(figure *f);

/* A number for a data file: NaN and infinity alike are gaps. */
void figure_number(figure *f, double value);

/* Adds a picture: height x width x 3 bytes, from the upper left, at `resolution` pixels per cm.
 * Its number, from 1; 0 without memory, or if the figure has all that it can. */
size_t figure_picture(figure *f, const unsigned char *pixels, size_t width, size_t height,
                      double resolution);

/* `text` as a single-quoted string of gnuplot that shows it: the markup of enhanced text is
 * escaped; an apostrophe is shown as a typographic one, a control character as a space, broken
 * UTF-8 as "?", one that no font has as "U+1F9F5". */
void figure_text(figure *f, const char *text);

/* The same for the name of a tic, which gnuplot takes for a format of numbers. */
void figure_tic(figure *f, const char *text);

#endif
