/* From what was asked for to the form of a chart: words are read, names looked up. */
#include "analysis/plot/chart_asked.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/select/condition.h"
#include "analysis/select/names.h"

/* --- words --- */

static const char *const part_names[] = {"x",     "y",    "line",  "panel", "only",
                                         "scale", "name", "title", "kind",  "marks"};
enum { SCALE = 5, PARTS = sizeof part_names / sizeof *part_names };

static const char **place_of(chart_asked *a, size_t part)
{
    const char **const place[PARTS] = {&a->x, &a->y,    &a->line,  &a->panel, &a->only,
                                       NULL,  &a->name, &a->title, &a->kind,  &a->marks};
    return place[part];
}

/* The part that a word begins with, and what follows; PARTS: none. */
static size_t part_of(const char *word, const char **value)
{
    size_t i = 0;
    for (; i < PARTS; i++) {
        const size_t length = strlen(part_names[i]);
        if (strncmp(word, part_names[i], length) == 0 && word[length] == '=') {
            *value = word + length + 1;
            break;
        }
    }
    return i;
}

bool chart_asked_is_part(const char *word)
{
    return strchr(word, '=') != NULL;
}

static bool read_scale(const char *text, size_t length, chart_scale *scale)
{
    static const char *const words[] = {
        [CHART_BY_VALUES] = "auto", [CHART_LINEAR] = "linear", [CHART_LOG] = "log"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && strncmp(text, words[i], length) == 0) {
            *scale = (chart_scale)i;
            return true;
        }
    return false;
}

/* "log" of both axes, or "linear,log" of x and y. */
static bool read_scales(const char *text, chart_asked *asked, FILE *err)
{
    const size_t first = strcspn(text, ",");
    const char *second = text[first] ? text + first + 1 : text;
    if (read_scale(text, first, &asked->x_scale) &&
        read_scale(second, strlen(second), &asked->y_scale))
        return true;
    fprintf(err, "scale=%s: allowed: linear, log, auto, or two of them for x and y: linear,log\n",
            text);
    return false;
}

static bool read_part(const char *word, chart_asked *asked, FILE *err)
{
    const char *value = "";
    const size_t part = part_of(word, &value);
    if (part == PARTS || !*value) {
        fprintf(err,
                "'%s' is no part of a chart; allowed: x=NAME, y=NAME, line=NAME, panel=NAME, "
                "marks=NAME, only=EXPRESSION, scale=linear|log, kind=lines|points, title=TEXT, "
                "name=NAME\n",
                word);
        return false;
    }
    if (part == SCALE)
        return read_scales(value, asked, err);
    if (*place_of(asked, part)) {
        fprintf(err, "%s= is given twice\n", part_names[part]);
        return false;
    }
    *place_of(asked, part) = value;
    return true;
}

bool chart_asked_read(const char *const *word, size_t count, chart_asked *asked, FILE *err)
{
    *asked = (chart_asked){0};
    for (size_t i = 0; i < count; i++)
        if (!read_part(word[i], asked, err))
            return false;
    return true;
}

/* --- figures of a study --- */

static const char *or_null(const char *text)
{
    return text[0] ? text : NULL;
}

static chart_scale scale_as(study_scale scale)
{
    return scale == STUDY_SCALE_LOG      ? CHART_LOG
           : scale == STUDY_SCALE_LINEAR ? CHART_LINEAR
                                         : CHART_BY_VALUES;
}

chart_asked chart_asked_of(const experiment_study *of, const study_figure *f)
{
    return (chart_asked){.name = f->name,
                         .x = or_null(f->x.of),
                         .y = or_null(f->y.of),
                         .low = or_null(f->low),
                         .high = or_null(f->high),
                         .marks = or_null(f->marks.of),
                         .shown_x = f->x,
                         .shown_y = f->y,
                         .shown_marks = f->marks,
                         .line = or_null(f->line),
                         .panel = or_null(f->panel),
                         .only = or_null(f->only),
                         .title = or_null(f->title),
                         .kind = or_null(f->kind),
                         .x_scale = scale_as(f->x_scale),
                         .y_scale = scale_as(f->y_scale),
                         .of = of};
}

/* --- drawing --- */

/* "list:1: ..." without its place, which one name needs none of. */
static const char *after_place(const char *text)
{
    const char *rest = strncmp(text, "list:", 5) == 0 ? strstr(text, ": ") : NULL;
    return rest ? rest + 2 : text;
}

static bool is_a_name(const study *s, const char *part, const char *name, FILE *err)
{
    size_t count = 0;
    config_error error;
    variable *found = name ? names_variables(s, name, &count, &error) : NULL;
    if (name && count > 1)
        fprintf(err, "%s=%s: one name is needed\n", part, name);
    else if (name && !found)
        fprintf(err, "%s=%s: %s\n", part, name, after_place(error.text));
    const bool is = !name || (found && count == 1);
    free(found);
    return is;
}

/* What is called as histories are, and is none of some case. */
static bool is_lost(const study *s, const char *part, const char *name, FILE *err)
{
    static const char begins[] = "series/";
    char path[VARIABLE_PATH];
    const bool lost =
        name && strncmp(name, begins, sizeof begins - 1) == 0 && !chart_rows_find(s, name, path);
    if (lost)
        chart_rows_refuse(s, part, name, err);
    return lost;
}

/* Values of cases over those of cases, or histories over histories. */
static bool axes_are_there(const study *s, const chart_asked *a, FILE *err)
{
    char path[VARIABLE_PATH];
    if (is_lost(s, "x", a->x, err) || is_lost(s, "y", a->y, err))
        return false;
    const bool x = a->x && chart_rows_find(s, a->x, path),
               y = a->y && chart_rows_find(s, a->y, path);
    if (y && (x || !a->x))
        return true;
    if (x || y)
        fprintf(err, "x=%s y=%s: a history needs another one: series/NAME\n", a->x ? a->x : "",
                a->y ? a->y : "answer");
    return !x && !y && is_a_name(s, "x", a->x, err) && is_a_name(s, "y", a->y, err);
}

static bool names_are_there(const study *s, const chart_asked *a, FILE *err)
{
    return axes_are_there(s, a, err) && is_a_name(s, "line", a->line, err) &&
           is_a_name(s, "panel", a->panel, err) && is_a_name(s, "bars", a->low, err) &&
           is_a_name(s, "bars", a->high, err) && is_a_name(s, "marks", a->marks, err);
}

typedef struct kept {
    const chart_asked *asked;
    condition only;
} kept;

static bool keeps(const study *s, const study_case *c, const void *context)
{
    const kept *of = context;
    (void)s;
    return (!of->asked->of || c->of == of->asked->of) && condition_holds(&of->only, c);
}

static bool is_kind(const chart_asked *asked, const char *kind)
{
    return asked->kind && strcmp(asked->kind, kind) == 0;
}

static bool kind_is_there(const chart_asked *asked, FILE *err)
{
    const bool is = !asked->kind || is_kind(asked, "lines") || is_kind(asked, "points");
    if (!is)
        fprintf(err, "kind=%s: allowed: lines, points\n", asked->kind);
    return is;
}

/* "dt_stable_by_zeta" */
static void name_of(const chart_asked *asked, char *name, size_t size)
{
    if (asked->name)
        snprintf(name, size, "%.90s", asked->name);
    else if (asked->x)
        snprintf(name, size, "%.40s_by_%.40s", asked->y ? asked->y : "answer", asked->x);
    else
        snprintf(name, size, "%.80s", asked->y ? asked->y : "answer");
}

static chart_values values_of(const char *of, const study_values *shown, chart_scale scale)
{
    return (chart_values){.of = of,
                          .title = shown->title && shown->title[0] ? shown->title : NULL,
                          .unit = shown->unit && shown->unit[0] ? shown->unit : NULL,
                          .scale = scale};
}

/* With several objects, each has its own. */
static void say_why(const study *s, const chart_asked *asked, const char *name, FILE *out)
{
    char own[400] = "";
    fprintf(out, "%s: nothing to draw: no two of these cases have both values\n", name);
    if (asked->y)
        chart_rows_named(s, asked->y, own, sizeof own);
    if (*own)
        fprintf(out, "%s: objects have their own, over time: %s\n", name, own);
}

static bool draw(const study *s, const chart_asked *asked, const kept *of, gallery *g)
{
    char name[FIGURE_NAME], open[160];
    name_of(asked, name, sizeof name);
    const study_values *marks = &asked->shown_marks;
    snprintf(open, sizeof open, "%.100s (open)",
             marks->title && marks->title[0] ? marks->title
             : asked->marks                  ? asked->marks
                                             : "");
    const chart_form form = {.name = name,
                             .keeps = keeps,
                             .context = of,
                             .x = values_of(asked->x, &asked->shown_x, asked->x_scale),
                             .y = values_of(asked->y, &asked->shown_y, asked->y_scale),
                             .low = asked->low,
                             .high = asked->high,
                             .published = asked->marks,
                             .open = asked->marks ? open : NULL,
                             .line = asked->line,
                             .panel = asked->panel,
                             .title = asked->title,
                             .unjoined = is_kind(asked, "points"),
                             .joined = is_kind(asked, "lines")};
    const bool any = chart_draw(&form, s, g);
    if (!any && !g->broad_only)
        say_why(s, asked, name, g->out);
    return any;
}

bool chart_asked_draw(const study *s, const chart_asked *asked, gallery *g, bool *wrong)
{
    config_error error;
    kept of = {.asked = asked};
    *wrong = !names_are_there(s, asked, g->err) || !kind_is_there(asked, g->err);
    if (!*wrong && !condition_make(s, asked->only, &of.only, &error)) {
        fprintf(g->err, "only=%s: %s\n", asked->only, error.text);
        *wrong = true;
    }
    const bool any = !*wrong && draw(s, asked, &of, g);
    condition_free(&of.only);
    return any;
}
