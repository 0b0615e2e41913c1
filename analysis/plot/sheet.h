/* How panels of one kind and a key below them fill a figure, at either width of a journal's
 * columns. All lengths in cm. */
#ifndef ANALYSIS_PLOT_SHEET_H
#define ANALYSIS_PLOT_SHEET_H

#include "analysis/plot/style.h"

/* What is asked for. */
typedef struct sheet_form {
    size_t panels, across; /* how many; side by side at most */
    double least, row;     /* width of a panel, at least; height of a row, with its title */
    double left;           /* beside a panel, for its axis */
    bool every_left;       /* whether each panel has an axis of its own there, and not the first */
    double title;          /* above a panel */
    double names;          /* more room below a panel, for names along its axis */
    size_t entries;        /* of the key */
    double entry;          /* width of the longest one's text */
    size_t characters;     /* of the one that has most */
} sheet_form;

typedef struct sheet {
    sheet_form form;
    double width, height;
    size_t across, down, key_across;
    double key; /* height of the key */
} sheet;

sheet sheet_of(const sheet_form *form, double width);
edges sheet_panel(const sheet *s, size_t i);
/* Whether a panel shows the names of its axes. */
bool sheet_has_left(const sheet *s, size_t i);
bool sheet_has_bottom(const sheet *s, size_t i);
/* An empty plot in the band of the key, to which entries are added: ", \\\n keyentry with ...". It
 * comes last. */
void sheet_begin_key(const sheet *s, figure *f);

/* The title of an entry, cut where it would leave the figure; a cut one ends in "…". */
void sheet_key_text(const sheet *s, const char *text, figure *f);

/* How wide a text is in the figures' type, 8 pt DejaVu Sans, cm. Of other characters than those of
 * ASCII, the width of the widest among Latin and Greek letters counts half. */
double sheet_text_width(const char *text);
/* The text, or as much of it as is `most` cm wide with "…" behind it. */
void sheet_fit(const char *text, double most, char *cut, size_t size);
/* In how many lines of at most `most` cm a text stands, broken at spaces. */
size_t sheet_lines(const char *text, double most);
/* How many bytes of it are the first of at most so many lines: to the end of a part of a list, or
 * so that the lines are about as long as each other. The last line may be wider. */
size_t sheet_line(const char *text, double most, size_t lines);
/* Makes room for an entry of this text. */
void sheet_widen(sheet_form *form, const char *text);

#endif
