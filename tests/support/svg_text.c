/* Boxes of texts from their places, anchors and widths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "svg_text.h"

#include <dirent.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/sheet.h"
#include "boxes.h"
#include "pdf_text.h"
#include "text.h"

enum { TEXTS = 4000 };

static const double pixels_of_cm = 96 / 2.54, points_of_pixel = 72.0 / 96;
static const double slack = 1; /* pixels: letters rarely fill the box of their line */

typedef struct texts {
    double width, height;
    box box[TEXTS];
    size_t count;
    double smallest; /* of the type, pixels */
} texts;

/* What follows `before` in the text, as a number. */
static double number_after(const char *text, const char *before)
{
    const char *at = strstr(text, before);
    return at ? strtod(at + strlen(before), NULL) : (double)NAN;
}

/* The characters between tags, entities as one character. */
static void strip(const char *from, const char *end, char text[BOX_TEXT])
{
    size_t length = 0;
    bool tag = false;
    for (; from < end && length + 1 < BOX_TEXT; from++) {
        if (*from == '<' || *from == '>') {
            tag = *from == '<';
            continue;
        }
        if (tag || *from == '\n' || *from == '\t')
            continue;
        text[length++] = *from;
        if (*from == '&')
            while (from < end && *from != ';')
                from++;
    }
    while (length > 0 && text[length - 1] == ' ')
        length--;
    text[length] = '\0';
}

/* Where a text stands: along its line from its anchor, from a little below the base line to the top
 * of capitals. */
static void place(const char *group, double size, box *b)
{
    const double x = number_after(group, "translate("), y = number_after(strchr(group, ','), ",");
    const double angle = number_after(group, "rotate(") / 180 * 3.14159265358979323846;
    const double cm = 8 * 2.54 / 72, width = sheet_text_width(b->text) / cm * size;
    const bool end = strstr(group, "text-anchor=\"end\""), mid = strstr(group, "\"middle\"");
    const double from = end ? -width : mid ? -width / 2 : 0;
    const double c = isnan(angle) ? 1 : cos(angle), s = isnan(angle) ? 0 : sin(angle);
    const double along[2] = {from, from + width}, up[2] = {-0.74 * size, 0.2 * size};
    *b = (box){HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL, ""};
    for (int i = 0; i < 4; i++) {
        const double px = x + along[i % 2] * c - up[i / 2] * s;
        const double py = y + along[i % 2] * s + up[i / 2] * c;
        b->left = fmin(b->left, px);
        b->right = fmax(b->right, px);
        b->top = fmin(b->top, py);
        b->bottom = fmax(b->bottom, py);
    }
}

/* Texts that are turned by other angles than 90 degrees have boxes that are larger than they. */
static bool is_straight(const char *group)
{
    const double angle = number_after(group, "rotate(");
    return isnan(angle) || fmod(fabs(angle), 90) < 1e-6;
}

static void read_group(texts *all, const char *group, const char *end)
{
    char head[400];
    const char *inside = strchr(group, '>');
    snprintf(head, sizeof head, "%.*s", (int)(inside - group), group);
    const double size = number_after(head, "font-size=\"");
    box b;
    char text[BOX_TEXT];
    strip(inside + 1, end, text);
    if (text[0] == '\0' || isnan(size) || !is_straight(head))
        return;
    assert_true(all->count < TEXTS);
    snprintf(b.text, sizeof b.text, "%s", text);
    place(head, size, &b);
    snprintf(b.text, sizeof b.text, "%s", text);
    all->smallest = fmin(all->smallest, size);
    all->box[all->count++] = b;
}

static void read_texts(const char *svg, texts *all)
{
    *all = (texts){.width = number_after(svg, "width=\""),
                   .height = number_after(svg, "height=\""),
                   .smallest = HUGE_VAL};
    for (const char *at = strstr(svg, "<g transform=\"translate("); at;) {
        const char *end = strstr(at, "</g>");
        assert_non_null(end);
        read_group(all, at, end);
        at = strstr(end, "<g transform=\"translate(");
    }
}

const char *svg_fault(const char *svg)
{
    static texts all;
    static char fault[600];
    read_texts(svg, &all);
    const double width = all.width / pixels_of_cm;
    if (fabs(width - FIGURE_SINGLE) > 0.03 && fabs(width - FIGURE_DOUBLE) > 0.03) {
        snprintf(fault, sizeof fault, "%.2f cm wide", width);
        return fault;
    }
    if (all.smallest * points_of_pixel < 7.9) {
        snprintf(fault, sizeof fault, "type of %.1f pt", all.smallest * points_of_pixel);
        return fault;
    }
    return boxes_fault(all.box, all.count,
                       &(boxes_figure){all.width, all.height, slack, slack, ""});
}

void svg_assert_legible(const char *path)
{
    char *svg = text_of_file(path), print[600];
    const char *fault = svg_fault(svg);
    free(svg);
    if (fault)
        fail_msg("%s: %s", path, fault);
    snprintf(print, sizeof print, "%.*s.pdf", (int)(strlen(path) - strlen(".svg")), path);
    fault = pdf_can_be_read() ? pdf_fault(print) : NULL;
    if (fault)
        fail_msg("%s: %s", print, fault);
}

int svg_assert_all_legible(const char *folder)
{
    int count = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        char path[600];
        const size_t length = strlen(entry->d_name);
        if (length < 4 || strcmp(entry->d_name + length - 4, ".svg") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        svg_assert_legible(path);
        count++;
    }
    closedir(dir);
    return count;
}
