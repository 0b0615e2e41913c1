#include "boxes.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static double overlap(double from, double to, double other_from, double other_to)
{
    return fmin(to, other_to) - fmax(from, other_from);
}

static bool collide(const box *a, const box *b, const boxes_figure *f)
{
    const double near = 0.5 * f->across;
    const bool same = strcmp(a->text, b->text) == 0 && fabs(a->left - b->left) < near &&
                      fabs(a->top - b->top) < near;
    return !same && overlap(a->left, a->right, b->left, b->right) > f->across &&
           overlap(a->top, a->bottom, b->top, b->bottom) > f->up;
}

static bool leaves(const box *b, const boxes_figure *f)
{
    return b->left < -f->across || b->top < -f->across || b->right > f->width + f->across ||
           b->bottom > f->height + f->across;
}

const char *boxes_fault(const box *b, size_t count, const boxes_figure *f)
{
    static char fault[600];
    for (size_t i = 0; i < count; i++) {
        if (leaves(&b[i], f)) {
            snprintf(fault, sizeof fault, "'%s' leaves the figure: %.0f to %.0f, %.0f to %.0f%s",
                     b[i].text, b[i].left, b[i].right, b[i].top, b[i].bottom, f->unit);
            return fault;
        }
        for (size_t j = 0; j < i; j++)
            if (collide(&b[i], &b[j], f)) {
                snprintf(fault, sizeof fault, "'%s' and '%s' overlap at %.0f, %.0f%s", b[i].text,
                         b[j].text, b[i].left, b[i].top, f->unit);
                return fault;
            }
    }
    return NULL;
}
