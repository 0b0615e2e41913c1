/* From a description to its figures: cases, coordinates, points, scales, pages. */
#include "analysis/plot/chart.h"
#include "analysis/quantities/run_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_first_of_its_chart(const chart_form *form, const study *s, const study_case *c);
static bool draw_one(const chart_form *form, const study *s, const study_case *like, gallery *g);
static bool make(chart *c);
static bool is_worth_drawing(const chart *c);
static void draw_pages(const chart *c, gallery *g);
static void free_chart(chart *c);

bool chart_draw(const chart_form *form, const study *s, gallery *g)
{
    bool any = false;
    if (!form->each[0])
        return draw_one(form, s, NULL, g);
    for (size_t i = 0; i < s->count; i++)
        if (is_first_of_its_chart(form, s, &s->item[i]))
            any = draw_one(form, s, &s->item[i], g) || any;
    return any;
}

static void name_chart(chart *c);
static void leave_pairs_out(chart *c, FILE *out);

static bool draw_one(const chart_form *form, const study *s, const study_case *like, gallery *g)
{
    chart c = {.form = form, .s = s, .like = like};
    name_chart(&c);
    leave_pairs_out(&c, g->out);
    const bool made = make(&c), any = made && is_worth_drawing(&c);
    if (any && !c.no_memory && form->tints)
        chart_draw_cells(&c, g);
    else if (any && !c.no_memory)
        draw_pages(&c, g);
    if (c.no_memory) {
        fprintf(g->err, "%s: not made: no memory\n", c.name);
        g->failed = true;
    }
    free_chart(&c);
    return any;
}

/* --- the cases of a chart --- */

/* Whether the first so many texts of two cases are the same. */
static bool are_alike(const chart_form *form, const study_case *a, const study_case *b,
                      size_t texts)
{
    char room_a[PARTITION_TEXT], room_b[PARTITION_TEXT];
    bool alike = true;
    for (size_t i = 0; alike && i < texts && form->each[i]; i++)
        alike = strcmp(form->each[i](a, NULL, room_a), form->each[i](b, NULL, room_b)) == 0;
    return alike;
}

static bool is_kept(const chart_form *form, const study *s, const study_case *c)
{
    return (!form->task || strcmp(case_text(c, &column_case_task), form->task) == 0) &&
           (!form->filter || form->filter(c)) && (!form->keeps || form->keeps(s, c, form->context));
}

static bool is_of_chart(const study *s, const study_case *c, const void *chart_made)
{
    const chart *of = chart_made;
    return (!of->like || are_alike(of->form, c, of->like, CHART_EACH)) && is_kept(of->form, s, c) &&
           !(of->leaves_pairs_out && run_is_paired(s, c));
}

bool chart_has_cases(const chart_form *form, const study *s)
{
    size_t i = 0;
    while (i < s->count && !is_kept(form, s, &s->item[i]))
        i++;
    return i < s->count;
}

static void leave_pairs_out(chart *c, FILE *out)
{
    if (!c->form->without_pairs)
        return;
    case_list all = study_select(c->s, c->form->task, c->form->filter);
    const size_t paired = runs_leave_pairs_out(c->s, &all);
    c->leaves_pairs_out = paired > 0;
    if (paired > 0)
        fprintf(out, "%s: without %zu runs beside a limit: `trama report` plays them\n", c->name,
                paired);
    free(all.item);
}

static bool is_first_of_its_chart(const chart_form *form, const study *s, const study_case *c)
{
    const study_case *first = s->item;
    if (!is_kept(form, s, c))
        return false;
    while (first < c && !(are_alike(form, first, c, CHART_EACH) && is_kept(form, s, first)))
        first++;
    return first == c;
}

/* "NAME_EXPERIMENT": a text of which cases with the same texts before it have several. */
static void name_chart(chart *c)
{
    const chart_form *form = c->form;
    snprintf(c->name, sizeof c->name, "%.90s", form->name);
    for (size_t k = 0; c->like && k < CHART_EACH && form->each[k]; k++) {
        char room[PARTITION_TEXT];
        bool several = false;
        for (size_t i = 0; !several && i < c->s->count; i++)
            several = are_alike(form, &c->s->item[i], c->like, k) &&
                      !are_alike(form, &c->s->item[i], c->like, k + 1);
        const size_t used = strlen(c->name);
        if (several)
            snprintf(c->name + used, sizeof c->name - used, "_%.40s",
                     form->each[k](c->like, NULL, room));
    }
}

/* --- what is drawn --- */

static bool make(chart *c)
{
    c->no_memory = !selection_make(c->s, NULL, is_of_chart, c, &c->cases);
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
    if (!c->no_memory && c->form->laws)
        chart_add_laws(c);
    chart_note_lines(c);
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
        if (g->broad_only && page.is_slim)
            continue;
        if (pages > 1)
            snprintf(name, sizeof name, "%.70s-%zu", c->name, i + 1);
        else
            snprintf(name, sizeof name, "%.90s", c->name);
        if (!figure_begin(&f, g, name, page.width, page.height))
            return;
        chart_write(&page, &f);
        figure_end(&f, g);
    }
}
