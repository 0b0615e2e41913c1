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
    bool every_label;      /* the same of the label below */
    double title;          /* above a panel */
    size_t entries;        /* of the key */
    size_t entry;          /* characters of the longest */
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

/* The characters of a text, bytes of UTF-8 that go on a character not counted. */
size_t sheet_characters(const char *text);

#endif
