/* The page's style and the parts of its script, embedded by the build (cmake/embed.cmake). */
#ifndef ANALYSIS_REPORT_PAGE_H
#define ANALYSIS_REPORT_PAGE_H

#include <stddef.h>

extern const unsigned char page_css[], base_js[], mesh_js[], pair_js[], player_js[], tables_js[],
    cases_js[], drawer_js[], page_js[];
extern const size_t page_css_size, base_js_size, mesh_js_size, pair_js_size, player_js_size,
    tables_js_size, cases_js_size, drawer_js_size, page_js_size;

#endif
