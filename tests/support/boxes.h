/* Boxes of texts on a figure: whether they are within it, and apart from each other. */
#ifndef TESTS_SUPPORT_BOXES_H
#define TESTS_SUPPORT_BOXES_H

#include <stddef.h>

enum { BOX_TEXT = 200 };

typedef struct box {
    double left, right, top, bottom;
    char text[BOX_TEXT];
} box;

/* A figure, and by how much its boxes may overlap: letters rarely fill the box of their line. */
typedef struct boxes_figure {
    double width, height;
    double across, up;
    const char *unit;
} boxes_figure;

/* NULL, or what is wrong, valid until the next call. One text may be drawn twice at one place. */
const char *boxes_fault(const box *b, size_t count, const boxes_figure *f);

#endif
