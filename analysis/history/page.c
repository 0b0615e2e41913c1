/* A history as a page: the changes, and a panel for each quantity. */
#include "analysis/history/history.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/output/file.h"
#include "analysis/output/page_head.h"
#include "analysis/read/outcome.h"

static const char own_style[] = "\nbody { display: block; max-width: 72rem; }\n"
                                ".shown { display: block; width: 100%; background: #ffffff; "
                                "border: 1px solid var(--line); margin: 1rem 0; }\n";

static void write_entries(const history *h, FILE *out)
{
    fputs("<details><summary>The commits</summary>\n<ol>\n", out);
    for (size_t i = 0; i < h->entries; i++) {
        fputs("<li><code>", out);
        html_text(h->entry[i].commit, out);
        fputs("</code> ", out);
        html_text(h->entry[i].date, out);
        fputs("</li>\n", out);
    }
    fputs("</ol></details>\n", out);
}

static void write_page(const history *h, const history_steps *steps, size_t figures,
                       const html_part *css, FILE *out)
{
    document d = {0};
    const html_part style[] = {*css, {own_style, sizeof own_style - 1}};
    page_head("History", style, sizeof style / sizeof *style, out);
    fputs("<header>\n<h1>History</h1>\n</header>\n<main id=\"main\">\n", out);
    history_document(h, steps, &d);
    document_html(&d, 2, out);
    document_free(&d);
    for (size_t i = 1; i <= figures; i++)
        fprintf(out,
                "<a href=\"plots/history-%zu.svg\"><img class=\"shown\" "
                "src=\"plots/history-%zu.svg\" alt=\"Values and times against the commits, part "
                "%zu\"></a>\n",
                i, i, i);
    write_entries(h, out);
    fputs("</main>\n</body>\n</html>\n", out);
}

static bool make_folder(const char *path, FILE *err)
{
    if (path && door_make(path))
        return true;
    fprintf(err, "%s: %s\n", path ? path : "the page", path ? door_reason(errno) : "no memory");
    return false;
}

int history_page(const history *h, const history_steps *steps, const char *folder,
                 const html_part *css, FILE *out, FILE *err)
{
    text_buffer text;
    char *plots = path_join(folder, "plots");
    gallery g = {.folder = plots, .out = out, .err = err};
    bool made = make_folder(folder, err) && make_folder(plots, err);
    if (made) {
        const size_t figures = history_draw(h, steps, &g);
        gallery_end(&g);
        made = text_begin(&text);
        if (made) {
            write_page(h, steps, figures, css, text.stream);
            made = text_end(&text) && file_replace(folder, "index.html", &text, err);
            text_free(&text);
        }
    }
    gallery_free(&g);
    free(plots);
    if (made)
        fprintf(out, "history: %s/index.html\n", folder);
    return made && !g.failed ? OUTCOME_OK : OUTCOME_IO;
}
