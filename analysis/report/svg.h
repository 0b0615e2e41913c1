/* Pictures by gnuplot within a page. */
#ifndef ANALYSIS_REPORT_SVG_H
#define ANALYSIS_REPORT_SVG_H

#include <stddef.h>
#include <stdio.h>

/* How a picture is changed for a page: unneeded parts are removed, ids get a prefix. */
typedef struct svg_form {
    const char *prefix; /* before every id and reference to it; "" leaves them */
    const char *label;  /* id of the element that names the picture; NULL: none */
} svg_form;

void svg_rewrite(const char *text, const svg_form *form, FILE *out);

#endif
