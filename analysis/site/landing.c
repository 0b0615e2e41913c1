#include "analysis/site/landing.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/cards/card.h"
#include "analysis/output/file.h"
#include "analysis/output/page_head.h"
#include "analysis/read/alike.h"
#include "analysis/site/counts.h"
#include "core/text.h"
#include "results/door.h"
#include "results/path.h"

enum { RUNS_SHOWN = 40 };

/* --- the answers --- */

static void write_card(const site_study *of, const answer_card *card, FILE *out)
{
    static const char *const colours[] = {
        [CARD_OPEN] = "open", [CARD_AGREES] = "agrees", [CARD_DIFFERS] = "differs"};
    char address[CARD_ADDRESS];
    card_address(card->first, address);
    fprintf(out, "<article class=\"verdict %s\">\n<h3><a href=\"%s/report.html#%s\">",
            colours[card->status], of->name, card->kind == CARD_TOTAL ? "front" : address);
    html_text(card->what, out);
    fputs("</a></h3>\n<p class=\"count\"><strong>", out);
    html_text(card->value, out);
    fputs("</strong> ", out);
    html_text(card->unit, out);
    fputs("</p>\n<p>", out);
    html_text(card->of, out);
    fputs(card->of[0] && card->beside[0] ? ". " : "", out);
    html_text(card->beside, out);
    fputs("</p>\n</article>\n", out);
}

/* The cards of its report's first screen. Errors stand there in a table. */
static void write_cards(const site_study *of, FILE *out)
{
    answer_cards cards;
    if (!answer_cards_make(&of->study, &cards))
        study_miss(&of->study);
    fputs("<div class=\"verdicts\">\n", out);
    for (size_t i = 0; i < cards.shown; i++)
        write_card(of, &cards.item[i], out);
    fputs("</div>\n", out);
    if (cards.others && cards.others[0]) {
        fputs("<p>", out);
        html_text(cards.others, out);
        fputs("</p>\n", out);
    }
    answer_cards_free(&cards);
}

/* What of it is not reproduced the cards say, as the terminal and the report do. */
static void write_results(const site_study *of, const site_counts *n, FILE *out)
{
    const size_t lost = of->study.lost;
    fprintf(out, "<p>%zu of %zu cases ended in a result.", n->cases - n->broken, n->cases);
    if (lost > 0)
        fprintf(out, " %zu results file%s cannot be read: the report names %s.", lost,
                lost == 1 ? "" : "s", lost == 1 ? "it" : "them");
    fputs("</p>\n", out);
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
        if (alike_source(s, &s->item[k]) != &s->item[k])
            continue;
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
        if (alike_source(s, &s->item[i]) != &s->item[i])
            continue;
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
    write_sources(&of->study, out);
    write_cards(of, out);
    write_results(of, &n, out);
    write_links(of, target, out);
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
    ".shown { display: block; width: 100%; max-width: 46rem; height: 17rem; margin: 0.75rem 0; "
    "object-fit: cover; object-position: top; background: #ffffff; border: 1px solid "
    "var(--line); border-radius: 4px; }\n"
    "header img { display: block; max-width: 100%; height: auto; background: #ffffff; } "
    ".ways a { margin-right: 1rem; font-size: 1.2rem; } .scroll th { text-align: left; } "
    "header td:last-child { min-width: 11rem; }\n";

/* What trama is: the front part that tools/docs.sh made in the site, or, where it made none, a
 * paragraph. */
static void write_front(const char *target, FILE *out)
{
    text_buffer front = {0};
    char *folder = path_join(target, "docs");
    if (folder && file_read(folder, "front.part", &front, NULL))
        fwrite(front.data, 1, front.size, out);
    else
        fputs("<p>trama simulates cloths and bodies by published models and methods, and measures "
              "them: how large a time step a method takes before the cloth explodes, when it comes "
              "to rest, what a step costs, how it folds. Every result stands beside what was "
              "published, and what does not come out is as easy to see as what does.</p>\n",
              out);
    text_free(&front);
    free(folder);
}

void landing_write(const site_study *of, size_t count, const char *target, const char *css,
                   size_t css_size, FILE *out)
{
    const html_part style[] = {{css, css_size}, {own_style, sizeof own_style - 1}};
    page_head("trama: what came out", style, sizeof style / sizeof *style, out);
    fputs("<a class=\"skip\" href=\"#main\">Skip to the studies</a>\n<header>\n<h1>trama</h1>\n",
          out);
    write_front(target, out);
    fputs("</header>\n<main id=\"main\" tabindex=\"-1\">\n<h2 id=\"the-studies\">Studies</h2>\n",
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
