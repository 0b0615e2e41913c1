/* LaTeX fragments to \input: booktabs, and longtable where a table is longer than a page. */
#include <string.h>

#include "analysis/table/document.h"

enum { ROWS_OF_A_PAGE = 40 };

/* Characters that LaTeX does not take as they are. */
static const struct {
    const char *from, *to;
} replacement[] = {
    {"\\", "\\textbackslash{}"},
    {"~", "\\textasciitilde{}"},
    {"^", "\\textasciicircum{}"},
    {"&", "\\&"},
    {"%", "\\%"},
    {"$", "\\$"},
    {"#", "\\#"},
    {"_", "\\_"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"Δ", "$\\Delta$"},
    {"Tᵢ", "$T_i$"},
    {"Tₑ", "$T_e$"},
    {"≠", "$\\neq$"},
    {"×", "$\\times$"},
    {"−", "$-$"},
    {"†", "\\dag{}"},
    {"–", "--"},
    {"µ", "$\\mu$"},
    {"ζ", "$\\zeta$"},
    {"ξ", "$\\xi$"},
    {"φ", "$\\varphi$"},
    {"ω", "$\\omega$"},
    {"π", "$\\pi$"},
    {"ρ", "$\\rho$"},
    {"μ", "$\\mu$"}, /* the letter; above, the prefix */
    {"√", "$\\surd$"},
    {"≤", "$\\leq$"},
    {"≥", "$\\geq$"},
    {"≈", "$\\approx$"},
    {"∝", "$\\propto$"},
    {"⇒", "$\\Rightarrow$"},
    {"²", "$^2$"},
    {"³", "$^3$"},
    {"·", "$\\cdot$"},
    {"±", "$\\pm$"},
    {"‡", "\\ddag{}"},
};

/* Bytes of `text` that were written. */
static size_t write_character(const char *text, FILE *out)
{
    for (size_t i = 0; i < sizeof replacement / sizeof *replacement; i++) {
        const size_t length = strlen(replacement[i].from);
        if (strncmp(text, replacement[i].from, length) == 0) {
            fputs(replacement[i].to, out);
            return length;
        }
    }
    fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    return 1;
}

static void write_text(const char *text, FILE *out)
{
    while (*text)
        text += write_character(text, out);
}

static void heading(const block *b, FILE *out)
{
    fputs("\n\\paragraph{", out);
    write_text(b->text, out);
    fputs("}\n", out);
}

static void paragraph(const block *b, FILE *out)
{
    fputs("\n", out);
    write_text(b->text, out);
    fputs("\n", out);
}

static void write_row(const block *b, size_t first, FILE *out)
{
    for (size_t i = 0; i < b->columns && first + i < b->count; i++) {
        fputs(i ? " & " : "", out);
        write_text(b->cell[first + i], out);
    }
    fputs(" \\\\\n", out);
}

static void write_header(const block *b, FILE *out)
{
    fputs("\\toprule\n", out);
    write_row(b, 0, out);
    fputs("\\midrule\n", out);
}

static void write_rows(const block *b, FILE *out)
{
    for (size_t i = b->columns; i < b->count; i += b->columns)
        write_row(b, i, out);
    fputs("\\bottomrule\n", out);
}

static void write_caption(const block *b, const char *end, FILE *out)
{
    if (b->text[0] == '\0')
        return;
    fputs("\\caption{", out);
    write_text(b->text, out);
    fprintf(out, "}%s\n", end);
}

static void long_grid(const block *b, FILE *out)
{
    fprintf(out, "\n\\begin{longtable}{%s}\n", b->align);
    write_caption(b, " \\\\", out);
    write_header(b, out);
    fputs("\\endhead\n", out);
    write_rows(b, out);
    fputs("\\end{longtable}\n", out);
}

static void short_grid(const block *b, FILE *out)
{
    fputs("\n\\begin{table}[htbp]\n\\centering\n", out);
    write_caption(b, "", out);
    fprintf(out, "\\begin{tabular}{%s}\n", b->align);
    write_header(b, out);
    write_rows(b, out);
    fputs("\\end{tabular}\n\\end{table}\n", out);
}

static void grid(const block *b, FILE *out)
{
    const bool is_long = b->count / b->columns > ROWS_OF_A_PAGE;
    (is_long ? long_grid : short_grid)(b, out);
}

void document_latex(const document *d, FILE *out)
{
    static void (*const writer[BLOCK_KINDS])(const block *, FILE *) = {
        [BLOCK_HEADING] = heading, [BLOCK_PARAGRAPH] = paragraph, [BLOCK_GRID] = grid};
    fputs("% needs \\usepackage[utf8]{inputenc}, booktabs and longtable\n", out);
    for (size_t i = 0; i < d->count; i++)
        writer[d->block[i].kind](&d->block[i], out);
}
