#include "analysis/report/svg.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* The place after the next `end`, or the end of the text. */
static const char *after(const char *text, const char *end)
{
    const char *found = strstr(text, end);
    return found ? found + strlen(end) : text + strlen(text);
}

/* What only a picture by itself has: prolog, comments, gnuplot's titles, which a page would show as
 * tips. Returns the place after it, or NULL. */
static const char *needless(const char *text)
{
    static const struct needless {
        const char *begin, *end;
    } parts[] = {
        {"<?", "?>"}, {"<!--", "-->"}, {"<!", ">"}, {"<title>", "</title>"}, {"<desc>", "</desc>"}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (begins(text, parts[i].begin))
            return after(text, parts[i].end);
    return NULL;
}

/* Facets: <polygon fill = 'rgb( 73,  45,  15)' points = '311.48,112.28 312.99,111.38 '/>, of which
 * a surface has tens of thousands. */

enum { CORNERS = 8 };

typedef struct facet {
    long red, green, blue;
    size_t corners;
    long x[CORNERS], y[CORNERS]; /* tenths of a point */
} facet;

static bool read_corner(const char **text, facet *f)
{
    char *end;
    const double x = strtod(*text, &end);
    if (end == *text || *end != ',')
        return false;
    const double y = strtod(end + 1, &end);
    if (fabs(x) > 1e6 || fabs(y) > 1e6 || f->corners == CORNERS)
        return false;
    f->x[f->corners] = lround(10 * x);
    f->y[f->corners++] = lround(10 * y);
    *text = end + strspn(end, " ");
    return true;
}

/* A whole number and the text after it. */
static bool read_part(const char **text, const char *after, long *value)
{
    char *end;
    *value = strtol(*text, &end, 10);
    if (end == *text || *value < 0 || *value > 255 || !begins(end, after))
        return false;
    *text = end + strlen(after);
    return true;
}

/* Returns the place after a facet, or NULL if this is none. */
static const char *read_facet(const char *text, facet *f)
{
    static const char start[] = "<polygon fill = 'rgb(";
    f->corners = 0;
    if (!begins(text, start))
        return NULL;
    text += sizeof start - 1;
    if (!read_part(&text, ",", &f->red) || !read_part(&text, ",", &f->green) ||
        !read_part(&text, ")' points = '", &f->blue))
        return NULL;
    while (read_corner(&text, f))
        ;
    return f->corners >= 3 && begins(text, "'/>") ? text + 3 : NULL;
}

/* Tenths, without a leading zero; `apart` puts a space where no sign separates. */
static void write_tenths(long tenths, bool apart, FILE *out)
{
    const long whole = labs(tenths) / 10, rest = labs(tenths) % 10;
    fputs(tenths < 0 ? "-" : apart ? " " : "", out);
    if (whole > 0 || rest == 0)
        fprintf(out, "%ld", whole);
    if (rest > 0)
        fprintf(out, ".%ld", rest);
}

/* In single quotes, which a data URI needs not escape. */
static void write_facet(const facet *f, FILE *out)
{
    fprintf(out, "<path fill='#%02x%02x%02x' d='M", (unsigned)f->red, (unsigned)f->green,
            (unsigned)f->blue);
    write_tenths(f->x[0], false, out);
    write_tenths(f->y[0], true, out);
    for (size_t i = 1; i < f->corners; i++) {
        fputs(i == 1 ? "l" : "", out);
        write_tenths(f->x[i] - f->x[i - 1], i > 1, out);
        write_tenths(f->y[i] - f->y[i - 1], true, out);
    }
    fputs("z'/>", out);
}

/* Where an id stands in a tag: as its own, or referred to. */
static size_t before_id(const char *text)
{
    static const char *const places[] = {" id='", " id=\"", "href='#", "href=\"#",
                                         "url(#", "url('#", "\tid='",  "\nid='"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (begins(text, places[i]))
            return strlen(places[i]);
    return 0;
}

/* Not every reader has gnuplot's font; what it falls back to has to be of the same kind. */
static size_t write_font(const char *text, FILE *out)
{
    static const char font[] = "font-family=\"DejaVu Sans\"";
    if (!begins(text, font))
        return 0;
    fputs("font-family=\"DejaVu Sans, Verdana, sans-serif\"", out);
    return sizeof font - 1;
}

/* A plot's group begins with its title, which becomes an attribute: <g id="x"><title>Verlet</title>
 * is <g id="x" data-series="Verlet">. Of gnuplot's own names nothing is left. */
static void write_series(const char *text, FILE *out)
{
    static const char begin[] = "<title>", own[] = "gnuplot_";
    if (!begins(text, begin))
        return;
    text += sizeof begin - 1;
    const char *end = strstr(text, "</title>");
    if (!end || begins(text, own) || memchr(text, '"', (size_t)(end - text)))
        return;
    fprintf(out, " data-series=\"%.*s\"", (int)(end - text), text);
}

/* A tag from its "<" on; returns the place after its ">". */
static const char *write_tag(const char *text, const svg_form *form, FILE *out)
{
    const bool group = begins(text, "<g ");
    if (begins(text, "<svg")) {
        fputs("<svg", out);
        if (form->label)
            fprintf(out, " role=\"img\" aria-labelledby=\"%s\"", form->label);
        text += 4;
    }
    while (*text && *text != '>') {
        const size_t id = before_id(text), font = write_font(text, out);
        if (font == 0)
            fwrite(text, 1, id ? id : 1, out);
        if (id)
            fputs(form->prefix, out);
        text += font ? font : id ? id : 1;
    }
    if (group && *text)
        write_series(text + 1, out);
    fputs(*text ? ">" : "", out);
    return *text ? text + 1 : text;
}

/* White space between tags; at most one character of it is of use. */
static const char *write_between(const char *text, FILE *out)
{
    const size_t blank = strspn(text, " \t\r\n");
    if (blank > 0 && text[blank] == '<') {
        fputc('\n', out);
        return text + blank;
    }
    const size_t length = strcspn(text + blank, "<") + blank;
    fwrite(text, 1, length, out);
    return text + length;
}

void svg_rewrite(const char *text, const svg_form *form, FILE *out)
{
    facet f;
    while (*text) {
        const char *next = needless(text);
        if (next) {
            text = next;
        } else if ((next = read_facet(text, &f)) != NULL) {
            write_facet(&f, out);
            text = next + strspn(next, " \t\r\n");
        } else if (*text == '<') {
            text = write_tag(text, form, out);
        } else {
            text = write_between(text, out);
        }
    }
}
