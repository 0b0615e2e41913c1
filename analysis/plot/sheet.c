#include "analysis/plot/sheet.h"

#include <math.h>
#include <string.h>

#include "analysis/plot/fonts.h"
#include "core/text.h"

static const double right = 0.35, below = 1.05, tics_below = 0.55; /* of a panel */
/* gnuplot takes every character for 0.7 of the type size: by how many characters a centimetre of
 * text is less than that, where its letters are wide. */
static const double too_wide = 1.2;
static const double key_line = 0.45, sample = 1.35, around_key = 0.22, no_key = 0.12,
                    beside_key = 0.25;

/* Hundredths of the type size, of the characters from space to ~: DejaVu Sans, table hmtx. */
static const unsigned char advance[95] = {
    32, 40, 46, 84, 64, 95, 78, 27, 39,  39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79,
    60, 79, 69, 63, 61, 73, 68, 99, 69,  61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63,
    63, 28, 28, 58, 28, 97, 63, 61, 63,  63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84};
static const double type_size = 8 * 2.54 / 72; /* cm */
static const double other_character = 0.72;    /* of the type size */

/* Of the first character of a text, which is `length` bytes long. */
static double width_at(const char *text, size_t *length)
{
    uint32_t code;
    char instead[FONTS_CODE];
    *length = trama_utf8(text, 4, &code);
    if (*length == 0) {
        *length = 1;
        return type_size * other_character;
    }
    if (code >= ' ' && code <= '~')
        return type_size * advance[code - ' '] / 100;
    if (fonts_have(code))
        return type_size * other_character;
    fonts_code(code, instead);
    return sheet_text_width(instead);
}

double sheet_text_width(const char *text)
{
    double width = 0;
    for (size_t length; *text; text += length)
        width += width_at(text, &length);
    return width;
}

void sheet_widen(sheet_form *form, const char *text)
{
    size_t characters = 0;
    for (const char *at = text; *at; at++)
        characters += ((unsigned char)*at & 0xc0) != 0x80;
    form->entry = fmax(form->entry, sheet_text_width(text));
    if (characters > form->characters)
        form->characters = characters;
}

/* How wide an entry is for gnuplot, which does not draw the lines of a key that it has no room for:
 * narrow letters are more than its text. */
static double entry_of(const sheet_form *form)
{
    const double taken = 0.7 * type_size * ((double)form->characters - too_wide * form->entry);
    return fmax(form->entry, taken);
}

/* How many bytes of a text are no wider than `most`. */
static size_t bytes_within(const char *text, double most)
{
    double width = 0;
    size_t used = 0;
    for (size_t length; text[used]; used += length) {
        width += width_at(text + used, &length);
        if (width > most)
            break;
    }
    return used;
}

void sheet_fit(const char *text, double most, char *cut, size_t size)
{
    const double left = most - type_size * other_character; /* for the sign of omission */
    if (sheet_text_width(text) <= most && strlen(text) < size) {
        snprintf(cut, size, "%s", text);
        return;
    }
    size_t length = bytes_within(text, left);
    length = length + 8 < size ? length : size - 8;
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
        length--; /* not within a character */
    snprintf(cut, size, "%.*s…", (int)length, text);
}

/* --- lines --- */

/* How long the first line of a text is that is broken at spaces, and within a word that is wider
 * than a line. */
static size_t line_within(const char *text, double most)
{
    size_t length = bytes_within(text, most);
    if (!text[length])
        return length;
    size_t word = length;
    while (word > 0 && text[word] != ' ')
        word--;
    return word > 0 ? word : length > 0 ? length : strlen(text);
}

static const char *after(const char *text, size_t length)
{
    text += length;
    return text + (*text == ' ');
}

size_t sheet_lines(const char *text, double most)
{
    size_t lines = 0;
    do {
        text = after(text, line_within(text, most));
        lines++;
    } while (*text);
    return lines;
}

/* The end of the last part of a list that leaves no more than `left` lines; 0: none does. */
static size_t part_within(const char *text, double most, size_t left)
{
    size_t best = 0;
    const size_t end = bytes_within(text, most);
    for (size_t i = 1; i < end; i++)
        if (text[i] == ' ' && text[i - 1] == ',' && sheet_lines(text + i + 1, most) <= left)
            best = i;
    return best;
}

size_t sheet_line(const char *text, double most, size_t lines)
{
    const size_t needs = sheet_lines(text, most);
    if (lines <= 1 || needs <= 1)
        return strlen(text);
    const size_t left = (needs < lines ? needs : lines) - 1, part = part_within(text, most, left);
    double narrow = most;
    while (needs <= lines && sheet_lines(text, 0.97 * narrow) == needs)
        narrow *= 0.97;
    return part > 0 ? part : line_within(text, narrow);
}

void sheet_key_text(const sheet *s, const char *text, figure *f)
{
    char cut[400];
    sheet_fit(text, s->form.entry, cut, sizeof cut);
    figure_text(f, cut);
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
    s.across = least_of(s.across, form->panels);
    if (s.across == 0) /* no panels */
        s.across = 1;
    s.down = (form->panels + s.across - 1) / s.across;
    s.form.entry = fmin(form->entry, width - 2 * beside_key - sample);
    s.key_across = at_least_one((width - 2 * beside_key) / (sample + entry_of(&s.form)));
    const size_t lines = (form->entries + s.key_across - 1) / s.key_across;
    s.key = lines > 0 ? key_line * (double)lines + around_key : no_key;
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
    const double bottom = s->form.row * (double)(row + 1) - tics_below - s->form.names;
    return (edges){from / s->width, to / s->width, 1 - bottom / s->height, 1 - top / s->height};
}

bool sheet_has_left(const sheet *s, size_t i)
{
    return s->form.every_left || i % s->across == 0;
}

bool sheet_has_bottom(const sheet *s, size_t i)
{
    return i + s->across >= s->form.panels;
}

void sheet_begin_key(const sheet *s, figure *f)
{
    const edges band = {0.01, 0.99, 0.001, (s->key + key_line) / s->height}; /* gnuplot's bound */
    edges_write(&band, f->script.stream);
    fprintf(f->script.stream,
            "unset title\nunset xlabel\nunset ylabel\nunset y2label\nunset border\nunset tics\n"
            "unset grid\nunset object\nunset arrow\nunset label\nunset logscale\nunset xzeroaxis\n"
            "set key at screen 0.5, screen %.5f center top horizontal maxcols %zu reverse Left "
            "samplen 2.2 width %.2f spacing 1.05\nplot [0:1] [0:1] NaN notitle",
            (s->key - 0.5 * around_key) / s->height, s->key_across, -too_wide * s->form.entry);
}
