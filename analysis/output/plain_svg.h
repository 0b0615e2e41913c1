/* Check of pictures that are embedded in a page or published with one. A picture may come from a
 * stranger, and SVG can hold scripts, pages and addresses; such a picture is shown only as an
 * image, in which a browser runs and loads nothing. */
#ifndef ANALYSIS_OUTPUT_PLAIN_SVG_H
#define ANALYSIS_OUTPUT_PLAIN_SVG_H

#include <stdbool.h>
#include <stddef.h>

/* True if the text, `size` bytes of UTF-8 and a NUL, is a single <svg> with only the elements and
 * attributes that gnuplot writes: no script, style, event, comment, own entity or external
 * reference. */
bool svg_is_plain(const char *text, size_t size);

#endif
