/* The matrix of laws by solvers, all on one screen: a cell opens its run, whose address it shares
 * with the answers below. */
#include "analysis/output/html.h"
#include "analysis/report/cells.h"
#include "analysis/select/law_grid.h"

#include <string.h>

/* The ground of a cell, by powers of ten of the step. */
static const char *class_of(const law_answer *a)
{
    switch (a->verdict) {
    case LAW_STEP:
    case LAW_MOST:
        return a->step < 1e-4   ? "ms-fine"
               : a->step < 1e-3 ? "ms-tenths"
               : a->step < 1e-2 ? "ms-ones"
                                : "ms-tens";
    case LAW_STAYS:
    case LAW_CHANCE:
        return "differs";
    case LAW_NONE:
    case LAW_ENDED:
        break;
    }
    return "";
}

static void write_cell(const study *s, const study_case *c, FILE *out)
{
    char address[CARD_ADDRESS], text[64];
    if (!c) {
        fputs("<td class=\"number\">–</td>", out);
        return;
    }
    const law_answer a = law_answer_of(c);
    cells_address(s, c, strcmp(cells_lead(s), case_text(c, &column_case_experiment)) == 0, address);
    law_answer_text(c, text, sizeof text);
    fprintf(out, "<td class=\"number %s\"><a href=\"#%s\">", class_of(&a), address);
    html_text(text, out);
    fprintf(out, "%s%s</a></td>", law_mark(&a) ? " " : "", law_mark(&a) ? law_mark(&a) : "");
}

static void write_heads(const law_grid *grid, FILE *out)
{
    fputs("<thead>\n<tr><th scope=\"col\" class=\"text\">Law</th>", out);
    for (size_t k = 0; k < grid->columns; k++) {
        fputs("<th scope=\"col\" class=\"number\">", out);
        html_text(grid->item[grid->column[k]].method, out);
        fputs("</th>", out);
    }
    fputs("</tr>\n</thead>\n", out);
}

static void write_words(FILE *out)
{
    static const char *const marks[] = {LAW_GRID_MARKS};
    fputs("<p>" LAW_GRID_SHOWS ".", out);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        fputc(' ', out);
        html_text(marks[i], out);
    }
    fputs(
        " What a solver refuses, and why, is told <a href=\"#exceptions\">below</a>. A cell opens "
        "its run.</p>\n",
        out);
}

static void write_grid(const study *s, const law_grid *grid, FILE *out)
{
    write_words(out);
    fputs("<div class=\"scroll tall\" role=\"region\" tabindex=\"0\" aria-label=\"Laws by "
          "solver\"><table class=\"answers laws\">\n<caption>Laws by solver</caption>\n",
          out);
    write_heads(grid, out);
    fputs("<tbody>\n", out);
    for (size_t r = 0; r < grid->rows; r++) {
        fputs("<tr><th scope=\"row\" class=\"text\">", out);
        html_text(grid->item[grid->row[r]].law, out);
        fputs("</th>", out);
        for (size_t k = 0; k < grid->columns; k++)
            write_cell(s, grid->at[r * grid->columns + k], out);
        fputs("</tr>\n", out);
    }
    fputs("</tbody>\n</table></div>\n", out);
}

static void write(report *r, FILE *out)
{
    law_grid grid;
    const bool made = law_grid_make(&r->study, &grid);
    if (!made)
        fprintf(r->err, "no memory for the matrix of laws\n");
    r->failed |= !made;
    if (made && grid.rows > 1)
        write_grid(&r->study, &grid, out);
    law_grid_free(&grid);
}

const section_type section_laws = {.id = "laws", .title = "Laws by solver", .write = write};
