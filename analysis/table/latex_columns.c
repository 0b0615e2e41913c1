/* How wide the columns of a LaTeX table are, and which of them hold numbers. */
#include "analysis/table/latex.h"

#include <string.h>

enum {
    GAP = 710,    /* 2 tabcolsep of 3 pt at 8.5 pt an em */
    DIGIT = 500,  /* thousandths of an em */
    THIN = 170,   /* between groups of digits */
    POINT = 280,  /* the decimal point */
    TIMES = 2400, /* " x 10" */
    SMALL = 380,  /* a digit of an exponent */
    COMFORTABLE = 9000,
    NARROW = 4500, /* past this a head or a word among numbers is set in several lines */
};

/* --- text --- */

/* Of cmr10, in thousandths of an em, from the space on, with the underscore of T1, which is wider;
 * beyond ASCII the widest. */
static const short widths[] = {
    333, 278, 500, 833, 500, 833, 778, 278,  389, 389, 500, 778, 278, 333, 278, 500, /* to / */
    500, 500, 500, 500, 500, 500, 500, 500,  500, 500, 278, 278, 778, 778, 778, 472, /* to ? */
    778, 750, 708, 722, 764, 681, 653, 785,  750, 361, 514, 778, 625, 917, 750, 778, /* to O */
    681, 778, 736, 556, 722, 750, 750, 1028, 750, 750, 611, 278, 500, 278, 500, 800, /* to _ */
    278, 500, 556, 444, 556, 444, 306, 500,  556, 278, 306, 528, 278, 833, 556, 500, /* to o */
    556, 528, 392, 394, 389, 556, 528, 722,  528, 528, 444, 500, 778, 500, 500,
};

static long width_of(unsigned char c)
{
    if (c >= 0x80)
        return c >= 0xC0 ? 1000 : 0; /* the sequence's first byte has it all */
    return c < ' ' || c > '~' ? widths[0] : widths[c - ' '];
}

long latex_width(const char *text, size_t bytes)
{
    long width = 0;
    for (size_t i = 0; i < bytes && text[i]; i++)
        width += width_of((unsigned char)text[i]);
    return width;
}

size_t latex_part(const char *text)
{
    const size_t bytes = strcspn(text, " _/-|");
    return bytes + (text[bytes] != '\0');
}

size_t latex_line(const char *text, long width)
{
    size_t bytes = latex_part(text), next = latex_part(text + bytes);
    while (next > 0 && latex_width(text, bytes + next - (text[bytes + next - 1] == ' ')) <= width) {
        bytes += next;
        next = latex_part(text + bytes);
    }
    return bytes;
}

static long longest_part(const char *text)
{
    long longest = 0;
    for (size_t bytes; (bytes = latex_part(text)) > 0; text += bytes) {
        const long own = latex_width(text, bytes - (text[bytes - 1] == ' '));
        longest = own > longest ? own : longest;
    }
    return longest;
}

const char *latex_head(const block *b, size_t column)
{
    return b->cell[column] + (b->group[column] > 0 ? b->group[column] + strlen(", ") : 0);
}

/* --- numbers --- */

static int digits_at(const char *text)
{
    return (int)strspn(text, "0123456789");
}

static bool is_mark(const char *text)
{
    static const char *const mark[] = {" ≠", " †", " ‡", " ✓", " †‡", " ✓ †"};
    for (size_t i = 0; i < sizeof mark / sizeof *mark; i++)
        if (strcmp(text, mark[i]) == 0)
            return true;
    return *text == '\0';
}

bool latex_number_read(const char *cell, latex_number *n)
{
    const char *at = cell;
    *n = (latex_number){.sign = *at == '-' || *at == '+'};
    at += n->sign;
    n->before = digits_at(at);
    at += n->before;
    if (*at == '.') {
        n->after = digits_at(at + 1);
        at += 1 + n->after;
    }
    if (n->before + n->after > 0 && *at == 'e') {
        const char *digits = at + 1 + (at[1] == '-' || at[1] == '+');
        n->negative_exponent = at[1] == '-';
        const int all = digits_at(digits), zeros = (int)strspn(digits, "0");
        n->exponent = all > zeros ? all - zeros : 1;
        at = digits + all;
    }
    n->bytes = (size_t)(at - cell);
    return n->before + n->after > 0 && is_mark(at);
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void take_number(latex_column *c, const latex_number *n, const char *mark)
{
    c->before = larger(c->before, n->before);
    c->after = larger(c->after, n->after);
    c->exponent = larger(c->exponent, n->exponent);
    c->sign = c->sign || n->sign;
    c->negative_exponent = c->negative_exponent || n->negative_exponent;
    if (strlen(mark) > strlen(c->mark) && strlen(mark) < sizeof c->mark)
        memcpy(c->mark, mark, strlen(mark) + 1);
}

/* Five digits and more are set in groups of three. */
static long digits_width(int digits)
{
    return DIGIT * digits + (digits > 4 ? THIN * ((digits - 1) / 3) : 0);
}

static long number_width(const latex_column *c)
{
    long width = digits_width(c->before) + digits_width(c->after) + (c->after > 0 ? POINT : 0);
    width += c->exponent > 0 ? TIMES + SMALL * (c->exponent + 2 * c->negative_exponent) : 0;
    return width + (c->sign ? 780 : 0) +
           (c->mark[0] ? (strlen(c->mark) > strlen(" ≠") ? 2200 : 1100) : 0);
}

/* --- a column --- */

/* Cells that are numbers, and cells that say something else. */
static void count_cells(const block *b, size_t column, latex_column *c, size_t *numbers,
                        size_t *words)
{
    latex_number n;
    *numbers = *words = 0;
    for (size_t i = b->columns + column; i < b->count; i += b->columns)
        if (latex_number_read(b->cell[i], &n)) {
            take_number(c, &n, b->cell[i] + n.bytes);
            ++*numbers;
        } else if (*b->cell[i] && strcmp(b->cell[i], "–") != 0) {
            ++*words;
        }
}

static long wider(long a, long b)
{
    return a > b ? a : b;
}

/* Words among numbers, and heads, take several lines rather than room. */
static long stacked(const char *text)
{
    const long whole = latex_width(text, strlen(text));
    return whole <= NARROW ? whole : wider(NARROW, longest_part(text));
}

static latex_column column_of(const block *b, size_t column)
{
    latex_column c = {0};
    size_t numbers, words;
    const char *head = latex_head(b, column);
    count_cells(b, column, &c, &numbers, &words);
    c.kind = numbers > 0 && numbers >= words ? LATEX_NUMBERS : LATEX_TEXT;
    c.width = stacked(head);
    c.least = longest_part(head);
    if (c.kind == LATEX_NUMBERS)
        c.width = wider(c.width, number_width(&c));
    for (size_t i = b->columns + column; i < b->count; i += b->columns) {
        latex_number n;
        const char *text = b->cell[i];
        const bool number = c.kind == LATEX_NUMBERS;
        if (number && latex_number_read(text, &n))
            continue;
        c.width = wider(c.width, number ? stacked(text) : latex_width(text, strlen(text)));
        c.least = wider(c.least, longest_part(text));
    }
    if (c.kind == LATEX_NUMBERS)
        c.least = c.width;
    return c;
}

long latex_columns_width(const latex_column *column, const size_t *which, size_t count)
{
    long width = count > 0 ? GAP * (long)(count - 1) : 0;
    for (size_t i = 0; i < count; i++)
        width += column[which[i]].width;
    return width;
}

bool latex_columns_suit(const latex_column *column, const size_t *which, size_t count, long most)
{
    long least = count > 0 ? GAP * (long)(count - 1) : 0, liked = least;
    for (size_t i = 0; i < count; i++) {
        const latex_column *c = &column[which[i]];
        const long wrapped = wider(c->least, COMFORTABLE);
        least += c->least;
        liked += c->width < wrapped ? c->width : wrapped;
    }
    return least <= most && liked <= most + most / 8;
}

/* Takes from the widest column of text, a tenth of an em at a time. */
static void squeeze(latex_column *column, const size_t *which, size_t count, long most)
{
    for (long all = latex_columns_width(column, which, count); all > most; all -= 100) {
        latex_column *widest = NULL;
        for (size_t i = 0; i < count; i++) {
            latex_column *c = &column[which[i]];
            if (c->kind != LATEX_NUMBERS && c->width - 100 >= c->least &&
                (!widest || c->width > widest->width))
                widest = c;
        }
        if (!widest)
            return;
        widest->width -= 100;
        widest->kind = LATEX_WRAPPED;
    }
}

bool latex_columns_fit(const block *b, const size_t *which, size_t count, long most,
                       latex_column *column)
{
    for (size_t k = 0; k < b->columns; k++)
        column[k] = column_of(b, k);
    squeeze(column, which, count, most);
    return latex_columns_width(column, which, count) <= most;
}
