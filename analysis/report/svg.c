#include "analysis/report/svg.h"

#include <stdbool.h>
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
    while (*text) {
        const char *next = needless(text);
        if (next)
            text = next;
        else if (*text == '<')
            text = write_tag(text, form, out);
        else
            text = write_between(text, out);
    }
}
