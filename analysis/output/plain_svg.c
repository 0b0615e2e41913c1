#include "analysis/output/plain_svg.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "core/text.h"

static const char white[] = " \t\r\n";

/* What gnuplot 5.4 and 6 write without mouse and hypertext. */
static const char *const elements[] = {
    "svg", "title",  "desc",    "g",           "defs",    "rect", "circle", "path",
    "use", "filter", "feFlood", "feComposite", "polygon", "text", "tspan",  "image"};
static const char *const attributes[] = {"width",
                                         "height",
                                         "viewBox",
                                         "x",
                                         "y",
                                         "cx",
                                         "cy",
                                         "r",
                                         "d",
                                         "dx",
                                         "dy",
                                         "points",
                                         "transform",
                                         "fill",
                                         "fill-opacity",
                                         "color",
                                         "opacity",
                                         "stroke",
                                         "stroke-width",
                                         "stroke-linecap",
                                         "stroke-opacity",
                                         "stroke-linejoin",
                                         "stroke-dasharray",
                                         "font-family",
                                         "font-size",
                                         "font-weight",
                                         "font-style",
                                         "text-anchor",
                                         "filter",
                                         "filterUnits",
                                         "flood-color",
                                         "flood-opacity",
                                         "result",
                                         "in",
                                         "in2",
                                         "operator",
                                         "shape-rendering",
                                         "preserveAspectRatio"};

/* Attributes that have one of few values. */
static const struct {
    const char *name, *value;
} fixed[] = {{"class", "gridline"},
             {"xml:space", "preserve"},
             {"xmlns", "http://www.w3.org/2000/svg"},
             {"xmlns:xlink", "http://www.w3.org/1999/xlink"}};

/* How values of names begin that pages give no meaning to, and where a reference may lead. */
static const char *const ids[] = {"gp", "gnuplot_", "textbox", "greybox"};
static const char *const targets[] = {"#gp", "data:image/png;base64,"};

/* A part of the text. */
typedef struct part {
    const char *at;
    size_t length;
} part;

static bool is(part p, const char *text)
{
    return strlen(text) == p.length && strncmp(p.at, text, p.length) == 0;
}

static bool is_one_of(part p, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is(p, list[i]))
            return true;
    return false;
}

static bool begins_with_one_of(part p, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (p.length >= strlen(list[i]) && strncmp(p.at, list[i], strlen(list[i])) == 0)
            return true;
    return false;
}

#define LIST(list) list, sizeof(list) / sizeof *(list)

static part take_name(const char **text)
{
    const part name = {*text, strspn(*text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789:-")};
    *text += name.length;
    return name;
}

/* Colours, numbers, paths, names of fonts; of functions, url() of an id in the picture alone. */
static bool is_harmless(part value)
{
    for (size_t i = 0; i < value.length; i++) {
        const char *at = value.at + i;
        const bool refers = strncasecmp(at, "url(", 4) == 0;
        if (strchr("<>&\\\"'", *at) ||
            (refers && strncmp(at + 4, "#gp", 3) != 0 && strncmp(at + 4, "#textbox", 8) != 0 &&
             strncmp(at + 4, "#greybox", 8) != 0))
            return false;
    }
    return true;
}

static bool is_allowed(part name, part value)
{
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (is(name, fixed[i].name))
            return is(value, fixed[i].value);
    if (is(name, "id"))
        return begins_with_one_of(value, LIST(ids)) && is_harmless(value);
    if (is(name, "xlink:href"))
        return begins_with_one_of(value, LIST(targets)) && is_harmless(value);
    return is_one_of(name, LIST(attributes)) && is_harmless(value);
}

/* White space, then name='value' or name="value". */
static bool take_attribute(const char **text)
{
    const part name = take_name(text);
    *text += strspn(*text, white);
    if (name.length == 0 || *(*text)++ != '=')
        return false;
    *text += strspn(*text, white);
    const char quote[] = {**text, '\0'};
    if (quote[0] != '"' && quote[0] != '\'')
        return false;
    const part value = {*text + 1, strcspn(*text + 1, quote)};
    *text += 1 + value.length;
    return *(*text)++ == quote[0] && is_allowed(name, value);
}

/* The open elements, from the outermost. */
enum { DEEP = 32 };
typedef struct nesting {
    part open[DEEP];
    size_t depth;
} nesting;

/* </name> of the innermost open element; `text` is behind "</". */
static bool take_end(const char **text, nesting *n)
{
    const part name = take_name(text);
    *text += strspn(*text, white);
    if (*(*text)++ != '>' || n->depth == 0)
        return false;
    const part open = n->open[--n->depth];
    return open.length == name.length && strncmp(open.at, name.at, name.length) == 0;
}

/* A tag; `text` is behind "<". The root alone is <svg>; titles hold text alone, without attributes,
 * since a page would read what is in them as a page. */
static bool take_start(const char **text, nesting *n)
{
    const part name = take_name(text);
    const bool in_title =
        n->depth > 0 && (is(n->open[n->depth - 1], "title") || is(n->open[n->depth - 1], "desc"));
    if (!is_one_of(name, LIST(elements)) || is(name, "svg") != (n->depth == 0) || in_title)
        return false;
    const bool bare = is(name, "title") || is(name, "desc");
    for (size_t blank = strspn(*text, white); (*text)[blank] != '>' && (*text)[blank] != '/';
         blank = strspn(*text, white)) {
        *text += blank;
        if (blank == 0 || bare || !take_attribute(text))
            return false;
    }
    *text += strspn(*text, white);
    const bool empty = **text == '/';
    *text += empty;
    if (*(*text)++ != '>' || n->depth == DEEP || (empty && n->depth == 0))
        return false;
    if (!empty)
        n->open[n->depth++] = name;
    return true;
}

/* The characters that XML has names for, and those by number. */
static bool is_text(part p)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#"};
    for (size_t i = 0; i < p.length; i++)
        if (p.at[i] == '&' && !begins_with_one_of((part){p.at + i, p.length - i}, LIST(entities)))
            return false;
    return true;
}

/* In another encoding a browser would read other characters than are looked at here. */
static const char *skip_prolog(const char *text)
{
    static const char *const prologs[] = {
        "<?xml version=\"1.0\" encoding=\"utf-8\"  standalone=\"no\"?>",
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>"};
    for (size_t i = 0; i < sizeof prologs / sizeof *prologs; i++)
        if (strncmp(text, prologs[i], strlen(prologs[i])) == 0) {
            text += strlen(prologs[i]);
            break;
        }
    return text + strspn(text, white);
}

static bool is_readable(const char *text, size_t size)
{
    uint32_t code = 0;
    for (size_t bytes; size > 0; text += bytes, size -= bytes) {
        bytes = trama_utf8(text, size, &code);
        if (bytes == 0 || (code < 0x20 && !(*text && strchr(white, *text))))
            return false;
    }
    return true;
}

bool svg_is_plain(const char *text, size_t size)
{
    nesting n = {0};
    if (!is_readable(text, size))
        return false;
    text = skip_prolog(text);
    bool plain = *text == '<';
    for (bool begun = false; plain && *text; begun = true) {
        if (*text == '<') {
            const bool ends = text[1] == '/';
            text += ends ? 2 : 1;
            plain =
                !(begun && n.depth == 0) && (ends ? take_end(&text, &n) : take_start(&text, &n));
        } else {
            const part between = {text, strcspn(text, "<")};
            plain = is_text(between) && (n.depth > 0 || strspn(text, white) == between.length);
            text += between.length;
        }
    }
    return plain && n.depth == 0;
}
