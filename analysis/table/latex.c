/* LaTeX fragments to \input: text; the tables are latex_grid's. */
#include "analysis/table/latex.h"

#include <string.h>

#include "core/text.h"

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
    {"_", "\\_\\allowbreak{}"},
    {"/", "/\\allowbreak{}"},
    {"|", "|\\allowbreak{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"[", "{[}"}, /* behind \\\\, which a row of a table may follow, [ and * would be its own */
    {"*", "{*}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"Δt", "$\\Delta t$"},
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
    {"✓", "$\\checkmark$"},
    {"°", "$^\\circ$"},
    {"∞", "$\\infty$"},
    {"→", "$\\to$"},
    {"α", "$\\alpha$"},
    {"β", "$\\beta$"},
    {"γ", "$\\gamma$"},
    {"θ", "$\\theta$"},
    {"λ", "$\\lambda$"},
    {"ν", "$\\nu$"},
    {"σ", "$\\sigma$"},
    {"τ", "$\\tau$"},
    {"ε", "$\\varepsilon$"},
    {"∂", "$\\partial$"},
    {"∑", "$\\sum$"},
    {"⁻", "$^-$"},
    {"¹", "$^1$"},
    {"₀", "$_0$"},
    {"₁", "$_1$"},
    {"₂", "$_2$"},
    {"ₙ", "$_n$"},
    {"∆", "$\\Delta$"},
    {"′", "$'$"},
    {"″", "$''$"},
    {"‖", "$\\|$"},
    {"⁴", "$^4$"},
    {"½", "$\\frac12$"},
};

/* Letters that pdfTeX knows by UTF-8: of Latin alphabets, and quotation marks. */
static bool is_known(unsigned long code)
{
    return (code < 0x180 && trama_is_visible((uint32_t)code)) ||
           (code >= 0x2018 && code <= 0x201F) || code == 0x2026 || code == 0x2014;
}

/* The code point at `text`, and its bytes; what is no UTF-8 is taken by the byte. */
static unsigned long code_at(const char *text, size_t *bytes)
{
    const unsigned char *byte = (const unsigned char *)text;
    const size_t length = byte[0] >= 0xF0 ? 4 : byte[0] >= 0xE0 ? 3 : byte[0] >= 0xC2 ? 2 : 1;
    unsigned long code = length == 1 ? byte[0] : byte[0] & (0xFFU >> (length + 1));
    *bytes = length;
    for (size_t i = 1; i < length; i++) {
        if ((byte[i] & 0xC0) != 0x80) {
            *bytes = 1;
            return 0xFFFD;
        }
        code = code << 6 | (byte[i] & 0x3F);
    }
    return code < 0x80 || length > 1 ? code : 0xFFFD;
}

static size_t write_other(const char *text, FILE *out)
{
    size_t bytes;
    const unsigned long code = code_at(text, &bytes);
    if (code < ' ')
        fputc(' ', out);
    else if (is_known(code))
        fwrite(text, 1, bytes, out);
    else
        fprintf(out, "{[}U+%04lX]", code);
    return bytes;
}

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
    return write_other(text, out);
}

void latex_text(const char *text, size_t bytes, FILE *out)
{
    for (const char *end = text + bytes; text < end && *text;)
        text += write_character(text, out);
}

static void heading(const document *d, size_t index, FILE *out)
{
    const char *text = d->block[index].text;
    fputs("\n\\paragraph{", out);
    latex_text(text, strlen(text), out);
    fputs("}\n", out);
}

/* Lines are filled loosely rather than run over the margin. */
static void paragraph(const document *d, size_t index, FILE *out)
{
    const char *text = d->block[index].text;
    fputs("\n{\\sloppy ", out);
    latex_text(text, strlen(text), out);
    fputs("\\par}\n", out);
}

static void grid(const document *d, size_t index, FILE *out)
{
    latex_grid(d, index, out);
}

/* Marks and notes stand below the tables that have them. */
static void elsewhere(const document *d, size_t index, FILE *out)
{
    (void)d;
    (void)index;
    (void)out;
}

void document_latex(const document *d, FILE *out)
{
    static void (*const writer[BLOCK_KINDS])(const document *, size_t,
                                             FILE *) = {[BLOCK_HEADING] = heading,
                                                        [BLOCK_PARAGRAPH] = paragraph,
                                                        [BLOCK_GRID] = grid,
                                                        [BLOCK_MARK] = elsewhere,
                                                        [BLOCK_NOTE] = elsewhere};
    fputs("% needs \\usepackage{amssymb,booktabs,graphicx,siunitx,tabularx}\n", out);
    for (size_t i = 0; i < d->count; i++)
        writer[d->block[i].kind](d, i, out);
}
