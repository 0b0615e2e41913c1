#include "analysis/plot/figure.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/fonts.h"
#include "analysis/plot/gnuplot.h"
#include "analysis/plot/png.h"
#include "analysis/plot/work.h"
#include "core/text.h"

static const char *const suffixes[] = {".svg", ".pdf", ".gp", ".dat"};

enum { SCRIPT = 2, DATA = 3 }; /* what gnuplot reads */

enum { SUFFIXES = sizeof suffixes / sizeof *suffixes };

/* The i-th file of a figure: those of the suffixes, then pictures. */
static void name_file(const figure *f, size_t i, char name[GALLERY_FILE])
{
    if (i < SUFFIXES)
        snprintf(name, GALLERY_FILE, "%s%s", f->name, suffixes[i]);
    else
        snprintf(name, GALLERY_FILE, "%s.%zu.png", f->name, i - SUFFIXES + 1);
}

static size_t count_files(const figure *f)
{
    return SUFFIXES + f->pictures;
}

/* SVG counts pixels of 1/96 inch, PDF centimetres. The type is 8 pt in both, which is 10.7 of those
 * pixels; gnuplot's PDF takes a point for a pixel. */
static const double pixels_of_cm = 96 / 2.54;

static void fail(gallery *g, const char *name, const char *why)
{
    fprintf(g->err, "%s: not made: %s\n", name, why);
    g->failed = true;
}

/* Letters, digits and .-_ alone, not beginning with a dot or a dash. */
static void safe_name(const char *name, char *safe)
{
    size_t i = 0;
    for (; name[i] && i < FIGURE_NAME - 8; i++) {
        const char c = name[i];
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || (i > 0 && (c == '.' || c == '-'));
        safe[i] = plain ? c : '_';
    }
    safe[i] = '\0';
}

static bool is_taken(const gallery *g, const char *name)
{
    for (size_t i = 0; i < g->made; i++)
        if (strcmp(g->name[i], name) == 0)
            return true;
    return false;
}

/* Two names may become one when made safe, or be one: the later gets a number. */
static void free_name(const gallery *g, const char *name, char *chosen)
{
    safe_name(name, chosen);
    const size_t length = strlen(chosen);
    for (size_t i = 2; is_taken(g, chosen) && i < 10000; i++)
        snprintf(chosen + length, FIGURE_NAME - length, "_%zu", i);
}

static void figure_free(figure *f)
{
    text_free(&f->script);
    text_free(&f->data);
    for (size_t i = 0; i < f->pictures; i++)
        text_free(&f->picture[i]);
}

/* What the script of every figure begins with: terminal, fonts, borders. */
static void begin_script(const gallery *g, figure *f)
{
    fprintf(f->script.stream, "# %s, made by `trama plot`; to make it again: gnuplot %s.gp\n",
            f->name, f->name);
    if (g->asked)
        fprintf(f->script.stream, GALLERY_ASKED "%s\n", g->asked);
    fprintf(f->script.stream,
            "set encoding utf8\n"
            "do for [format in 'svg pdf'] {\n"
            "reset\n"
            "if (format eq 'svg') {\n"
            "    set terminal svg size %.0f,%.0f fixed enhanced font 'DejaVu Sans,10.6' "
            "linewidth 0.9 background rgb 'white'\n"
            "} else {\n"
            "    set terminal pdfcairo size %gcm,%gcm enhanced font 'DejaVu Sans,8' fontscale 0.75 "
            "linewidth 1.4\n"
            "}\n"
            "set output '%s.'.format\n"
            "data = '%s.dat'\n"
            "set border linewidth 0.7\n"
            "set tics scale 0.6\n"
            "set xlabel offset 0, 0.3\n",
            f->width * pixels_of_cm, f->height * pixels_of_cm, f->width, f->height, f->name,
            f->name);
}

bool figure_begin(figure *f, gallery *g, const char *name, double width, double height)
{
    *f = (figure){.width = width, .height = height};
    free_name(g, name, f->name);
    if (text_begin(&f->script) && text_begin(&f->data)) {
        begin_script(g, f);
        return true;
    }
    fail(g, f->name, "no memory");
    figure_free(f);
    return false;
}

void figure_end_block(figure *f)
{
    fputs("\n\n", f->data.stream);
    f->blocks++;
}

void figure_number(figure *f, double value)
{
    if (isfinite(value))
        fprintf(f->data.stream, " %.9g", value);
    else
        fputs(" NaN", f->data.stream);
}

/* Characters that gnuplot's quotes, blocks of commands or enhanced text would take for something
 * else. A doubled quote is not safe at the start of a string; a brace counts even within quotes.
 * ]]> is not allowed in XML, and gnuplot escapes < and & alone: an invisible word joiner parts it.
 */
static const struct {
    char from;
    const char *to;
} spelling[] = {{'\'', "\342\200\231"},
                {'{', "\\U+007B\342\201\240"},
                {'}', "\\U+007D\342\201\240"},
                {'>', "\342\201\240>"},
                {'\\', "\\\\"},
                {'_', "\\_"},
                {'^', "\\^"},
                {'@', "\\@"},
                {'&', "\\&"},
                {'~', "\\~"}};

static const char *spelled(char c)
{
    for (size_t i = 0; i < sizeof spelling / sizeof *spelling; i++)
        if (spelling[i].from == c)
            return spelling[i].to;
    return NULL;
}

static void write_code(uint32_t code, FILE *out)
{
    char text[FONTS_CODE];
    fonts_code(code, text);
    fputs(text, out);
}

static size_t write_character(const char *text, FILE *out)
{
    uint32_t code;
    const size_t length = trama_utf8(text, 4, &code);
    const char *special = spelled(*text);
    if (length == 0 || !trama_is_visible(code))
        fputs(length == 0 ? "?" : " ", out);
    else if (special)
        fputs(special, out);
    else if (!fonts_have(code))
        write_code(code, out);
    else
        fprintf(out, "%.*s", (int)length, text);
    return length ? length : 1;
}

void figure_text(figure *f, const char *text)
{
    fputc('\'', f->script.stream);
    while (*text)
        text += write_character(text, f->script.stream);
    fputc('\'', f->script.stream);
}

void figure_tic(figure *f, const char *text)
{
    fputc('\'', f->script.stream);
    while (*text) {
        if (*text == '%')
            fputc('%', f->script.stream);
        text += write_character(text, f->script.stream);
    }
    fputc('\'', f->script.stream);
}

size_t figure_picture(figure *f, const unsigned char *pixels, size_t width, size_t height,
                      double resolution)
{
    if (f->pictures == FIGURE_PICTURES)
        return 0;
    text_buffer *picture = &f->picture[f->pictures];
    if (!text_begin(picture))
        return 0;
    f->pictures++;
    const bool made = png_write(pixels, width, height, 100 * resolution, picture->stream);
    const bool ended = text_end(picture);
    return made && ended ? f->pictures : 0;
}

static bool write_input(const figure *f, const char *folder, FILE *err)
{
    char name[GALLERY_FILE];
    bool written = true;
    for (size_t i = SUFFIXES; written && i < count_files(f); i++) {
        name_file(f, i, name);
        written = file_replace(folder, name, &f->picture[i - SUFFIXES], err);
    }
    name_file(f, SCRIPT, name);
    written = written && file_replace(folder, name, &f->script, err);
    name_file(f, DATA, name);
    return written && file_replace(folder, name, &f->data, err);
}

static bool move(const char *from, const char *to, const char *name)
{
    char *old = path_join(from, name), *new = path_join(to, name);
    const bool moved = old && new &&door_rename(old, new);
    free(new);
    free(old);
    return moved;
}

static bool move_all(const figure *f, const char *from, gallery *g)
{
    char name[GALLERY_FILE];
    bool moved = true;
    for (size_t i = 0; moved && i < count_files(f); i++) {
        name_file(f, i, name);
        moved = move(from, g->folder, name) && gallery_add_file(g, name);
    }
    return moved;
}

static bool draw(const figure *f, gallery *g, const char *folder)
{
    char message[600];
    if (!write_input(f, folder, g->err)) {
        g->failed = true;
        return false;
    }
    const double seconds = g->seconds > 0 ? g->seconds : GALLERY_SECONDS;
    const gnuplot_result result = gnuplot_run(folder, f->name, seconds, message, sizeof message);
    g->late = result == GNUPLOT_LATE;
    if (result != GNUPLOT_DREW) {
        fail(g, f->name, message);
        return false;
    }
    if (move_all(f, folder, g))
        return true;
    fail(g, f->name, door_reason(errno));
    return false;
}

static bool remember(gallery *g, const char *name)
{
    char(*grown)[FIGURE_NAME] = realloc(g->name, (g->made + 1) * sizeof *grown);
    if (!grown)
        return false;
    g->name = grown;
    snprintf(g->name[g->made++], FIGURE_NAME, "%s", name);
    return true;
}

static bool end_texts(figure *f)
{
    fputs("unset output\n}\n", f->script.stream);
    const bool script = text_end(&f->script), data = text_end(&f->data);
    return script && data;
}

static void draw_in_work(const figure *f, gallery *g)
{
    work w;
    if (!work_begin(&w, g->folder))
        fail(g, f->name, door_reason(errno));
    else if (draw(f, g, w.path))
        fprintf(g->out, "%s/%s: svg, pdf, gp, dat\n", g->folder, f->name);
    work_end(&w);
}

void figure_end(figure *f, gallery *g)
{
    if (!end_texts(f) || !remember(g, f->name))
        fail(g, f->name, "no memory");
    else if (g->late)
        fail(g, f->name, "gnuplot came to no end over a figure before it");
    else
        draw_in_work(f, g);
    figure_free(f);
}
