/* page.css and page.js as the build put them into the program (cmake/embed.cmake). */
#ifndef ANALYSIS_REPORT_PAGE_H
#define ANALYSIS_REPORT_PAGE_H

#include <stddef.h>

extern const unsigned char page_css[], page_js[];
extern const size_t page_css_size, page_js_size;

#endif
