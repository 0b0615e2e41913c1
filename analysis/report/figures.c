/* All plots of the folders, as SVG within the page, if they are as gnuplot writes them, or else as
 * images, in which a browser runs and loads nothing. A picture of tens of thousands of elements is
 * embedded as an image, packed, which costs a page little until it is seen, and all but the first
 * of such stand behind their captions. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/output/file.h"
#include "analysis/output/html.h"
#include "analysis/output/plain_svg.h"
#include "analysis/plot/plot.h"
#include "analysis/report/figures.h"
#include "analysis/report/svg.h"

enum {
    INLINE_MOST = 96 * 1024,
    LEADING_MOST = 256 * 1024,
    LARGE = 512 * 1024,
    DATA_MOST = 48 * 1024,
    NAME = 256
};

/* What is said of a figure, and its place: those of the plots in their order, then what studies ask
 * for, then the last plots. */
typedef struct shown {
    const plot_caption *caption;
    int rank;
} shown;

static bool is_of(const char *name, const plot_caption *caption)
{
    const size_t length = strlen(caption->figure);
    const bool open = caption->figure[length - 1] == '_';
    return strncmp(name, caption->figure, length) == 0 &&
           (open || name[length] == '\0' || name[length] == '-');
}

static shown shown_of(const char *name)
{
    enum { CAPTIONS = 16, OTHERS = 10000, LAST = 20000 };
    static const plot_caption none = {"", "", NULL};
    for (size_t i = 0; i < trama_registry_count(&plot_registry); i++) {
        const plot_type *plot = trama_registry_at(&plot_registry, i);
        for (int k = 0; plot->captions && plot->captions[k].figure; k++)
            if (is_of(name, &plot->captions[k]))
                return (shown){&plot->captions[k], (plot->last ? LAST : 0) + CAPTIONS * (int)i + k};
    }
    return (shown){&none, OTHERS};
}

/* ", page 2" of "-2". */
static void part_name(const char *rest, char *text, size_t size)
{
    snprintf(text, size, "%s%s", rest[0] == '-' ? ", page " : "", rest + (rest[0] == '-'));
}

/* "response_chain": the caption's text and "chain"; any other name with spaces for _. */
static void write_caption(const char *name, FILE *out)
{
    char rest[NAME];
    const plot_caption *caption = shown_of(name).caption;
    part_name(name + strlen(caption->figure), rest, sizeof rest);
    for (char *at = strchr(rest, '_'); at; at = strchr(at, '_'))
        *at = ' ';
    html_text(caption->text, out);
    html_text(rest, out);
}

static void write_note(const char *name, FILE *out)
{
    const char *note = shown_of(name).caption->note;
    fputs(note ? ". " : "", out);
    html_text(note ? note : "", out);
}

typedef struct gallery_state {
    size_t folder, number, large;   /* from 0, and of this page */
    size_t first, bytes, elsewhere; /* figures of the first page, and of the other one */
} gallery_state;

enum { FIGURES_MOST = 100 }; /* of a folder, on all pages */

/* What a first page of two has room for. */
enum { FIRST_MOST = 1000000, ONE_MOST = 250000, COUNT_MOST = 15, FIRST_DATA_MOST = 6 * 1024 };

/* Of a figure, by which links reach it: "plot-dt_limits". */
static void write_id(const char *name, const gallery_state *g, FILE *out)
{
    fputs("plot-", out);
    html_text(name, out);
    if (g->folder > 0)
        fprintf(out, "-%zu", g->folder + 1);
}

/* A picture that may be anything. */
static void write_apart(const char *alt, const text_buffer *svg, FILE *out)
{
    fputs("<img decoding=\"async\" alt=\"", out);
    html_text(alt, out);
    fputs("\" src=\"data:image/svg+xml;base64,", out);
    html_base64(svg->data, svg->size, out);
    fputs("\">", out);
}

/* The numbers behind a picture, for those who cannot see it, or where they are. By itself a picture
 * that may be anything would be more than an image. */
static bool write_data(const report *r, const char *folder, const char *name, bool plain,
                       const gallery_state *g, FILE *out)
{
    static const char *const forms[] = {"svg", "pdf", "gp", "dat"};
    const size_t most = r->pages && !r->is_rest ? FIRST_DATA_MOST : DATA_MOST;
    char file[NAME + 8];
    text_buffer data = {0};
    snprintf(file, sizeof file, "%s.dat", name);
    fputs("<p class=\"source\">Files:", out);
    for (size_t i = plain ? 0 : 1; i < sizeof forms / sizeof *forms; i++) {
        char beside[NAME + 8];
        snprintf(beside, sizeof beside, "%s.%s", name, forms[i]);
        fputs(" <a href=\"", out);
        report_link(r, folder, beside, out);
        fprintf(out, "\">%s</a>", forms[i]);
    }
    fputs(" <a aria-label=\"Address of this figure\" href=\"#", out);
    write_id(name, g, out);
    fputs("\">#</a></p>\n", out);
    const bool read = file_read(folder, file, &data, r->err);
    if (!read) {
        fputs("<p>Its data are not there.</p>\n", out);
    } else if (data.size <= most) {
        fputs("<details><summary>Data of the figure</summary><pre tabindex=\"0\">", out);
        html_text(data.data, out);
        fputs("</pre></details>\n", out);
    }
    text_free(&data);
    return read;
}

static void write_inline(const char *picture, const char *kind, size_t number, FILE *out)
{
    char prefix[32], label[32];
    snprintf(prefix, sizeof prefix, "%s%zu-", kind, number);
    snprintf(label, sizeof label, "figure-%zu", number);
    svg_rewrite(picture, &(svg_form){.prefix = prefix, .label = label}, out);
}

/* page.js unpacks it and shows it. */
static bool write_image(const char *name, const text_buffer *picture, FILE *out)
{
    fputs("<img decoding=\"async\" alt=\"", out);
    write_caption(name, out);
    fputs("\" data-packed=\"", out);
    const bool done = html_packed(picture->data, picture->size, out);
    fputs("\"><noscript><p>This picture is shown by JavaScript.</p></noscript>", out);
    return done;
}

/* A print has the figure of the first screen once. */
static bool is_leading(const report *r, const char *name, const gallery_state *g)
{
    return g->folder == 0 && strcmp(name, r->leading) == 0;
}

static void write_opening(const report *r, const char *name, const gallery_state *g, FILE *out)
{
    fputs("<figure id=\"", out);
    write_id(name, g, out);
    fputs("\" data-plot=\"", out);
    html_text(name, out);
    fputs(is_leading(r, name, g) ? "\" class=\"again\">\n" : "\">\n", out);
}

/* A drawing, as brief as a page needs it. */
typedef struct drawing {
    text_buffer svg;
    bool is_plain, is_wide;
} drawing;

/* A figure of a folder: one drawing, or the same also as wide as one column of a journal, which a
 * narrow screen shows. */
typedef struct picture_of {
    char name[NAME];
    drawing broad, narrow; /* `narrow` is empty: there is one */
} picture_of;

/* `kind` is the class of one of two, or of one that is as wide as a column, with which its ids
 * begin; "": there is one. */
static bool write_drawing(const char *name, const drawing *of, const char *kind, size_t number,
                          bool behind, FILE *out)
{
    bool done = true;
    fprintf(out,
            "<div class=\"paper%s%s\" role=\"group\" tabindex=\"0\" aria-label=\"Figure %zu\">",
            *kind ? " " : "", kind, number);
    if (of->svg.size > INLINE_MOST || behind)
        done = write_image(name, &of->svg, out);
    else if (of->is_plain)
        write_inline(of->svg.data, *kind ? kind : "f", number, out);
    else
        write_apart(name, &of->svg, out);
    fputs("</div>\n", out);
    return done;
}

static bool write_figure(const report *r, const char *folder, const picture_of *of,
                         const gallery_state *g, bool behind, FILE *out)
{
    const char *name = of->name;
    const size_t number = g->number;
    const bool two = of->narrow.svg.size > 0;
    const char *kind = two ? "broad" : of->broad.is_wide ? "" : "slim";
    fputs(behind ? "<details><summary>" : "", out);
    if (behind)
        write_caption(name, out);
    fputs(behind ? "</summary>\n" : "", out);
    write_opening(r, name, g, out);
    bool done = write_drawing(name, &of->broad, kind, number, behind, out);
    if (two)
        done = write_drawing(name, &of->narrow, "narrow", number, behind, out) && done;
    fprintf(out, "<figcaption><span id=\"figure-%zu\">Figure %zu. ", number, number);
    write_caption(name, out);
    write_note(name, out);
    fputs("</span>\n", out);
    done = write_data(r, folder, name, of->broad.is_plain, g, out) && done;
    fputs("</figcaption></figure>\n", out);
    fputs(behind ? "</details>\n" : "", out);
    return done;
}

/* Whether a figure stands on the other page: on the first stand those that are one of a kind, as
 * many as there is room for. Both pages ask in the same order, and count alike. */
static bool is_elsewhere(const report *r, gallery_state *g, size_t size)
{
    const bool fits = size <= ONE_MOST && g->bytes + size <= FIRST_MOST && g->first < COUNT_MOST;
    g->bytes += fits ? size : 0;
    g->first += fits;
    return r->pages && r->is_rest == fits;
}

/* Whether a figure is as wide as both columns of a journal. */
static bool is_wide(const char *svg)
{
    static const char width[] = " width=\"";
    const double one = 400; /* pixels: between 8.5 and 17.5 cm */
    const char *at = strstr(svg, width);
    return at && strtod(at + sizeof width - 1, NULL) > one;
}

/* Shortened: how large it is decides how and where it is embedded. */
static bool read_drawing(const char *folder, const char *file, drawing *to, FILE *err)
{
    text_buffer text = {0};
    bool made = file_read(folder, file, &text, err) && text_begin(&to->svg);
    if (made) {
        svg_rewrite(text.data, &(svg_form){.prefix = ""}, to->svg.stream);
        to->is_plain = svg_is_plain(text.data, text.size);
        to->is_wide = is_wide(text.data);
        made = text_end(&to->svg);
    }
    text_free(&text);
    return made;
}

static bool read_picture(const char *folder, const char *file, picture_of *to, FILE *err)
{
    struct stat is;
    char *column = path_join(folder, "column"), *path = column ? path_join(column, file) : NULL;
    snprintf(to->name, NAME, "%.*s", (int)(strlen(file) - strlen(".svg")), file);
    bool made = path && read_drawing(folder, file, &to->broad, err);
    if (made && to->broad.is_wide && door_stat(path, &is))
        made = read_drawing(column, file, &to->narrow, err);
    free(path);
    free(column);
    return made;
}

static void picture_free(picture_of *of)
{
    text_free(&of->broad.svg);
    text_free(&of->narrow.svg);
}

static void add_figure(report *r, const char *folder, const char *file, gallery_state *g, FILE *out)
{
    picture_of of = {.name = ""};
    bool made = read_picture(folder, file, &of, r->err);
    if (made && is_elsewhere(r, g, of.broad.svg.size + of.narrow.svg.size)) {
        g->elsewhere++;
    } else if (made) {
        const bool large = of.broad.svg.size > LARGE;
        g->number++;
        g->large += large;
        report_part(r, out);
        made = write_figure(r, folder, &of, g, large && g->large > 1, out);
    }
    r->failed = r->failed || !made;
    picture_free(&of);
}

static int is_picture(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return entry->d_name[0] != '.' && length > 4 && length < NAME &&
           strcmp(entry->d_name + length - 4, ".svg") == 0;
}

/* The rank of a file's figure; the ending is no part of its name. */
static int rank_of(const struct dirent *entry)
{
    char name[NAME];
    snprintf(name, sizeof name, "%.*s", (int)(strlen(entry->d_name) - strlen(".svg")),
             entry->d_name);
    return shown_of(name).rank;
}

static int in_order(const struct dirent **a, const struct dirent **b)
{
    const int rank = rank_of(*a) - rank_of(*b);
    return rank ? rank : natural_order((*a)->d_name, (*b)->d_name);
}

static void write_folder(report *r, const char *results, gallery_state *g, FILE *out)
{
    struct dirent **entry = NULL;
    char *folder = path_join(results, "plots");
    const int count = folder ? door_entries(folder, &entry, is_picture, in_order) : -1;
    if (count < 0 && errno != ENOENT) {
        fprintf(r->err, "%s/plots: %s\n", results, door_reason(errno));
        r->failed = true;
    }
    for (int i = 0; i < count; i++) {
        if (i < FIGURES_MOST)
            add_figure(r, folder, entry[i]->d_name, g, out);
        free(entry[i]);
    }
    if (count > FIGURES_MOST && !r->is_rest) {
        fprintf(out, "<p>The first %d of %d figures; all are in <code>", FIGURES_MOST, count);
        html_text(folder, out);
        fputs("</code>.</p>\n", out);
    }
    free(entry);
    free(folder);
}

/* --- the first screen --- */

/* "response.svg", "response-1.svg", "response_EXPERIMENT.svg" */
static bool is_response(const char *file, const char *experiment)
{
    static const char response[] = "response";
    const char *rest = file + sizeof response - 1;
    const size_t length = strlen(experiment);
    if (strncmp(file, response, sizeof response - 1) != 0)
        return false;
    return *rest == '.' || *rest == '-' || strncmp(rest + 1, experiment, length) == 0;
}

/* The figure of an experiment's answers, or else the first. */
static const char *leading_figure(struct dirent *const *entry, int count, const char *experiment)
{
    for (int i = 0; i < count; i++)
        if (is_response(entry[i]->d_name, experiment))
            return entry[i]->d_name;
    return count > 0 ? entry[0]->d_name : NULL;
}

static void write_leading_drawing(const char *name, const drawing *of, const char *kind, FILE *out)
{
    char prefix[32];
    snprintf(prefix, sizeof prefix, "front-%s", kind);
    fprintf(out, "<div class=\"paper%s%s\">", *kind ? " " : "", kind);
    if (of->is_plain)
        svg_rewrite(of->svg.data, &(svg_form){.prefix = prefix}, out);
    else
        write_apart(name, &of->svg, out);
    fputs("</div>\n", out);
}

static bool write_leading(report *r, const char *folder, const char *file, FILE *out)
{
    picture_of of = {.name = ""};
    const bool done = read_picture(folder, file, &of, r->err), two = of.narrow.svg.size > 0;
    if (done && of.broad.svg.size <= LEADING_MOST) {
        memcpy(r->leading, of.name, sizeof of.name);
        fprintf(out, "<figure class=\"leading%s\">\n", of.broad.is_wide ? " wide" : "");
        write_leading_drawing(of.name, &of.broad, two ? "broad" : "", out);
        if (two)
            write_leading_drawing(of.name, &of.narrow, "narrow", out);
        fputs("<figcaption class=\"source\"><a href=\"#plot-", out);
        html_text(of.name, out);
        fputs("\">This figure, its files and data</a></figcaption></figure>\n", out);
    }
    picture_free(&of);
    return done;
}

void figures_write_leading(report *r, const char *experiment, FILE *out)
{
    struct dirent **entry = NULL;
    char *folder = path_join(r->folder[0], "plots");
    const int count = folder ? door_entries(folder, &entry, is_picture, in_order) : -1;
    const char *file = leading_figure(entry, count, experiment);
    if (file)
        r->failed |= !write_leading(r, folder, file, out);
    for (int i = 0; i < count; i++)
        free(entry[i]);
    free(entry);
    free(folder);
}

/* --- the section --- */

static void write(report *r, FILE *out)
{
    gallery_state g = {0};
    for (; g.folder < r->folders; g.folder++)
        write_folder(r, r->folder[g.folder], &g, out);
    report_elsewhere(r, "figures", g.elsewhere, "more figures", out);
}

const section_type section_figures = {
    .id = "figures", .title = "Figures", .write = write, .write_rest = write};
