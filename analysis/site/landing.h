/* The landing page of a site: what trama is, and for each study its question, what was reproduced,
 * what was not, and how to run it. All counts are from the results files. */
#ifndef ANALYSIS_SITE_LANDING_H
#define ANALYSIS_SITE_LANDING_H

#include "analysis/read/study.h"

#include <stdio.h>

typedef struct site_study {
    char *name;         /* of its folder in the site; its page is <name>/report.html */
    const char *folder; /* that it was read from */
    study study;
} site_study;

/* `css`: the style sheet of the pages. `target`: the site's folder, to look up what is linked. */
void landing_write(const site_study *of, size_t count, const char *target, const char *css,
                   size_t css_size, FILE *out);

#endif
