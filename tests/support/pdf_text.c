#include "pdf_text.h"
#include "boxes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 4000, LINE = 600 };

/* Points. A line of 8 pt is 9.3 high, and one of an exponent 7.4; letters rarely fill the uppermost
 * and lowest two. */
static const double slack = 1, between_lines = 3, line = 9.3, exponent = 7.4;

typedef struct words {
    double width, height;
    box item[WORDS];
    size_t count;
} words;

static double value_of(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    return at ? strtod(at + strlen(name), NULL) : (double)NAN;
}

static bool is_line(double size)
{
    return fabs(size - line) < 0.2 || fabs(size - exponent) < 0.2;
}

static void read_word(words *all, const char *from)
{
    const char *text = strchr(from, '>');
    box *w = &all->item[all->count];
    *w = (box){value_of(from, "xMin=\""), value_of(from, "xMax=\""), value_of(from, "yMin=\""),
               value_of(from, "yMax=\""), ""};
    if (!(is_line(w->right - w->left) || is_line(w->bottom - w->top)) || all->count + 1 == WORDS)
        return; /* it stands neither along nor up */
    snprintf(w->text, sizeof w->text, "%.*s", (int)strcspn(text + 1, "<"), text + 1);
    all->count++;
}

static bool read_words(const char *path, words *all)
{
    char command[LINE], text[LINE];
    *all = (words){.width = (double)NAN};
    snprintf(command, sizeof command, "pdftotext -bbox '%.500s' - 2>/dev/null", path);
    FILE *in = popen(command, "r"); /* NOLINT(cert-env33-c): paths of tests */
    while (in && fgets(text, sizeof text, in)) {
        if (strstr(text, "<page")) {
            all->width = value_of(text, "width=\"");
            all->height = value_of(text, "height=\"");
        } else if (strstr(text, "<word")) {
            read_word(all, strstr(text, "<word"));
        }
    }
    return in && pclose(in) == 0 && !isnan(all->width);
}

bool pdf_can_be_read(void)
{
    return system("pdftotext -v >/dev/null 2>&1") == 0;
}

const char *pdf_fault(const char *path)
{
    static words all;
    if (!read_words(path, &all))
        return "pdftotext cannot read it";
    return boxes_fault(all.item, all.count,
                       &(boxes_figure){all.width, all.height, slack, between_lines, " pt"});
}
