/* A figure: a gnuplot script with data and pictures, drawn as SVG and PDF. All files are in the
 * folder of plots under the figure's name, and the script can be run there. */
#ifndef ANALYSIS_PLOT_FIGURE_H
#define ANALYSIS_PLOT_FIGURE_H

#include <stdbool.h>
#include <stdio.h>

#include "analysis/output/file.h"

/* Widths of a journal's columns, cm. */
#define FIGURE_SINGLE 8.5
#define FIGURE_DOUBLE 17.5

enum { FIGURE_NAME = 100, GALLERY_FILE = FIGURE_NAME + 32 };

/* A hundred times the usual time of a figure. */
enum { GALLERY_SECONDS = 120 };

/* The script of a figure drawn for a command records the command's words after this, each after a
 * tab. */
#define GALLERY_ASKED "# asked for:"
enum { GALLERY_WORDS = 4096 };
typedef struct gallery_request {
    char words[GALLERY_WORDS];
} gallery_request;

typedef struct gallery_file {
    char name[GALLERY_FILE];
    bool asked; /* drawn for a command */
} gallery_file;

/* Destination of figures, and their status. */
typedef struct gallery {
    const char *folder; /* <results>/plots */
    double width;       /* of figures that fit either column width, cm; 0: FIGURE_DOUBLE */
    FILE *out, *err;
    char (*name)[FIGURE_NAME]; /* of the figures made, so that none replaces another */
    size_t made;
    gallery_file *file; /* their files in the folder */
    size_t files;
    bool adds;         /* to the figures that stand there, which stay */
    const char *asked; /* the words of the request that is drawn; NULL: of none */
    bool failed;       /* some figure was not; said so on err */
    bool broad_only;   /* charts that fit one column of a journal as they are, are not drawn */
    double seconds;    /* that gnuplot may take over a figure; 0: GALLERY_SECONDS */
    bool late;         /* it took longer; no other figure is tried */
} gallery;

enum { FIGURE_PICTURES = 128 }; /* most pictures of one figure */

typedef struct figure {
    char name[FIGURE_NAME];
    double width, height; /* cm */
    text_buffer script, data;
    size_t blocks;                        /* blocks of data so far (gnuplot's index) */
    text_buffer picture[FIGURE_PICTURES]; /* PNG: <name>.1.png, ... */
    size_t pictures;
} figure;

/* After the last figure: removes files of the previous drawing that this one did not make, by its
 * list (SHA256SUMS), and writes a new list. Figures drawn for a command, changed files and other
 * files stay; after a failure all files stay. Reports this on out. */
void gallery_end(gallery *g);
/* The requests of existing figures, each once; free it. NULL without memory, or if there are
 * none. */
gallery_request *gallery_requests(const gallery *g, size_t *count);
/* Records a new file of a figure; false without memory. */
bool gallery_add_file(gallery *g, const char *name);
void gallery_free(gallery *g);
double gallery_width(const gallery *g);

/* Begins a figure: everything printed to script.stream is drawn for each format, after the style.
 * The name is made safe for files. Without memory false, with gallery.failed. */
bool figure_begin(figure *f, gallery *g, const char *name, double width, double height);

/* Runs gnuplot on it. One line on out, or the reason of a failure on err. */
void figure_end(figure *f, gallery *g);

/* Ends a block of data and starts the next `index`. */
void figure_end_block(figure *f);

/* Writes a number to the data file; NaN and infinity become gaps. */
void figure_number(figure *f, double value);

/* Adds a picture: height x width x 3 bytes, from the upper left, at `resolution` pixels per cm.
 * Returns its number, from 1; 0 without memory, or beyond FIGURE_PICTURES. */
size_t figure_picture(figure *f, const unsigned char *pixels, size_t width, size_t height,
                      double resolution);

/* `text` as a single-quoted string of gnuplot: markup of enhanced text is escaped; an apostrophe
 * becomes a typographic one, a control character a space, invalid UTF-8 "?", a character without a
 * font "U+1F9F5". */
void figure_text(figure *f, const char *text);

/* The same for the name of a tic, which gnuplot interprets as a number format. */
void figure_tic(figure *f, const char *text);

#endif
