/* What is along the axes of a chart, what makes its lines and what its panels: as its form names
 * it, and else by the coordinates of its cases. The widest coordinate of numbers is along x, a
 * method has a line, or else the next coordinate, and the rest make panels. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/chart.h"
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/response.h"
#include "analysis/read/partition.h"
#include "analysis/read/units.h"
#include "quantities/quantities.h"

static void choose_points(chart *c);
static bool choose_x(chart *c);
static bool choose_y(chart *c);
static void choose_path(chart *c);
static void choose_line(chart *c);
static bool choose_panels(chart *c);

bool chart_choose(chart *c)
{
    choose_points(c);
    if (!choose_y(c) || !choose_x(c))
        return false;
    choose_path(c);
    choose_line(c);
    return choose_panels(c);
}

/* What adds the points of a case: the form, a history of y over a history of x, or over time, its
 * rows, functions of it, columns; or else the values of variables are one. */
static void choose_points(chart *c)
{
    const chart_form *form = c->form;
    if (form->y.of && chart_rows_find(c->s, form->y.of, c->y_rows))
        chart_rows_title(c, c->y_rows, &form->y, &c->y);
    if (c->y_rows[0] || form->y.each) {
        chart_rows_find(c->s, form->x.of ? form->x.of : CHART_TIME, c->x_rows);
        chart_rows_title(c, c->x_rows, &form->x, &c->x);
    }
    c->adds = c->y_rows[0] || form->y.each    ? chart_add_histories
              : form->rows.read               ? chart_add_rows
              : form->own.y || form->own.name ? chart_add_own
              : form->y.column || form->cut   ? chart_add_columns
                                              : NULL;
}

static void copy(char *to, const char *from)
{
    snprintf(to, CHART_TITLE, "%s", from);
}

static void capitalise(char *title)
{
    title[0] = (char)toupper((unsigned char)title[0]);
}

/* "iterations to equilibrium", of a summary that goes on with how; by its name where that is still
 * too long for two lines. */
static void take_answer(const response *r, chart_axis *y)
{
    static const double most = 7; /* cm */
    copy(y->title, response_words(r));
    y->title[strcspn(y->title, ",;:(")] = '\0';
    if (sheet_text_width(y->title) > most)
        quantity_title(r->quantity, y->title, CHART_TITLE);
    y->unit = response_unit(r);
    y->shown = y->shown[0] ? y->shown : y->unit;
}

/* The unit in which the study shows a variable, or that which is given: a value with a unit of its
 * own is brought to it, an expression is in it. */
static void take_unit(const variable *v, const chart_values *given, chart_axis *axis)
{
    const double factor = given->unit ? unit_factor(v->own, given->unit) : v->scale;
    axis->unit = v->own;
    axis->shown = given->unit ? given->unit : v->unit;
    axis->scale = isnan(factor) ? 1.0 : factor;
}

/* Of points that a form adds itself. */
static void take_given(const chart *c, const chart_values *given, chart_axis *axis)
{
    char room[PARTITION_TEXT];
    if (given->titled)
        copy(axis->title, given->titled(c->cases.cases.item[0], NULL, room));
    if (given->title)
        copy(axis->title, given->title);
    if (axis->shown || !given->unit)
        return;
    axis->unit = given->unit;
    if (given->measure) {
        const shown_unit shown = unit_shown(c->s, given->measure, given->unit);
        axis->shown = shown.name;
        axis->scale = shown.scale;
    }
}

static bool choose_y(chart *c)
{
    const chart_form *form = c->form;
    if (c->y_rows[0])
        return true;
    const char *of = form->y.of ? form->y.of : "answer";
    c->y.unit = "";
    c->y_is_answer = strcmp(of, "answer") == 0;
    if (!c->adds) {
        const response r = response_of(c->cases.cases.item[0]);
        if (!variable_find(c->s, of, &c->vy) || (c->y_is_answer && !r.quantity[0]))
            return false;
        copy(c->y.title, c->vy.title);
        take_unit(&c->vy, &form->y, &c->y);
        if (c->y_is_answer)
            take_answer(&r, &c->y);
        if (!c->vy.made) /* not what was written, an expression */
            capitalise(c->y.title);
    }
    if (form->low)
        variable_find(c->s, form->low, &c->vlow);
    if (form->high)
        variable_find(c->s, form->high, &c->vhigh);
    take_given(c, &form->y, &c->y);
    return true;
}

static bool partition_of(const chart *c, const variable *v, partition *p)
{
    return variable_divide(c->s, v, c->cases.cases.item, c->cases.cases.count, p);
}

static const char *x_text(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    snprintf(room, PARTITION_TEXT, "%.17g", chart_own_x(of, c));
    return room;
}

/* What is told by a name has no axis of numbers, even if a number goes with each name; but a list
 * has that of its element. */
static bool has_numbers(const coordinate *of)
{
    return of->is_list || (of->is_number && strcmp(of->number.name, of->shown.name) == 0);
}

/* Whether one says the other of each case. */
static bool settles(const chart *c, const variable *one, const variable *other)
{
    partition a = {0}, b = {0};
    const bool says = partition_of(c, one, &a) && partition_of(c, other, &b) &&
                      partition_settles(&a, &b, c->cases.cases.count);
    partition_free(&a);
    partition_free(&b);
    return says;
}

/* Whether another coordinate says its value and more: over it, each value of the other would be a
 * line of one point. */
static bool is_settled(const chart *c, size_t which)
{
    const coordinate *all = c->cases.coordinate;
    bool settled = false;
    for (size_t i = 0; !settled && i < c->cases.coordinates; i++)
        settled = all[i].values > all[which].values && settles(c, &all[i].shown, &all[which].shown);
    return settled;
}

static bool is_asked_for(const chart *c, const char *name, const coordinate *of)
{
    variable asked;
    return name && variable_find(c->s, name, &asked) && settles(c, &asked, &of->shown);
}

/* Of coordinates that are numbers (or texts), no method, and not asked for as lines or panels, that
 * of most values. */
static const coordinate *widest(const chart *c, bool number)
{
    const coordinate *found = NULL;
    for (size_t i = 0; i < c->cases.coordinates; i++) {
        const coordinate *next = &c->cases.coordinate[i];
        if (!next->is_method && has_numbers(next) == number &&
            (!found || next->values > found->values) && !is_settled(c, i) &&
            !is_asked_for(c, c->form->line, next) && !is_asked_for(c, c->form->panel, next))
            found = next;
    }
    return found;
}

static bool choose_widest(chart *c)
{
    const coordinate *at = widest(c, true);
    at = at ? at : widest(c, false);
    for (size_t i = 0; !at && i < c->cases.coordinates; i++)
        at = is_settled(c, i) ? NULL : &c->cases.coordinate[i];
    if (at)
        c->vx = at->is_list ? at->number : at->shown;
    if (at && at->is_list) /* "mesh[0]" */
        snprintf(c->vx.title, VARIABLE_TITLE, "%.100s%.20s", at->shown.title,
                 strrchr(at->number.name, '['));
    return at != NULL;
}

static bool is_measured(const variable *v)
{
    return strcmp(v->name, "answer") == 0 || strncmp(v->name, "published ", 10) == 0 ||
           strncmp(v->name, "error ", 6) == 0 || v->made || strncmp(v->name, "timing/", 7) == 0 ||
           (v->path[0] != '/' && (quantity_find(v->path) || quantity_is_imported(v->path)));
}

/* The cases at the ends of x. */
typedef struct x_ends {
    const study_case *first, *last;
} x_ends;

static x_ends ends_of_x(const chart *c)
{
    const case_list *cases = &c->cases.cases;
    x_ends e = {cases->item[0], cases->item[0]};
    for (size_t i = 1; i < cases->count; i++) {
        const datum next = variable_of(c->s, &c->vx, cases->item[i]),
                    first = variable_of(c->s, &c->vx, e.first),
                    last = variable_of(c->s, &c->vx, e.last);
        if (datum_order(&next, &first) < 0)
            e.first = cases->item[i];
        if (next.there && datum_order(&next, &last) > 0)
            e.last = cases->item[i];
    }
    return e;
}

/* ", dt 4 to 1 ms": a number that is swept along with x, at its ends. */
static void add_beside(chart *c, const variable *v, const x_ends *ends)
{
    char first[DATUM_TEXT], last[DATUM_TEXT];
    const datum from = variable_of(c->s, v, ends->first), to = variable_of(c->s, v, ends->last);
    const size_t used = strlen(c->x.with);
    variable_text(v, &from, first, sizeof first);
    variable_text(v, &to, last, sizeof last);
    snprintf(c->x.with + used, CHART_TITLE - used, ", %s %s to %s%s%s", v->title, first, last,
             v->unit[0] ? " " : "", v->unit);
}

static void tell_beside(chart *c)
{
    const coordinate *all = c->cases.coordinate;
    const size_t count = c->cases.coordinates;
    size_t i = 0;
    while (i < count && strcmp(all[i].shown.name, c->vx.name) != 0)
        i++;
    const x_ends ends = ends_of_x(c);
    const size_t own = i;
    while (i > 0 && i < count && all[i].is_beside)
        i--;
    for (const size_t first = i; i < count && (i == first || all[i].is_beside); i++)
        if (i != own)
            add_beside(c, &all[i].shown, &ends);
}

static bool choose_x(chart *c)
{
    const chart_form *form = c->form;
    if (c->adds == chart_add_histories)
        return c->x_rows[0];
    c->x.unit = "";
    if (!c->adds || form->x.of) {
        if (form->x.of ? !variable_find(c->s, form->x.of, &c->vx) : !choose_widest(c))
            return false;
        copy(c->x.title, c->vx.title);
        take_unit(&c->vx, &form->x, &c->x);
        c->x_is_measured = is_measured(&c->vx);
        if (c->x_is_measured)
            capitalise(c->x.title);
        else
            tell_beside(c);
    }
    take_given(c, &form->x, &c->x);
    return true;
}

/* --- lines and panels --- */

/* Of the coordinates that were not asked for as lines and panels that of most values: of numbers,
 * or else of texts, or else a method. */
static const coordinate *path_of_lines(const chart *c)
{
    const coordinate *found = NULL;
    int best = 0;
    for (size_t i = 0; i < c->cases.coordinates; i++) {
        const coordinate *next = &c->cases.coordinate[i];
        const int rank = next->is_method ? 1 : has_numbers(next) ? 3 : 2;
        if (rank < best || (rank == best && next->values <= found->values) ||
            is_asked_for(c, c->form->line, next) || is_asked_for(c, c->form->panel, next) ||
            is_settled(c, i))
            continue;
        found = next;
        best = rank;
    }
    return found;
}

/* What is measured over what is measured is joined as a coordinate rises, as a line goes on from
 * case to case; of one that is no number as x rises. */
static void choose_path(chart *c)
{
    const coordinate *path = c->x_is_measured && c->form->joined ? path_of_lines(c) : NULL;
    if (path)
        c->vpath = path->is_list ? path->number : path->shown;
}

/* What tells the points of a line apart; NULL: nothing does. */
static const variable *path_of(const chart *c)
{
    return c->vpath.of ? &c->vpath : c->vx.of && !c->x_is_measured ? &c->vx : NULL;
}

static bool varies(const chart *c, const variable *v)
{
    partition p;
    const bool made = partition_of(c, v, &p), more = made && p.classes > 1;
    partition_free(&p);
    return more;
}

/* Whether a coordinate goes in step with x, by whatever name that was asked for. */
static bool goes_with_x(const chart *c, const coordinate *of)
{
    const variable *path = path_of(c);
    return path && settles(c, path, &of->shown);
}

/* What goes with x, or says it, as scenes of their own sizes do, tells no lines apart. */
static bool tells_lines(const chart *c, const partition *x, const coordinate *of)
{
    const size_t cases = c->cases.cases.count;
    partition own;
    const bool made = partition_of(c, &of->shown, &own);
    const bool says = made && !of->is_method && partition_settles(&own, x, cases);
    const bool tells = made && !says && !partition_settles(x, &own, cases);
    partition_free(&own);
    return tells;
}

/* Everything else does; all does of curves (x NULL). */
static void choose_lines_besides(chart *c, const partition *x)
{
    for (size_t i = 0; i < c->cases.coordinates && c->more < CHART_LINE_BY; i++) {
        const coordinate *next = &c->cases.coordinate[i];
        if (x && !tells_lines(c, x, next))
            continue;
        if (c->has_line)
            c->vmore[c->more++] = next->shown;
        else
            c->vline = next->shown;
        c->has_line = true;
    }
}

/* Lines say what goes with their coordinate, too. */
static void add_beside_lines(chart *c, const coordinate *of)
{
    const coordinate *end = c->cases.coordinate + c->cases.coordinates;
    for (const coordinate *next = of + 1; next < end && next->is_beside; next++)
        if (c->more < CHART_LINE_BY)
            c->vmore[c->more++] = next->shown;
}

/* Whether it is x by another name, or by the same: lines of one point each would tell nothing. */
static bool is_x(const chart *c, const variable *v)
{
    return c->vx.of && !variable_of(c->s, v, c->cases.cases.item[0]).is_text &&
           settles(c, &c->vx, v) && settles(c, v, &c->vx);
}

static void choose_line(chart *c)
{
    const char *asked = c->form->line;
    const coordinate *found = NULL;
    partition x;
    if (c->form->lines)
        return;
    if (c->form->curves) {
        choose_lines_besides(c, NULL);
        return;
    }
    if (c->form->along) {
        if (partition_make(c->cases.cases.item, c->cases.cases.count, x_text, c->form, &x))
            choose_lines_besides(c, &x);
        partition_free(&x);
        return;
    }
    if (asked && (!*asked || (variable_find(c->s, asked, &c->vline) && varies(c, &c->vline) &&
                              !is_x(c, &c->vline)))) {
        c->has_line = *asked != '\0';
        return;
    }
    for (size_t i = 0; !c->form->together && i < c->cases.coordinates; i++) {
        const coordinate *next = &c->cases.coordinate[i];
        if (!goes_with_x(c, next) && (!found || (next->is_method && !found->is_method)))
            found = next;
    }
    c->has_line = found != NULL;
    if (!found)
        return;
    c->vline = found->shown;
    add_beside_lines(c, found);
}

/* What is known of a case so far; more of it by a variable. False without memory. */
static bool refine(const chart *c, const variable *v, partition *known)
{
    partition more;
    const bool done =
        partition_of(c, v, &more) && partition_refine(known, &more, c->cases.cases.count);
    partition_free(&more);
    return done;
}

/* The variable makes panels, unless what is known of a case settles it. */
static bool add_panels(chart *c, const variable *v, partition *known)
{
    partition next;
    bool done = partition_of(c, v, &next);
    if (done && c->panel_by < CHART_PANEL_BY &&
        !partition_settles(known, &next, c->cases.cases.count)) {
        c->vpanel[c->panel_by++] = *v;
        done = partition_refine(known, &next, c->cases.cases.count);
    }
    partition_free(&next);
    return done;
}

/* A coordinate does; the titles of panels say what goes with it, too. */
static bool add_panels_of(chart *c, size_t i, partition *known)
{
    const coordinate *all = c->cases.coordinate;
    const size_t before = c->panel_by;
    const bool done = all[i].is_beside || add_panels(c, &all[i].shown, known);
    for (size_t k = i + 1; c->panel_by > before && k < c->cases.coordinates; k++)
        if (all[k].is_beside && c->panel_by < CHART_PANEL_BY)
            c->vpanel[c->panel_by++] = all[k].shown;
        else
            break;
    return done;
}

static bool choose_panels(chart *c)
{
    if (c->form->together)
        return true;
    const variable *path = path_of(c);
    const bool all = !c->x_is_measured || c->form->joined;
    partition known;
    variable asked;
    bool done = partition_whole(c->cases.cases.count, &known) &&
                (!path || refine(c, path, &known)) &&
                (!c->has_line || refine(c, &c->vline, &known));
    if (done && c->form->panel && variable_find(c->s, c->form->panel, &asked))
        done = add_panels(c, &asked, &known);
    for (size_t i = 0; done && all && i < c->cases.coordinates; i++)
        done = add_panels_of(c, i, &known);
    partition_free(&known);
    c->no_memory |= !done;
    return done;
}
