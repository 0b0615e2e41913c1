/* The figures of a chart: how many panels, lines and names each has, so that all is legible, and
 * where they stand. Many lines become a scale of colours, if numbers tell them apart, and many
 * panels several figures. */
#include <math.h>
#include <string.h>

#include "analysis/plot/chart.h"

enum {
    PANELS_MOST = 12,
    ROWS_MOST = 5,
    NAMES_MOST = 40,
    ENTRIES_FEW = 8,
    COLOURED_FROM = STYLE_SERIES + 1
};

/* Height of the scale of colours, of a title above all, of each further line of panels' titles, and
 * of what keeps a title apart from the numbers of the panel above; cm. */
static const double bar = 1.5, title = 0.6, next_line = 0.4, apart = 0.25;

static bool is_coloured(const chart *c)
{
    bool numbers = c->lines >= COLOURED_FROM && c->more == 0;
    for (size_t i = 0; numbers && i < c->lines; i++)
        numbers = c->line[i].value.there && !c->line[i].value.is_text;
    return numbers;
}

size_t chart_layers(const chart *c)
{
    const size_t most = 4;
    if (c->x.name || is_coloured(c))
        return 1;
    return c->lines < most ? c->lines : most;
}

/* `count` things in so few parts of at most `most` each, and the parts alike. */
static size_t parts_of(size_t count, size_t most)
{
    return count > most ? (count + most - 1) / most : 1;
}

static size_t most_lines(const chart *c)
{
    return is_coloured(c) ? c->lines : STYLE_LOOKS;
}

static size_t most_panels(const chart *c)
{
    return c->form->across ? ROWS_MOST * c->form->across : PANELS_MOST;
}

size_t chart_pages(const chart *c)
{
    return parts_of(c->panels, most_panels(c)) * parts_of(c->lines, most_lines(c)) *
           parts_of(c->x.names, NAMES_MOST);
}

/* Part `i` of so many: from where, and how many. */
static size_t part(size_t count, size_t parts, size_t i, size_t *first)
{
    *first = count * i / parts;
    return count * (i + 1) / parts - *first;
}

static void choose_part(chart_page *p, size_t i)
{
    const chart *c = p->of;
    const size_t names = parts_of(c->x.names, NAMES_MOST);
    const size_t lines = parts_of(c->lines, most_lines(c));
    p->names = part(c->x.names, names, i % names, &p->name);
    p->lines = part(c->lines, lines, i / names % lines, &p->line);
    p->panels = part(c->panels, parts_of(c->panels, most_panels(c)), i / names / lines, &p->panel);
}

static void add_entry(const char *text, sheet_form *form)
{
    form->entries++;
    sheet_widen(form, text);
}

bool chart_page_has(const chart_page *p, chart_has *has)
{
    const chart *c = p->of;
    for (size_t i = 0; i < c->points; i++)
        if (has(&c->point[i]))
            return true;
    return false;
}

bool chart_is_bound(const chart_point *p)
{
    return p->at_least && isfinite(p->y);
}

bool chart_is_published(const chart_point *p)
{
    return isfinite(p->published);
}

bool chart_is_marked(const chart_point *p)
{
    return p->marked && isfinite(p->y);
}

const char *chart_open_text(const chart *c)
{
    const beside of = c->of_values;
    return c->form->open  ? c->form->open
           : !of.theory   ? "published (open)"
           : of.published ? "published or theory (open)"
                          : "theory (open)";
}

const char *chart_marked_text(const chart *c)
{
    return c->form->marked ? c->form->marked : "not kept in a longer run";
}

bool chart_is_interval(const chart_point *p)
{
    return isfinite(p->low) && isfinite(p->high);
}

/* What stands in the key: lines, unless they are one or told by colours, marks, curves. */
static void count_entries(const chart_page *p, sheet_form *form)
{
    const chart *c = p->of;
    if (c->form->key)
        add_entry(c->form->key, form);
    for (size_t i = 0; chart_page_names_lines(p) && i < p->lines; i++) {
        char text[CHART_KEY];
        chart_key_text(c, p->line + i, text);
        add_entry(text, form);
    }
    if (chart_page_has(p, chart_is_published))
        add_entry(chart_open_text(c), form);
    if (chart_page_has(p, chart_is_marked))
        add_entry(chart_marked_text(c), form);
    if (chart_page_has(p, chart_is_bound))
        add_entry(CHART_AT_LEAST, form);
    for (size_t i = 0; i < c->words; i++)
        add_entry(c->word[i], form);
    for (size_t i = 0; i < c->curves; i++)
        if (c->curve[i].title[0])
            add_entry(c->curve[i].title, form);
}

bool chart_page_names_lines(const chart_page *p)
{
    return !p->by_colour && p->of->line[0].title[0] != '\0' &&
           (p->of->lines > 1 || p->of->form->laws || p->of->noted);
}

double chart_label_most(double length, bool alone)
{
    return length + (alone ? 0.5 : 1);
}

bool chart_is_long(const chart_axis *axis, double length, bool alone)
{
    char text[CHART_LABEL];
    chart_label_text(axis, text);
    return sheet_text_width(text) > chart_label_most(length, alone);
}

/* A few panels stand below each other where there is little room across. */
static size_t across_of(const chart_page *p, bool narrow)
{
    const size_t panels = p->panels, few = 3;
    return narrow && panels <= few      ? 1
           : p->of->form->across        ? p->of->form->across
           : panels == 2 || panels == 4 ? 2
                                        : 3;
}

static double widest_numbers(const chart_page *p)
{
    double widest = 0;
    for (size_t i = 0; i < p->panels; i++)
        widest = fmax(widest, chart_numbers(chart_y_at(p->of, p->panel + i)));
    return widest;
}

static sheet_form form_of(const chart_page *p, bool narrow)
{
    const chart *c = p->of;
    const bool small = narrow || c->form->across > 0;
    const bool titled = p->panels > 1 || c->panel[p->panel][0] != '\0';
    sheet_form form = {.panels = p->panels,
                       .across = across_of(p, narrow),
                       .least = small ? 2.5 : 3.6,
                       .row = p->panels == 1 ? 6.2
                              : small        ? 4.4
                                             : 4.8,
                       .left = fmax(1.35, widest_numbers(p) + 1),
                       .title = titled ? 0.65 : 0.25};
    form.every_left = c->own_y != NULL;
    count_entries(p, &form);
    if (chart_is_long(&c->y, form.row - form.title - 0.6, p->panels == 1))
        form.left += 0.5;
    return form;
}

/* Whether one column of a journal has room for all. */
static bool fits_one(const chart_page *p, const sheet_form *form)
{
    static const double room = 6; /* cm, of a panel */
    const chart_axis *x = &p->of->x;
    return p->panels == 1 && !p->by_colour && form->entries <= ENTRIES_FEW &&
           (!x->name || (!chart_names_are_turned(x, room) && p->names * p->lines < 24));
}

/* Of the panels' titles, at most. */
static size_t lines_of_titles(const chart_page *p)
{
    const edges e = sheet_panel(&p->at, 0);
    size_t most = 1;
    for (size_t i = 0; i < p->panels; i++) {
        const size_t lines = sheet_lines(p->of->panel[p->panel + i],
                                         (e.right - e.left) * p->width + CHART_TITLE_BEYOND);
        most = lines > most ? lines : most;
    }
    return most < CHART_TITLE_LINES ? most : CHART_TITLE_LINES;
}

/* Names that are turned stand below their panels. */
static double height_of_names(const chart_page *p)
{
    const edges e = sheet_panel(&p->at, 0);
    const double length = (e.right - e.left) * p->width, turned = 0.75;
    return chart_names_are_turned(&p->x, length) ? turned * chart_names_width(&p->x) : 0;
}

chart_page chart_page_of(const chart *c, size_t i, double width)
{
    chart_page p = {.of = c, .by_colour = is_coloured(c), .x = c->x};
    choose_part(&p, i);
    if (c->x.name)
        p.x.values = p.x.data = (range){(double)p.name + 0.5, (double)(p.name + p.names) + 0.5};
    sheet_form form = form_of(&p, width < FIGURE_DOUBLE);
    p.is_slim = fits_one(&p, &form);
    p.width = p.is_slim ? FIGURE_SINGLE : width;
    p.bar = p.by_colour || c->form->colours ? bar : 0;
    p.at = sheet_of(&form, p.width);
    form.names = height_of_names(&p);
    p.title_lines = lines_of_titles(&p);
    const double more = next_line * (double)(p.title_lines - 1) + (p.at.down > 1 ? apart : 0);
    form.title += more;
    form.row += form.names + more;
    p.at = sheet_of(&form, p.width);
    p.title = c->form->title ? title : 0;
    p.height = p.at.height + p.title + p.bar;
    return p;
}

/* The title and the scale of colours are above all panels. */
edges chart_panel_edges(const chart_page *p, size_t panel)
{
    edges e = sheet_panel(&p->at, panel);
    const double share = p->at.height / p->height;
    e.bottom *= share;
    e.top *= share;
    return e;
}
