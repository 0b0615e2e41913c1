#include "analysis/site/landing.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/output/html.h"
#include "analysis/site/misses.h"
#include "core/text.h"
#include "results/door.h"
#include "results/path.h"

enum { RUNS_SHOWN = 40 };

/* --- what was asked, and what came out --- */

static void write_questions(const study *s, FILE *out)
{
    bool any = false;
    for (size_t i = 0; i < s->experiments; i++) {
        const char *question = s->experiment[i]->plan.block.question;
        if (!question || !*question)
            continue;
        fputs(any ? "" : "<ul class=\"questions\">\n", out);
        any = true;
        const char *slash = strrchr(s->experiment[i]->folder, '/');
        fputs("<li><code>", out);
        html_text(slash ? slash + 1 : s->experiment[i]->folder, out);
        fputs("</code>: ", out);
        html_text(question, out);
        fputs("</li>\n", out);
    }
    fputs(any ? "</ul>\n" : "", out);
}

static void write_line(size_t of, size_t all, const char *what, FILE *out)
{
    if (all > 0)
        fprintf(out, "<li class=\"%s\"><b>%zu of %zu</b> %s</li>\n",
                of == all ? "agrees" : "differs", of, all, what);
}

/* Statements that could not have been missed. */
static void write_no_evidence(const claim_tally *claims, FILE *out)
{
    const size_t others = claims->claims - claims->standing[CLAIM_COUNTS];
    const char *between = "";
    if (others == 0)
        return;
    fprintf(out, "<li>%zu published %s no evidence (", others,
            others == 1 ? "statement is" : "statements are");
    for (size_t i = 0; i < CLAIM_STANDINGS; i++) {
        const char *name = claim_standing_name((claim_standing)i);
        if (i == CLAIM_COUNTS || claims->standing[i] == 0)
            continue;
        fprintf(out, "%s%zu ", between, claims->standing[i]);
        html_text(strncmp(name, "no: ", 4) == 0 ? name + 4 : name, out);
        between = ", ";
    }
    fputs(")</li>\n", out);
}

static void write_values(const site_counts *n, FILE *out)
{
    char words[128], coarse[64] = "";
    if (n->values.coarse > 0)
        snprintf(coarse, sizeof coarse, " (%zu more of coarser grids are not counted)",
                 n->values.coarse);
    snprintf(words, sizeof words, "%spublished values are reproduced%s",
             n->limits.published > 0 ? "other " : "", coarse);
    write_line(n->values.reproduced, n->values.published, words, out);
}

static void write_counts(const site_counts *n, FILE *out)
{
    fputs("<h3>What came out</h3>\n<ul class=\"counts\">\n", out);
    write_line(n->cases - n->broken, n->cases, "cases ended in a result", out);
    char limits[128];
    snprintf(limits, sizeof limits,
             "published largest time steps are reproduced (%zu with every method as printed)",
             n->limits.as_printed);
    write_line(n->limits.reproduced, n->limits.published, limits, out);
    write_values(n, out);
    write_line(n->claims.holds, n->claims.standing[CLAIM_COUNTS],
               "published statements that count come out", out);
    write_no_evidence(&n->claims, out);
    if (site_published(n) + n->claims.claims == 0)
        fputs(
            "<li>Nothing is published to compare with: the report shows what was measured.</li>\n",
            out);
    fputs("</ul>\n", out);
}

/* The publications that values are compared with, each once. */
static void write_sources(const study *s, FILE *out)
{
    char seen[2048] = "", source[300];
    for (size_t i = 0; i < s->experiments; i++)
        for (size_t t = 0; t < s->experiment[i]->plan.block.table_count; t++) {
            csv_source(s->experiment[i]->plan.block.table[t].text, source, sizeof source);
            if (!*source || strstr(seen, source) || strlen(seen) + strlen(source) + 2 > sizeof seen)
                continue;
            fputs(*seen ? "; " : "<p>Compared with: ", out);
            html_text(source, out);
            strcat(strcat(seen, source), "\n");
        }
    fputs(*seen ? ".</p>\n" : "", out);
}

/* --- how to run it --- */

static bool is_first_of_file(const study *s, size_t i, const char *name)
{
    for (size_t k = 0; k < i; k++) {
        const size_t rows = case_rows(&s->item[k], &column_config_file_name);
        char *const *other = case_texts(&s->item[k], &column_config_file_name, rows);
        if (other && rows > 0 && strcmp(other[0], name) == 0)
            return false;
    }
    return true;
}

static void write_commands(const site_study *of, FILE *out)
{
    const study *s = &of->study;
    size_t shown = 0, count = 0;
    fputs("<h3>How to run it</h3>\n<pre tabindex=\"0\"><code>trama run", out);
    for (size_t i = 0; i < s->count; i++) {
        const size_t rows = case_rows(&s->item[i], &column_config_file_name);
        char *const *name = case_texts(&s->item[i], &column_config_file_name, rows);
        if (!name || rows == 0 || !is_first_of_file(s, i, name[0]))
            continue;
        count++;
        if (shown < RUNS_SHOWN) {
            fputs(" \\\n    ", out);
            html_word(name[0], out);
            shown++;
        }
    }
    fputs(" \\\n    -o ", out);
    html_word(of->folder, out);
    fputs("\ntrama plot ", out);
    html_word(of->folder, out);
    fputs("\ntrama table ", out);
    html_word(of->folder, out);
    fputs("</code></pre>\n", out);
    if (count > shown)
        fprintf(out, "<p>And %zu more configurations, which the report lists.</p>\n",
                count - shown);
}

/* --- links --- */

static bool ends_with(const char *name, const char *end)
{
    const size_t length = strlen(name), own = strlen(end);
    return length > own && strcmp(name + length - own, end) == 0;
}

/* The files of a folder of the site that end so, as links. */
static void write_files(const site_study *of, const char *target, const char *part, const char *end,
                        FILE *out)
{
    char *study_folder = path_join(target, of->name);
    char *folder = study_folder ? path_join(study_folder, part) : NULL;
    struct dirent **entry = NULL;
    const int count = folder ? path_entries(folder, &entry) : -1;
    for (int i = 0; i < count; i++) {
        if (ends_with(entry[i]->d_name, end)) {
            fprintf(out, " <a href=\"%s/%s/", of->name, part);
            html_text(entry[i]->d_name, out);
            fputs("\">", out);
            html_text(entry[i]->d_name, out);
            fputs("</a>", out);
        }
        free(entry[i]);
    }
    free(entry);
    free(folder);
    free(study_folder);
}

static bool stands(const char *target, const char *name, const char *file)
{
    char *folder = path_join(target, name), *path = folder ? path_join(folder, file) : NULL;
    const bool there = path && door_stands(path);
    free(folder);
    free(path);
    return there;
}

/* The upper part of a figure that shows what was simulated, as a way to the report. */
static void write_picture(const site_study *of, const char *target, FILE *out)
{
    static const char *const shows[] = {"plots/contact_sheet.svg", "plots/shapes.svg",
                                        "plots/snapshots.svg", "plots/instability.svg"};
    size_t i = 0;
    while (i < sizeof shows / sizeof *shows && !stands(target, of->name, shows[i]))
        i++;
    if (i < sizeof shows / sizeof *shows)
        fprintf(out,
                "<a href=\"%s/report.html\"><img class=\"shown\" loading=\"lazy\" src=\"%s/%s\" "
                "alt=\"What %s simulates\"></a>\n",
                of->name, of->name, shows[i], of->name);
}

static void write_links(const site_study *of, const char *target, FILE *out)
{
    static const struct {
        const char *title, *part, *end;
    } kinds[] = {
        {"Tables to read", "tables", ".md"},
        {"Tables as data", "tables", ".csv"},
        {"Tables for an article", "tables", ".tex"},
        {"Figures", "plots", ".svg"},
    };
    fprintf(out,
            "<p class=\"open\"><a href=\"%s/report.html\">The report</a></p>\n<details>"
            "<summary>Tables and figures as files</summary>\n",
            of->name);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        fprintf(out, "<p>%s:", kinds[i].title);
        write_files(of, target, kinds[i].part, kinds[i].end, out);
        fputs("</p>\n", out);
    }
    fputs("</details>\n", out);
}

/* --- the page --- */

static void write_study(const site_study *of, const char *target, FILE *out)
{
    const site_counts n = site_counts_of(&of->study);
    fprintf(out, "<section id=\"%s\" aria-labelledby=\"%s-title\">\n<h2 id=\"%s-title\">%s</h2>\n",
            of->name, of->name, of->name, of->name);
    write_picture(of, target, out);
    write_questions(&of->study, out);
    write_sources(&of->study, out);
    write_counts(&n, out);
    write_links(of, target, out);
    misses_write(of, &n, out);
    write_commands(of, out);
    fputs("</section>\n", out);
}

/* A row a study: name, cases, published, came out. */
static void write_overview(const site_study *of, size_t count, FILE *out)
{
    fputs(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"The studies\"><table>\n"
        "<caption>The studies, and how much of what is published came "
        "out</caption>\n<thead><tr><th scope=\"col\" class=\"text\">study</th><th scope=\"col\" "
        "class=\"number\">cases</th><th scope=\"col\" class=\"number\">no result</th>"
        "<th scope=\"col\" class=\"number\">published</th><th scope=\"col\" "
        "class=\"number\">came out</th><th scope=\"col\" class=\"number\">did not</th></tr>"
        "</thead>\n<tbody>\n",
        out);
    for (size_t i = 0; i < count; i++) {
        const site_counts n = site_counts_of(&of[i].study);
        const size_t all = site_published(&n), out_of = site_came_out(&n);
        fprintf(out,
                "<tr><th scope=\"row\" class=\"text\"><a href=\"#%s\">%s</a></th><td "
                "class=\"number\">%zu</td>"
                "<td class=\"number%s\">%zu</td><td class=\"number\">%zu</td>"
                "<td class=\"number\">%zu</td><td class=\"number%s\">%zu</td></tr>\n",
                of[i].name, of[i].name, n.cases, n.broken ? " differs" : "", n.broken, all, out_of,
                all > out_of ? " differs" : "", all - out_of);
    }
    fputs("</tbody></table></div>\n", out);
}

/* Behind the report's style. */
static const char own_style[] =
    "\nbody { display: block; max-width: 72rem; }\n.counts { list-style: none; padding: 0; } "
    ".counts li { display: inline-block; margin: "
    "0.2rem 0.5rem 0.2rem 0; padding: 0.2rem 0.6rem; border-radius: 4px; }\n"
    ".agrees { background: var(--agrees); color: var(--agrees-ink); }\n"
    ".differs { background: var(--differs); color: var(--differs-ink); }\n"
    ".open { font-size: 1.2rem; } details p a { margin-right: 0.75rem; }\n"
    ".misses, .questions { max-width: 60rem; }\n"
    ".shown { display: block; width: 100%; max-width: 46rem; height: 17rem; margin: 0.75rem 0; "
    "object-fit: cover; object-position: top; background: #ffffff; border: 1px solid "
    "var(--line); border-radius: 4px; }\n";

static void write_head(const char *css, size_t css_size, FILE *out)
{
    const html_part style[] = {{css, css_size}, {own_style, sizeof own_style - 1}};
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "img-src data: file: 'self'; base-uri 'none'; form-action 'none'; style-src ",
          out);
    html_hash(style, sizeof style / sizeof *style, out);
    fputs("\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<link rel=\"icon\" href=\"data:,\">\n<title>trama: what came out</title>\n<style>",
          out);
    for (size_t i = 0; i < sizeof style / sizeof *style; i++)
        fwrite(style[i].text, 1, style[i].size, out);
    fputs("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the studies</a>\n",
          out);
}

void landing_write(const site_study *of, size_t count, const char *target, const char *css,
                   size_t css_size, FILE *out)
{
    write_head(css, css_size, out);
    fputs("<header>\n<h1>trama</h1>\n<p>trama simulates cloths and bodies by published models and "
          "methods, and measures them: how large a time step a method takes before the cloth "
          "explodes, when it comes to rest, what a step costs, how it folds. Every result stands "
          "beside what was published, and what does not come out is as easy to see as what "
          "does.</p>\n</header>\n<main id=\"main\" tabindex=\"-1\">\n",
          out);
    write_overview(of, count, out);
    fputs("<p>A published largest step counts once, however many readings of a method are held to "
          "it. Values that chose a setting which is not printed, and variants of what is printed, "
          "are counted and marked as no evidence; times of other hardware are not "
          "counted.</p>\n",
          out);
    for (size_t i = 0; i < count; i++)
        write_study(&of[i], target, out);
    fputs("</main>\n<footer><p>Every page of this site works without a network. Made by "
          "<code>trama site</code> of the results folders named; <code>make site</code> runs the "
          "studies first.</p></footer>\n</body>\n</html>\n",
          out);
}
