#include "analysis/plots.h"

#include "analysis/analysis.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "analysis/output/file.h"
#include "analysis/plot/chart_asked.h"
#include "analysis/plot/plot.h"
#include "analysis/plot/work.h"
#include "analysis/read/outcome.h"
#include "results/terminal.h"

/* What is asked for: plots of the registry and figures of the studies by name, or a chart by its
 * parts, "x=..."; nothing: all plots but those on request, and all figures of the studies. */
typedef struct request {
    const char *const *name;
    size_t count;
    bool is_chart;
    chart_asked chart;
} request;

static bool is_named(const request *of, const char *name)
{
    for (size_t i = 0; i < of->count; i++)
        if (strcmp(of->name[i], name) == 0)
            return true;
    return false;
}

static bool is_asked(const request *of, const plot_type *plot)
{
    return is_named(of, plot->name) || (of->count == 0 && !plot->on_request);
}

/* What a user can do where no figure came out. */
static void say_needs(const request *of, FILE *out)
{
    fputs("no figure is made of these results; each needs:\n", out);
    for (size_t i = 0; i < trama_registry_count(&plot_registry); i++) {
        const plot_type *plot = trama_registry_at(&plot_registry, i);
        if (of->count == 0 || is_asked(of, plot))
            fprintf(out, "  %s: %s\n", plot->name, plot->needs);
    }
}

/* Figures that could be drawn, and are on request alone. */
static void say_offers(const study *s, const char *folder, FILE *out)
{
    for (size_t i = 0; i < trama_registry_count(&plot_registry); i++) {
        const plot_type *plot = trama_registry_at(&plot_registry, i);
        if (!plot_offers(plot, s))
            continue;
        fprintf(out, "%s: on request: trama plot ", plot->name);
        print_word(folder, out);
        fprintf(out, " %s\n", plot->name);
    }
}

/* The figures that the studies of the folder ask for: all, or those that are named. */
static bool draw_figures(const study *s, const request *of, gallery *g)
{
    bool any = false;
    for (size_t e = 0; e < s->experiments; e++) {
        const study_block *block = &s->experiment[e]->plan.block;
        for (size_t i = 0; i < block->figure_count; i++) {
            bool wrong;
            if (of->count > 0 && !is_named(of, block->figure[i].name))
                continue;
            const chart_asked asked = chart_asked_of(s->experiment[e], &block->figure[i]);
            any = chart_asked_draw(s, &asked, g, &wrong) || any;
            g->failed |= wrong;
        }
    }
    return any;
}

static int draw_chart(const study *s, const request *of, gallery *g)
{
    bool wrong;
    chart_asked_draw(s, &of->chart, g, &wrong);
    return wrong ? OUTCOME_USAGE : g->failed ? OUTCOME_IO : OUTCOME_OK;
}

static void draw_again(const study *s, gallery *g);

static int draw_all(const study *s, const request *of, gallery *g)
{
    if (of->is_chart)
        return draw_chart(s, of, g);
    bool any = draw_figures(s, of, g);
    for (size_t i = 0; i < trama_registry_count(&plot_registry); i++) {
        const plot_type *plot = trama_registry_at(&plot_registry, i);
        if (is_asked(of, plot))
            any = plot_draw(plot, s, g) || any;
    }
    if (of->count == 0)
        draw_again(s, g);
    if (!any)
        say_needs(of, g->out);
    return g->failed ? OUTCOME_IO : OUTCOME_OK;
}

/* --- what commands asked for before --- */

enum { WORDS_MOST = 64 };

/* Its words, each with a tab before it, which none has; free it. NULL without memory. */
static char *line_of(const request *of)
{
    size_t length = 1;
    for (size_t i = 0; i < of->count; i++)
        length += strlen(of->name[i]) + 1;
    char *line = calloc(length, 1);
    for (size_t i = 0; line && i < of->count; i++) {
        strcat(line, "\t");
        strcat(line, of->name[i]);
    }
    return line;
}

/* The same the other way; the words stay where they are, with their tabs made ends. */
static size_t words_of(char *line, const char *word[WORDS_MOST])
{
    size_t count = 0;
    for (char *at = strchr(line, '\t'); at && count < WORDS_MOST; at = strchr(at, '\t')) {
        *at++ = '\0';
        word[count++] = at;
    }
    return count;
}

/* Of plots by name those that are drawn on request alone. */
static void draw_request(const study *s, const char *const *word, size_t count, gallery *g)
{
    request of = {.name = word, .count = count, .is_chart = count > 0};
    bool wrong;
    for (size_t i = 0; i < count; i++)
        of.is_chart = of.is_chart && chart_asked_is_part(word[i]);
    if (of.is_chart && chart_asked_read(word, count, &of.chart, g->err))
        chart_asked_draw(s, &of.chart, g, &wrong);
    for (size_t i = 0; !of.is_chart && i < trama_registry_count(&plot_registry); i++) {
        const plot_type *plot = trama_registry_at(&plot_registry, i);
        if (plot->on_request && is_named(&of, plot->name) && (!g->broad_only || plot->fits_column))
            plot_draw(plot, s, g);
    }
}

/* A figure that its words do not draw any more, since no case has what they name, stays as it was.
 */
static void draw_again(const study *s, gallery *g)
{
    size_t count;
    gallery_request *all = gallery_requests(g, &count);
    for (size_t i = 0; i < count; i++) {
        char words[GALLERY_WORDS];
        const char *word[WORDS_MOST];
        g->asked = all[i].words;
        memcpy(words, all[i].words, sizeof words);
        draw_request(s, word, words_of(words, word), g);
    }
    g->asked = NULL;
    free(all);
}

/* Makes the folder unless it is there; what a drawing that was killed has left there goes. */
static bool begin_gallery(const char *folder)
{
    if (!door_make(folder))
        return false;
    work_remove_abandoned(folder);
    return true;
}

/* Those that a paper prints in one column, as wide as that: <plots>/column; and of charts that
 * somebody asked for those that are broader elsewhere. */
static bool draw_columns(const study *s, const request *of, gallery *wide)
{
    char *column = path_join(wide->folder, "column");
    gallery g = {.folder = column,
                 .width = FIGURE_SINGLE,
                 .out = wide->out,
                 .err = wide->err,
                 .adds = wide->adds,
                 .asked = wide->asked};
    bool made = column && begin_gallery(column);
    for (size_t i = 0; made && i < trama_registry_count(&plot_registry); i++) {
        const plot_type *plot = trama_registry_at(&plot_registry, i);
        if (plot->fits_column && is_asked(of, plot))
            plot_draw(plot, s, &g);
    }
    g.broad_only = true;
    if (made && of->is_chart)
        draw_chart(s, of, &g);
    else if (made)
        draw_figures(s, of, &g);
    if (made && of->count == 0)
        draw_again(s, &g);
    if (made)
        gallery_end(&g);
    if (made && g.made == 0)
        door_remove_folder(column);
    if (!made)
        fprintf(wide->err, "%s/column: %s\n", wide->folder, door_reason(errno));
    made = made && !g.failed;
    gallery_free(&g);
    free(column);
    return made;
}

/* In `target`, or (NULL) in <folder>/plots. */
static int make_plots(const study *s, const char *folder, const char *target, const request *of,
                      FILE *out, FILE *err)
{
    char *plots = target ? strdup(target) : path_join(folder, "plots");
    char *words = of->count > 0 ? line_of(of) : NULL;
    gallery g = {.folder = plots, .out = out, .err = err, .adds = of->count > 0, .asked = words};
    int code = OUTCOME_IO;
    if (plots && (words || of->count == 0) && begin_gallery(plots)) {
        code = draw_all(s, of, &g);
        if (code == OUTCOME_OK && !draw_columns(s, of, &g))
            code = OUTCOME_IO;
        gallery_end(&g);
        code = g.failed ? OUTCOME_IO : code;
        if (of->count == 0)
            say_offers(s, folder, out);
    } else {
        fprintf(err, "%s: %s\n", plots ? plots : folder, door_reason(errno));
    }
    gallery_free(&g);
    free(words);
    free(plots);
    return code;
}

/* When a file was written last, ns since 1970; 0 if it is not there. */
static int64_t written(const char *folder, const char *name)
{
    struct stat is;
    char *path = path_join(folder, name);
    const bool there = path && door_stat(path, &is);
    free(path);
    return there ? (int64_t)is.st_mtim.tv_sec * 1000000000 + is.st_mtim.tv_nsec : 0;
}

/* When the newest of the files of its cases was written. An index is no result: it can be made anew
 * at any time. */
static int64_t newest_case(const study *s)
{
    int64_t newest = 0;
    for (size_t i = 0; i < s->indices; i++)
        for (size_t k = 0; k < index_rows(s->index[i]); k++) {
            const index_row *row = index_row_of(s->index[i], k);
            if (!row->left && row->time > newest)
                newest = row->time;
        }
    return newest;
}

/* What is newer than the figures: the results, or the program, whose titles and layout may have
 * changed since; NULL: nothing is. */
static const char *newer_than_figures(const study *s, const char *folder)
{
    const int64_t drawn = written(folder, "plots/SHA256SUMS");
    return newest_case(s) > drawn                 ? "the results"
           : written("/proc/self", "exe") > drawn ? "this program"
                                                  : NULL;
}

bool plots_have_figure(const char *folder)
{
    struct dirent **entry = NULL;
    char *plots = path_join(folder, "plots");
    const int count = plots ? path_entries(plots, &entry) : -1;
    bool any = false;
    for (int i = 0; i < count; i++) {
        const char *end = strrchr(entry[i]->d_name, '.');
        any = any || (end && strcmp(end, ".svg") == 0);
        free(entry[i]);
    }
    free(entry);
    free(plots);
    return any;
}

int plots_draw_missing(const study *s, const char *folder, FILE *err)
{
    FILE *nowhere = fopen("/dev/null", "w");
    const char *newer = newer_than_figures(s, folder);
    int code = nowhere ? OUTCOME_OK : OUTCOME_IO;
    if (!nowhere) {
        fprintf(err, "/dev/null: %s\n", strerror(errno));
    } else if (!plots_have_figure(folder)) {
        code = make_plots(s, folder, NULL, &(request){0}, nowhere, err);
    } else if (newer) {
        fprintf(err, "%s/plots: older than %s; `trama plot ", folder, newer);
        print_word(folder, err);
        fputs("` draws them anew\n", err);
    }
    if (nowhere)
        fclose(nowhere);
    return code;
}

int analysis_plot(const char *folder, FILE *out, FILE *err)
{
    return analysis_plot_into(folder, NULL, NULL, 0, out, err);
}

/* The i-th figure of the studies; NULL behind the last. */
static const char *figure_at(const study *s, size_t i)
{
    for (size_t e = 0; e < s->experiments; e++) {
        const study_block *block = &s->experiment[e]->plan.block;
        if (i < block->figure_count)
            return block->figure[i].name;
        i -= block->figure_count;
    }
    return NULL;
}

static bool is_figure(const study *s, const char *name)
{
    size_t i = 0;
    while (figure_at(s, i) && strcmp(figure_at(s, i), name) != 0)
        i++;
    return figure_at(s, i) != NULL;
}

enum { NAMED_MAX = 256 };

static void refuse_plot(const study *s, const char *name, FILE *err)
{
    const char *known[NAMED_MAX];
    size_t count = 0;
    for (size_t k = 0; k < trama_registry_count(&plot_registry) && count < NAMED_MAX; k++)
        known[count++] = trama_registry_name(&plot_registry, k);
    for (size_t k = 0; figure_at(s, k) && count < NAMED_MAX; k++)
        known[count++] = figure_at(s, k);
    const char *nearest = trama_nearest(name, known, count);
    if (nearest) {
        fprintf(err, "there is no plot '%s'; nearest: %s\n", name, nearest);
        return;
    }
    fprintf(err, "there is no plot '%s'; allowed: parts of one chart (x=NAME, y=NAME ...), or",
            name);
    for (size_t k = 0; k < count; k++)
        fprintf(err, "%s %s", k ? "," : "", known[k]);
    fputc('\n', err);
}

/* The words stand in the figures' scripts, on a line. */
static bool fit_a_line(const request *of, FILE *err)
{
    for (size_t i = 0; i < of->count; i++)
        if (of->name[i][strcspn(of->name[i], "\t\r\n")]) {
            fprintf(err, "word %zu of the plot has a tab or the end of a line; allowed: spaces\n",
                    i + 1);
            return false;
        }
    return true;
}

/* False, and a line on `err`, if a plot of some name is not there. */
static bool are_plots(const study *s, const request *of, FILE *err)
{
    for (size_t i = 0; i < of->count; i++)
        if (!of->is_chart && !trama_registry_find(&plot_registry, of->name[i]) &&
            !is_figure(s, of->name[i])) {
            refuse_plot(s, of->name[i], err);
            return false;
        }
    return true;
}

int analysis_plot_into(const char *folder, const char *target, const char *const *asked,
                       size_t count, FILE *out, FILE *err)
{
    study s;
    request of = {.name = asked, .count = count, .is_chart = count > 0};
    for (size_t i = 0; i < count; i++)
        of.is_chart = of.is_chart && chart_asked_is_part(asked[i]);
    if (!fit_a_line(&of, err) || (of.is_chart && !chart_asked_read(asked, count, &of.chart, err)))
        return OUTCOME_USAGE;
    study_read(folder, &s, err);
    if (!are_plots(&s, &of, err)) {
        study_free(&s);
        return OUTCOME_USAGE;
    }
    int code = outcome_of_showing(&s, folder, err);
    const bool named = !target || door_name(target);
    if (!named)
        fprintf(err, "no memory for the figures in %s\n", target);
    if (!named)
        code = OUTCOME_IO;
    else if (s.count > 0 && !s.no_memory)
        code = outcome_worse(code, make_plots(&s, folder, target, &of, out, err));
    code = outcome_worse(code, outcome_of_shown(&s, err));
    study_free(&s);
    return fflush(out) == 0 ? code : OUTCOME_IO;
}
