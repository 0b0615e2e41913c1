/* The looks of a chart's lines, and what the key calls them. */
#include <string.h>

#include "analysis/plot/chart.h"

static bool is_method(const chart *c)
{
    for (size_t i = 0; c->has_line && i < c->cases.coordinates; i++)
        if (c->cases.coordinate[i].is_method &&
            strcmp(c->cases.coordinate[i].shown.name, c->vline.name) == 0)
            return true;
    return c->has_line &&
           (strcmp(c->vline.name, "method") == 0 || strncmp(c->vline.name, "integrator.", 11) == 0);
}

/* Whether the titles of methods tell lines apart; else lines have values of one method's parameter.
 */
static bool have_own_titles(const chart *c)
{
    for (size_t i = 0; i < c->lines; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(case_method_title(c->line[i].of), case_method_title(c->line[k].of)) == 0)
                return false;
    return true;
}

void chart_name_methods(chart *c)
{
    c->by_method = is_method(c) && have_own_titles(c);
    for (size_t i = 0; c->by_method && i < c->lines; i++)
        snprintf(c->line[i].title, CHART_TITLE, "%s", case_method_title(c->line[i].of));
}

void chart_note_lines(chart *c)
{
    for (size_t i = 0; i < c->lines; i++) {
        char text[CHART_TITLE] = "", *title = c->line[i].title;
        c->form->note(c, i, text, sizeof text);
        if (*text && !*title)
            snprintf(title, CHART_TITLE, "%s", case_method_title(c->line[i].of));
        const size_t used = strlen(title);
        snprintf(title + used, CHART_TITLE - used, "%s", text);
    }
}

series_style chart_line_style(const chart *c, size_t line)
{
    return c->by_method ? style_of_method(c->s, c->line[line].of) : style_of_place(line);
}
