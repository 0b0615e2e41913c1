#include "analysis/plot/sheet.h"

#include <math.h>

static const double right = 0.25, below = 1.05, tics_below = 0.55; /* of a panel */
static const double key_line = 0.42, sample = 1.3, character = 0.165, around_key = 0.15;

size_t sheet_characters(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

static size_t at_least_one(double count)
{
    return count > 1 ? (size_t)count : 1;
}

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

sheet sheet_of(const sheet_form *form, double width)
{
    sheet s = {.form = *form, .width = width};
    const double once = form->every_left ? 0 : form->left;
    const double each = form->least + right + (form->every_left ? form->left : 0);
    s.across = least_of(at_least_one((width - once) / each), form->across);
    s.across = least_of(s.across, form->panels > 0 ? form->panels : 1);
    s.down = (form->panels + s.across - 1) / s.across;
    s.key_across = at_least_one((width - 0.4) / (sample + character * (double)form->entry));
    const size_t lines = (form->entries + s.key_across - 1) / s.key_across;
    s.key = lines > 0 ? key_line * (double)lines + around_key : 0;
    s.height = form->row * (double)s.down + s.key + below - tics_below;
    return s;
}

edges sheet_panel(const sheet *s, size_t i)
{
    const size_t row = i / s->across, column = i % s->across;
    const double once = s->form.every_left ? 0 : s->form.left;
    const double each = (s->width - once) / (double)s->across;
    const double from = once + each * (double)column + (s->form.every_left ? s->form.left : 0);
    const double to = once + each * (double)(column + 1) - right;
    const double top = s->form.row * (double)row + s->form.title;
    double bottom = s->form.row * (double)(row + 1) - tics_below;
    if (s->form.every_label && row + 1 < s->down)
        bottom -= below - tics_below;
    return (edges){from / s->width, to / s->width, 1 - bottom / s->height, 1 - top / s->height};
}

bool sheet_has_left(const sheet *s, size_t i)
{
    return s->form.every_left || i % s->across == 0;
}

bool sheet_has_bottom(const sheet *s, size_t i)
{
    return s->form.every_label || i + s->across >= s->form.panels;
}

void sheet_begin_key(const sheet *s, figure *f)
{
    const edges band = {0.01, 0.99, 0.001, s->key / s->height};
    edges_write(&band, f->script.stream);
    fprintf(f->script.stream,
            "unset title\nunset xlabel\nunset ylabel\nunset y2label\nunset border\nunset tics\n"
            "unset grid\nunset object\nunset arrow\nunset label\nunset logscale\nunset xzeroaxis\n"
            "set key at screen 0.5, screen %.5f center top horizontal maxcols %zu reverse Left "
            "samplen 2.2 width 0 spacing 1.05\nplot [0:1] [0:1] NaN notitle",
            (s->key - 0.5 * around_key) / s->height, s->key_across);
}
