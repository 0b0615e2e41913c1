/* From a description to its figures: cases, coordinates, points, scales, pages. */
#include "analysis/plot/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool make(const chart_form *form, const study *s, chart *c);
static bool is_worth_drawing(const chart *c);
static void draw_pages(const chart *c, gallery *g);
static void free_chart(chart *c);

bool chart_draw(const chart_form *form, const study *s, gallery *g)
{
    chart c;
    const bool made = make(form, s, &c), any = made && is_worth_drawing(&c);
    if (any && !c.no_memory && form->tints)
        chart_draw_cells(&c, g);
    else if (any && !c.no_memory)
        draw_pages(&c, g);
    if (c.no_memory) {
        fprintf(g->err, "%s: not made: no memory\n", form->name);
        g->failed = true;
    }
    free_chart(&c);
    return any;
}

static bool make(const chart_form *form, const study *s, chart *c)
{
    *c = (chart){.form = form, .s = s};
    c->no_memory = !selection_make(s, form->task, form->keeps, form->context, &c->cases);
    if (c->no_memory || c->cases.cases.count == 0 || !chart_choose(c))
        return false;
    chart_collect(c);
    chart_name_methods(c);
    if (!c->no_memory)
        chart_join(c);
    if (!c->no_memory)
        chart_scale_axes(c);
    if (!c->no_memory)
        chart_find_same(c);
    if (!c->no_memory)
        chart_add_guides(c);
    if (!c->no_memory && form->annotate)
        form->annotate(c);
    return !c->no_memory;
}

static void free_chart(chart *c)
{
    selection_free(&c->cases);
    free(c->x.name);
    free(c->own_x);
    free(c->panel);
    free(c->line);
    free(c->point);
    free(c->curve);
    free(c->field);
    free(c->word);
}

size_t chart_series(const chart *c, size_t panel, size_t line, size_t *first)
{
    size_t low = 0, high = c->points;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const chart_point *p = &c->point[middle];
        if (p->panel < panel || (p->panel == panel && p->line < line))
            low = middle + 1;
        else
            high = middle;
    }
    *first = low;
    size_t end = low;
    while (end < c->points && c->point[end].panel == panel && c->point[end].line == line)
        end++;
    return end - low;
}

/* Where nothing is joined, all points are looked at together; cells also say that there is no
 * value, and a field may have no line over it. */
static bool is_worth_drawing(const chart *c)
{
    if (c->form->tints || c->fields > 0)
        return (c->points > 0 && c->lines >= c->form->least) || c->fields > 0;
    const size_t least = c->form->least ? c->form->least : 2;
    return (c->joined ? chart_longest_line(c) : chart_values_drawn(c)) >= least;
}

static void draw_pages(const chart *c, gallery *g)
{
    const size_t pages = chart_pages(c);
    for (size_t i = 0; i < pages; i++) {
        char name[FIGURE_NAME];
        figure f;
        const chart_page page = chart_page_of(c, i, gallery_width(g));
        if (pages > 1)
            snprintf(name, sizeof name, "%.70s-%zu", c->form->name, i + 1);
        else
            snprintf(name, sizeof name, "%.90s", c->form->name);
        if (!figure_begin(&f, g, name, page.width, page.height))
            return;
        chart_write(&page, &f);
        figure_end(&f, g);
    }
}
