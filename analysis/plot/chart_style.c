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

/* Of a line without a title behind that of its method. */
static void add_note(chart *c, size_t line, const char *before, const char *text)
{
    char *title = c->line[line].title;
    if (!*title)
        snprintf(title, CHART_TITLE, "%s", case_method_title(c->line[line].of));
    const size_t used = strlen(title);
    snprintf(title + used, CHART_TITLE - used, "%s%s", before, text);
    c->noted = true;
}

/* What is told alike of all cases of a line: as in one panel, where it has one case. */
static void note_line(chart *c, size_t line, const chart_note *note)
{
    const told_value told = note->tell(c->s, c->line[line].of);
    bool alike = told.words[0] != '\0';
    for (size_t i = 0; alike && i < c->points; i++) {
        const chart_point *p = &c->point[i];
        if (p->line != line || p->of == c->line[line].of)
            continue;
        const told_value other = note->tell(c->s, p->of);
        alike = strcmp(other.words, told.words) == 0;
    }
    if (alike)
        add_note(c, line, note->before, told.words);
}

/* What is 0 everywhere has no line on a logarithmic axis. */
static bool stays_unseen(const chart *c, size_t line)
{
    bool stays = c->y.logarithmic;
    for (size_t i = 0; stays && i < c->points; i++)
        stays = c->point[i].line != line || c->point[i].y == 0;
    return stays;
}

void chart_note_lines(chart *c)
{
    for (size_t i = 0; i < c->lines; i++) {
        for (size_t k = 0; k < CHART_NOTES && c->form->note[k].tell; k++)
            note_line(c, i, &c->form->note[k]);
        if (stays_unseen(c, i))
            add_note(c, i, "", ": exactly 0");
    }
}

series_style chart_line_style(const chart *c, size_t line)
{
    return c->by_method ? style_of_method(c->s, c->line[line].of) : style_of_place(line);
}
