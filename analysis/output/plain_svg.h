/* Pictures that may stand within a page, or be published beside one. A picture may come from a
 * stranger, and SVG can hold scripts, pages and addresses; such a one is shown as an image only,
 * in which a browser runs and loads nothing. */
#ifndef ANALYSIS_OUTPUT_PLAIN_SVG_H
#define ANALYSIS_OUTPUT_PLAIN_SVG_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the text, of `size` bytes of UTF-8 and a NUL, is one <svg> of the elements and attributes
 * that gnuplot writes, and nothing else: no script, style, event, comment or entity of its own, no
 * reference that leads out. */
bool svg_is_plain(const char *text, size_t size);

#endif
