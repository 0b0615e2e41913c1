/* The panels, lines and points of a chart, from its cases. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/chart.h"
#include "analysis/quantities/limits.h"
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/response.h"
#include "core/memory.h"
#include "core/numbers.h"

static bool add_case(chart *c, const study_case *of, const variable *published);
static bool has_names(const chart *c);
static void sort_points(chart *c);

void chart_collect(chart *c)
{
    char name[VARIABLE_NAME + 16];
    variable published = {0};
    snprintf(name, sizeof name, "published %s", c->vy.name);
    if (!c->y_is_answer && !c->adds)
        variable_find(c->s, c->form->published ? c->form->published : name, &published);
    if (has_names(c)) {
        c->x.name = calloc(c->cases.cases.count + 1, sizeof *c->x.name);
        c->no_memory |= !c->x.name;
    }
    for (size_t i = 0; !c->no_memory && i < c->cases.cases.count; i++)
        c->no_memory |= !add_case(c, c->cases.cases.item[i], &published);
    sort_points(c);
}

/* Room for one more. */
static bool grow(void *items, size_t count, size_t *room, size_t size)
{
    void **at = items, *grown = trama_with_room(*at, count, room, size);
    if (grown)
        *at = grown;
    return grown != NULL;
}

/* --- where a case belongs --- */

/* "points 10, silk": a text says itself, a number needs its name. */
static void append(const variable *v, const datum *d, char *text)
{
    char value[DATUM_TEXT];
    const size_t used = strlen(text);
    variable_text(v, d, value, sizeof value);
    snprintf(text + used, CHART_TITLE - used, "%s%s%s%s%s%s", used ? ", " : "",
             d->is_text ? "" : v->title, d->is_text ? "" : " ", value,
             !d->is_text && v->unit[0] ? " " : "", d->is_text ? "" : v->unit);
}

/* Points come panel by panel, so the last is looked at first. */
static size_t panel_at(chart *c, const char *title)
{
    size_t i = c->panels;
    while (i > 0 && strcmp(c->panel[i - 1], title) != 0)
        i--;
    if (i > 0)
        return i - 1;
    c->no_memory |= !grow(&c->panel, c->panels, &c->panel_room, sizeof *c->panel);
    if (c->no_memory)
        return 0;
    snprintf(c->panel[c->panels], CHART_TITLE, "%s", title);
    return c->panels++;
}

static void panel_title(const chart *c, const study_case *of, char title[CHART_TITLE])
{
    title[0] = '\0';
    for (size_t i = 0; i < c->panel_by; i++) {
        const datum d = variable_of(c->s, &c->vpanel[i], of);
        if (d.there)
            append(&c->vpanel[i], &d, title);
    }
    if (c->form->part) {
        char room[PARTITION_TEXT];
        const char *part = c->form->part(of, c->s, room);
        const size_t used = strlen(title);
        snprintf(title + used, CHART_TITLE - used, "%s%s", used && *part ? ", " : "", part);
    }
}

static datum line_value(const chart *c, const study_case *of)
{
    return c->has_line ? variable_of(c->s, &c->vline, of) : (datum){.text = ""};
}

/* Whether the case has what else tells the line. */
static bool has_more_of(const chart *c, const study_case *of, const chart_line *line)
{
    bool same = true;
    for (size_t i = 0; same && i < c->more; i++) {
        const datum own = variable_of(c->s, &c->vmore[i], of);
        const datum its = variable_of(c->s, &c->vmore[i], line->of);
        same = datum_order(&own, &its) == 0;
    }
    return same;
}

static size_t line_of(chart *c, const study_case *of)
{
    size_t i = 0;
    const datum d = line_value(c, of);
    while (i < c->lines &&
           (datum_order(&c->line[i].value, &d) != 0 || !has_more_of(c, of, &c->line[i])))
        i++;
    if (i < c->lines)
        return i;
    c->no_memory |= !grow(&c->line, c->lines, &c->line_room, sizeof *c->line);
    if (c->no_memory)
        return 0;
    c->line[i] = (chart_line){.value = d, .of = of};
    if (d.there)
        append(&c->vline, &d, c->line[i].title);
    for (size_t k = 0; k < c->more; k++) {
        const datum more = variable_of(c->s, &c->vmore[k], of);
        if (more.there)
            append(&c->vmore[k], &more, c->line[i].title);
    }
    c->lines++;
    return i;
}

chart_source chart_on_line(const chart_source *to, const char *title)
{
    chart *c = to->to;
    chart_source made = *to;
    made.line = 0;
    while (made.line < c->lines && strcmp(c->line[made.line].title, title) != 0)
        made.line++;
    if (made.line < c->lines)
        return made;
    c->no_memory |= !grow(&c->line, c->lines, &c->line_room, sizeof *c->line);
    if (c->no_memory)
        return *to;
    c->line[made.line] = (chart_line){.value = {.number = TRAMA_NAN, .text = ""}, .of = to->of};
    snprintf(c->line[c->lines++].title, CHART_TITLE, "%s", title);
    return made;
}

/* Whether some value along x is a text: then all are names, each with a place of its own. */
static bool has_names(const chart *c)
{
    bool any = c->form->tints != NULL;
    for (size_t i = 0; !any && c->vx.of && i < c->cases.cases.count; i++)
        any = variable_of(c->s, &c->vx, c->cases.cases.item[i]).is_text;
    return any;
}

/* From 1. */
double chart_name_at(chart *c, const char *name)
{
    size_t i = 0;
    while (i < c->x.names && strcmp(c->x.name[i], name) != 0)
        i++;
    if (i == c->x.names)
        snprintf(c->x.name[c->x.names++], DATUM_TEXT, "%s", name);
    return (double)(i + 1);
}

static double place_of(chart *c, const datum *d)
{
    char text[DATUM_TEXT];
    variable_text(&c->vx, d, text, sizeof text);
    return chart_name_at(c, text);
}

/* --- points --- */

/* A word of which the study has several is one. */
static const char *word_of(chart *c, const char *word)
{
    for (size_t i = 0; i < c->words; i++)
        if (strcmp(c->word[i], word) == 0)
            return c->word[i];
    c->no_memory |= !grow(&c->word, c->words, &c->word_room, sizeof *c->word);
    if (c->no_memory)
        return "";
    return c->word[c->words++] = word;
}

chart_point chart_at(double x, double y)
{
    return (chart_point){
        .x = x, .y = y, .along = x, .low = TRAMA_NAN, .high = TRAMA_NAN, .published = TRAMA_NAN};
}

/* The panel of a case, and `panel` more in its title. */
static size_t panel_of(chart_source *to, const char *panel)
{
    char title[2 * CHART_TITLE];
    snprintf(title, sizeof title, "%s%s%s", to->panel, to->panel[0] && panel ? ", " : "",
             panel ? panel : "");
    title[CHART_TITLE - 1] = '\0';
    return panel_at(to->to, title);
}

void chart_add(chart_source *to, const char *panel, chart_point point)
{
    chart *c = to->to;
    if (!isfinite(point.x))
        return;
    point.panel = panel_of(to, panel);
    point.line = to->line;
    point.of = to->of;
    point.place = c->points;
    point.word = isnan(point.y) && point.word ? word_of(c, point.word) : NULL;
    c->no_memory |= !grow(&c->point, c->points, &c->point_room, sizeof *c->point);
    if (!c->no_memory)
        c->point[c->points++] = point;
}

void chart_add_curve(chart *c, chart_curve curve)
{
    c->no_memory |= !grow(&c->curve, c->curves, &c->curve_room, sizeof *c->curve);
    if (!c->no_memory)
        c->curve[c->curves++] = curve;
}

void chart_add_field(chart_source *to, chart_field field)
{
    chart *c = to->to;
    field.panel = panel_of(to, NULL);
    c->no_memory |= !grow(&c->field, c->fields, &c->field_room, sizeof *c->field);
    if (!c->no_memory)
        c->field[c->fields++] = field;
}

static void note_beside(chart *c, bool there, bool theory)
{
    c->of_values.theory |= there && theory;
    c->of_values.published |= there && !theory;
}

static void take_answer(chart *c, const study_case *of, chart_point *p)
{
    const answer a = answer_of(c->s, of);
    p->y = a.measured;
    p->published = a.published;
    note_beside(c, isfinite(a.published), a.theory);
    p->at_least = a.at_least;
    p->marked = a.late;
    p->word = a.end;
}

static void take_variable(chart *c, const study_case *of, const variable *published, chart_point *p)
{
    const datum d = variable_of(c->s, &c->vy, of);
    const char *end = case_end(of), *why_not = case_why_not(of, c->vy.path);
    p->y = d.number;
    p->at_least = limit_is_quantity(c->vy.path) ? limit_is_censored(of)
                                                : quantity_is_at_least(of, c->vy.path);
    const bool to_its_end = !*end || strcmp(end, "completed") == 0 || strcmp(end, "ok") == 0;
    p->word = d.is_text ? d.text : why_not ? why_not : to_its_end ? "none" : end;
    if (c->vlow.of)
        p->low = variable_of(c->s, &c->vlow, of).number;
    if (c->vhigh.of)
        p->high = variable_of(c->s, &c->vhigh, of).number;
    if (published->of)
        p->published = variable_of(c->s, published, of).number;
    published_value printed;
    if (published->of && case_published_value(of, published->path, &printed))
        note_beside(c, isfinite(printed.value), published_is_theory(&printed));
}

/* In the panel of each group of its study that names its method. */
static void add_groups(const chart_source *to, const study_case *of)
{
    const study_block *block = case_block(of);
    for (size_t g = 0; g < block->panel_count; g++) {
        chart_source own = *to;
        own.group = &block->panel[g];
        own.panel = own.group->title;
        for (size_t i = 0; i < own.group->member_count; i++)
            if (strcmp(own.group->member[i], case_integrator(of)) == 0)
                to->to->adds(&own, of);
    }
}

static bool add_case(chart *c, const study_case *of, const variable *published)
{
    char title[CHART_TITLE], room[PARTITION_TEXT];
    chart_source to = {.to = c, .of = of, .panel = title};
    if (c->form->lines)
        to = chart_on_line(&to, c->form->lines(of, c->s, room));
    else
        to.line = line_of(c, of);
    panel_title(c, of, title);
    if (c->adds) {
        if (c->form->groups)
            add_groups(&to, of);
        else
            c->adds(&to, of);
        return !c->no_memory;
    }
    const datum x = variable_of(c->s, &c->vx, of);
    chart_point p = chart_at(TRAMA_NAN, TRAMA_NAN);
    if (!x.there)
        return true;
    p.x = p.along = c->x.name ? place_of(c, &x) : x.number;
    if (c->vpath.of && isfinite(variable_of(c->s, &c->vpath, of).number))
        p.along = variable_of(c->s, &c->vpath, of).number;
    if (c->y_is_answer)
        take_answer(c, of, &p);
    else
        take_variable(c, of, published, &p);
    chart_add(&to, NULL, p);
    return !c->no_memory;
}

/* --- order --- */

static int by_place(const void *left, const void *right)
{
    const chart_point *a = left, *b = right;
    if (a->panel != b->panel)
        return a->panel < b->panel ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

static int by_path(const void *left, const void *right)
{
    const chart_point *a = left, *b = right;
    const bool together = a->panel == b->panel && a->line == b->line;
    return together && a->along != b->along ? (a->along > b->along) - (a->along < b->along)
                                            : by_place(left, right);
}

typedef struct place {
    chart_line line;
    size_t from;
} place;

static int by_value(const void *left, const void *right)
{
    const place *a = left, *b = right;
    const bool texts = a->line.value.is_text && b->line.value.is_text;
    const int order = texts ? 0 : datum_order(&a->line.value, &b->line.value);
    return order ? order : (a->from > b->from) - (a->from < b->from);
}

/* Lines without a point go, with none in the key. */
static void drop_empty_lines(chart *c)
{
    size_t *to = calloc(c->lines + 1, sizeof *to), kept = 0; /* from 1 */
    c->no_memory |= !to;
    for (size_t i = 0; !c->no_memory && i < c->points; i++)
        to[c->point[i].line] = 1;
    for (size_t i = 0; !c->no_memory && i < c->lines; i++)
        if (to[i]) {
            c->line[kept] = c->line[i];
            to[i] = ++kept;
        }
    for (size_t i = 0; !c->no_memory && i < c->points; i++)
        c->point[i].line = to[c->point[i].line] - 1;
    c->lines = c->no_memory ? c->lines : kept;
    free(to);
}

/* Lines of numbers rise; others stay as planned. */
static void sort_lines(chart *c)
{
    place *all = calloc(c->lines + 1, sizeof *all);
    size_t *to = calloc(c->lines + 1, sizeof *to);
    c->no_memory |= !all || !to;
    for (size_t i = 0; !c->no_memory && i < c->lines; i++)
        all[i] = (place){c->line[i], i};
    if (!c->no_memory)
        qsort(all, c->lines, sizeof *all, by_value);
    for (size_t i = 0; !c->no_memory && i < c->lines; i++) {
        c->line[i] = all[i].line;
        to[all[i].from] = i;
    }
    for (size_t i = 0; !c->no_memory && i < c->points; i++)
        c->point[i].line = to[c->point[i].line];
    free(to);
    free(all);
}

/* What all titles of panels begin with, up to the end of a part: what differs is said alone. */
static size_t common_beginning(const chart *c)
{
    const char *first = c->panel[0];
    size_t common = strlen(first), part = 0;
    for (size_t i = 1; i < c->panels; i++) {
        size_t same = 0;
        while (same < common && c->panel[i][same] == first[same])
            same++;
        common = same;
    }
    for (size_t i = 2; i <= common; i++)
        if ((first[i - 2] == ',' || first[i - 2] == ':') && first[i - 1] == ' ')
            part = i;
    return part;
}

static void shorten_titles(chart *c)
{
    const size_t common = c->panels > 1 ? common_beginning(c) : 0;
    for (size_t i = 0; common > 0 && i < c->panels; i++)
        memmove(c->panel[i], c->panel[i] + common, strlen(c->panel[i] + common) + 1);
}

static void sort_points(chart *c)
{
    if (c->panels == 0)
        panel_at(c, "");
    shorten_titles(c);
    drop_empty_lines(c);
    sort_lines(c);
    if (!c->no_memory && c->points > 0)
        qsort(c->point, c->points, sizeof *c->point, c->form->as_added ? by_place : by_path);
}
