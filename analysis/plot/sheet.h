/* Layout of equal panels and a key below them in a figure, at either column width of a journal. All
 * lengths in cm. */
#ifndef ANALYSIS_PLOT_SHEET_H
#define ANALYSIS_PLOT_SHEET_H

#include "analysis/plot/style.h"

/* Requirements of the layout. */
typedef struct sheet_form {
    size_t panels, across; /* their number; most side by side */
    double least, row;     /* smallest width of a panel; height of a row, with its title */
    double left;           /* beside a panel, for its axis */
    bool every_left;       /* each panel has its own axis there, not only the first */
    double title;          /* above a panel */
    double names;          /* additional room below a panel, for names along its axis */
    size_t entries;        /* of the key */
    double entry;          /* width of the longest text */
    size_t characters;     /* most characters of an entry */
} sheet_form;

typedef struct sheet {
    sheet_form form;
    double width, height;
    size_t across, down, key_across;
    double key; /* height of the key */
} sheet;

sheet sheet_of(const sheet_form *form, double width);
edges sheet_panel(const sheet *s, size_t i);
/* True if a panel shows the names of its axes. */
bool sheet_has_left(const sheet *s, size_t i);
bool sheet_has_bottom(const sheet *s, size_t i);
/* Begins an empty plot in the band of the key, to which entries are added: ", \\\n keyentry with
 * ...". It comes last. */
void sheet_begin_key(const sheet *s, figure *f);

/* The title of an entry, cut to fit, with "…" at its end. */
void sheet_key_text(const sheet *s, const char *text, figure *f);

/* Width of a text in the figures' type, 8 pt DejaVu Sans, cm. A character outside ASCII counts half
 * the width of the widest Latin and Greek letter. */
double sheet_text_width(const char *text);
/* The text, cut to `most` cm including "…" if needed. */
void sheet_fit(const char *text, double most, char *cut, size_t size);
/* Number of lines of at most `most` cm for a text, broken at spaces. */
size_t sheet_lines(const char *text, double most);
/* Bytes of the first of at most `lines` lines: to the end of an item of a list, or so that lines
 * have about equal lengths. The last line may be wider. */
size_t sheet_line(const char *text, double most, size_t lines);
/* Makes room for an entry of this text. */
void sheet_widen(sheet_form *form, const char *text);

#endif
