/* Pages in headless Chromium. Names of pages are below the temporary folder of record_sample.h. */
#ifndef TESTS_SUPPORT_BROWSER_H
#define TESTS_SUPPORT_BROWSER_H

#include <stddef.h>

/* The DOM that Chromium is left with, to be freed; NULL if there is no Chromium. `window` and
 * `setting` are two of its options. */
char *browser_dom(const char *page, const char *window, const char *setting);

/* An attribute of <html>, or "". */
const char *browser_attribute(const char *dom, const char *name, char *value, size_t size);

/* Writes a copy of the text of a page in which scripts of tests/report/ run beside its own: the
 * page's policy lets them in by a nonce. The list ends with NULL. */
void browser_add_script(const char *page, const char *const *script, const char *copy);

#endif
