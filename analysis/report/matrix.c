/* What came out: for each experiment its answers, a cell for each case. Each cell has an address;
 * page.js opens what stands behind it. */
#include <stdlib.h>
#include <string.h>

#include "analysis/cards/card.h"
#include "analysis/output/file.h"
#include "analysis/output/html.h"
#include "analysis/quantities/marks.h"
#include "analysis/quantities/refinement.h"
#include "analysis/report/cells.h"
#include "analysis/table/answer_grid.h"

typedef struct matrix {
    report *r;
    FILE *out;
    text_buffer details; /* JSON: the cells' details, by their addresses */
    char **address;      /* that are taken */
    size_t count, cells;
    case_list predictions; /* that a case may have */
    const char *lead;      /* the experiment that leads the page; NULL: none is written */
    bool *is_number;       /* of each key of the grid that is written */
    bool folded;           /* the rest stands behind a title */
    bool done;
} matrix;

extern const section_type section_cases;

static bool is_taken(const matrix *m, const char *address)
{
    for (size_t i = 0; i < m->count; i++)
        if (strcmp(m->address[i], address) == 0)
            return true;
    return false;
}

static const char *take(matrix *m, const char *address)
{
    char **grown = realloc(m->address, (m->count + 1) * sizeof(*grown));
    char *own = strdup(address);
    m->done = m->done && grown && own;
    m->address = grown ? grown : m->address;
    if (grown && own)
        m->address[m->count++] = own;
    else
        free(own);
    return grown && own ? own : NULL;
}

/* The address of a cell, which no other has. */
static const char *take_cell(matrix *m, const study_case *c, bool leads)
{
    char address[CARD_ADDRESS];
    cells_address(&m->r->study, c, leads, address);
    while (is_taken(m, address) && strlen(address) + 2 < CARD_ADDRESS)
        strcat(address, "+");
    return take(m, address);
}

/* One case of a cell: its text, and the class of its colour. */
static const char *write_answer(const study *s, const study_case *c, FILE *out)
{
    char text[128];
    const answer a = answer_of(s, c);
    const bool known = a.published == a.published && !a.beside && !a.absent,
               late = a.agrees && a.late;
    answer_text(&a, text, sizeof text);
    html_text(text, out);
    if (known)
        fprintf(out, "<span class=\"said\"> %s%s%s</span>", a.agrees ? "" : "not ",
                beside_as((beside){.published = !a.theory, .theory = a.theory}),
                late ? ", see the note" : "");
    return late ? "late" : a.agrees ? "agrees" : known ? "differs" : "";
}

/* What stands behind a case: its own details, and those of its grids that are not the finest. */
static void write_details(matrix *m, const answer_grid *g, const study_case *c)
{
    FILE *out = m->details.stream;
    m->done = cells_details(m->r, &m->predictions, c, out) && m->done;
    for (size_t i = 0; g->refined && i < g->s->count; i++)
        if (&g->s->item[i] != c && refinement_is_one(g->s, c, &g->s->item[i])) {
            fputc(',', out);
            m->done = cells_details(m->r, &m->predictions, &g->s->item[i], out) && m->done;
        }
}

/* All that stands behind a cell goes among the details, below its address. */
static void write_cell(matrix *m, const answer_grid *g, const study_case *c, bool leads)
{
    text_buffer text = {0};
    const char *address = c ? take_cell(m, c, leads) : NULL;
    const bool begun = address && text_begin(&text);
    m->done = m->done && (begun || !c);
    if (!begun) {
        text_free(&text);
        fputs("<td class=\"number\"></td>", m->out);
        return;
    }
    fputs(m->cells++ > 0 ? ",\n" : "", m->details.stream);
    html_json(address, m->details.stream);
    fputs(":[", m->details.stream);
    const char *css = write_answer(g->s, c, text.stream);
    write_details(m, g, c);
    fputc(']', m->details.stream);
    m->done = text_end(&text) && m->done;
    fprintf(m->out, "<td class=\"number %s\" id=\"%s\"><a href=\"#%s\" data-cell>", css, address,
            address);
    fputs(text.data ? text.data : "", m->out);
    fputs("</a></td>", m->out);
    text_free(&text);
}

static void write_head(const char *text, bool number, FILE *out)
{
    fprintf(out, "<th scope=\"col\" class=\"%s\">", number ? "number" : "text");
    html_text(text, out);
    fputs("</th>", out);
}

static void write_names(const matrix *m, const answer_grid *g)
{
    FILE *out = m->out;
    char text[GRID_NAME];
    fputs("<thead>\n<tr>", out);
    for (size_t k = g->pages; k < g->keys; k++) {
        answer_grid_key_head(g, k, text);
        write_head(text, m->is_number[k], out);
    }
    for (size_t i = 0; i < g->columns; i++) {
        answer_grid_head(g, i, text);
        write_head(text, true, out);
    }
    fputs("</tr>\n</thead>\n", out);
}

static void write_row(matrix *m, const answer_grid *g, size_t row, bool leads)
{
    fputs("<tr>", m->out);
    for (size_t k = g->pages; k < g->keys; k++) {
        char text[GRID_NAME];
        answer_grid_key(g, row, k, text);
        fprintf(m->out, "<th scope=\"row\" class=\"%s\">", m->is_number[k] ? "number" : "text");
        html_text(text, m->out);
        fputs("</th>", m->out);
    }
    for (size_t i = 0; i < g->columns; i++)
        write_cell(m, g, answer_grid_case(g, row, i), leads);
    fputs("</tr>\n", m->out);
}

enum { TALL = 12 }; /* rows, past which a table may break between sheets of paper */

/* The rows from `first` to `end`, which are of one page. */
static void write_page(matrix *m, const answer_grid *g, size_t first, size_t end,
                       const char *caption, bool leads)
{
    fprintf(m->out, "<div class=\"scroll%s\" role=\"region\" tabindex=\"0\" aria-label=\"",
            end - first > TALL ? " tall" : "");
    html_text(caption, m->out);
    fputs("\"><table class=\"answers\">\n<caption>", m->out);
    html_text(caption, m->out);
    fputs("</caption>\n", m->out);
    write_names(m, g);
    fputs("<tbody>\n", m->out);
    for (size_t row = first; row < end; row++)
        write_row(m, g, row, leads);
    fputs("</tbody>\n</table></div>\n", m->out);
}

/* The first pages of so many rows; the rest is in the CSV. */
static void write_grid(matrix *m, const answer_grid *g, const char *caption, bool leads)
{
    enum { ROWS_SHOWN = 100 };
    char of[GRID_NAME], text[1024];
    size_t row = 0;
    m->is_number = calloc(g->keys + 1, sizeof *m->is_number);
    m->done = m->done && m->is_number;
    for (size_t k = 0; m->is_number && k < g->keys; k++)
        m->is_number[k] = answer_grid_key_is_number(g, k);
    while (m->is_number && row < g->rows && row < ROWS_SHOWN) {
        const size_t next = answer_grid_next_page(g, row);
        const size_t end = next < row + ROWS_SHOWN ? next : row + ROWS_SHOWN;
        answer_grid_page(g, row, of);
        snprintf(text, sizeof text, "%s%s%s", caption, of[0] ? "; " : "", of);
        write_page(m, g, row, end, text, leads);
        row = end;
    }
    if (row < g->rows)
        fprintf(m->out,
                "<p>The first %zu of %zu rows; <a href=\"#cases\">all cases</a> are listed "
                "below.</p>\n",
                row, g->rows);
    free(m->is_number);
    m->is_number = NULL;
}

/* Once of an experiment, whose answers may be of several grids. */
static void write_heading(matrix *m, const study_case *c)
{
    char address[CARD_ADDRESS];
    card_address(c, address);
    if (is_taken(m, address) || !take(m, address))
        return;
    fprintf(m->out, "<h3 id=\"%s\">", address);
    html_text(case_text(c, &column_case_experiment), m->out);
    fputs(case_block(c)->question[0] ? ": " : "", m->out);
    html_text(case_block(c)->question, m->out);
    fputs("</h3>\n", m->out);
}

static void show(const answer_grid *g, void *context)
{
    matrix *m = context;
    const study_case *c = g->item[0];
    char words[480], caption[512];
    const bool leads = strcmp(cells_lead(&m->r->study), case_text(c, &column_case_experiment)) == 0;
    m->lead = m->lead ? m->lead : case_text(c, &column_case_experiment);
    write_heading(m, c);
    answer_grid_caption(g, words, sizeof words);
    snprintf(caption, sizeof caption, "%s%s", words, g->refined ? ", a cell opens all" : "");
    write_grid(m, g, caption, leads);
}

static bool has_more(const study *s, int rank)
{
    for (size_t i = 0; i < s->count; i++)
        if (card_rank(&s->item[i]) >= rank && case_counts_as_published(&s->item[i]))
            return true;
    return false;
}

/* The grids of experiments of one rank; the list of all cases is left as it is. */
static bool show_rank(matrix *m, const case_list *all, int rank)
{
    case_list own = {.item = calloc(all->count + 1, sizeof(*own.item))};
    for (size_t i = 0; own.item && i < all->count; i++)
        if (card_rank(all->item[i]) == rank)
            own.item[own.count++] = all->item[i];
    const bool done = own.item && answer_grids(&m->r->study, &own, 0, show, m);
    free(own.item);
    return done;
}

static void write_mark(const char *line, void *out)
{
    fprintf(out, " %s", line);
}

/* What the marks of the cells mean. */
static void write_legend(const study *s, const case_list *cases, FILE *out)
{
    fputs("<p>", out);
    marks_visit(s, cases, write_mark, out);
    fputs("</p>\n", out);
}

static void write(report *r, FILE *out)
{
    matrix m = {.r = r, .out = out, .done = true};
    m.done = text_begin(&m.details);
    case_list cases = study_select(&r->study, NULL, case_counts_as_published);
    m.predictions = study_select(&r->study, "predict", case_counts_as_published);
    write_legend(&r->study, &cases, out);
    fputs("<p>A cell opens what stands behind it.</p>\n", out);
    m.done = m.done && cases.item && m.predictions.item;
    for (int rank = 0; m.done && rank < CARD_RANKS; rank++) {
        if (rank == CARD_RANK_PUBLISHED + 1 && m.lead &&
            has_more(&r->study, CARD_RANK_PUBLISHED + 1)) {
            fputs("<details><summary>Experiments that have nothing to be compared with"
                  "</summary>\n",
                  out);
            m.folded = true;
        }
        m.done = show_rank(&m, &cases, rank);
    }
    free(cases.item);
    free(m.predictions.item);
    fputs(m.folded ? "</details>\n" : "", out);
    m.done = text_end(&m.details) && m.done;
    fputs("<script type=\"application/json\" id=\"cells\">{", out);
    if (m.done)
        fwrite(m.details.data, 1, m.details.size, out);
    else
        fprintf(r->err, "no memory for the answers\n");
    fputs("}</script>\n", out);
    r->failed |= !m.done;
    text_free(&m.details);
    for (size_t i = 0; i < m.count; i++)
        free(m.address[i]);
    free(m.address);
}

const section_type section_matrix = {.id = "matrix", .title = "What came out", .write = write};
