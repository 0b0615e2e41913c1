/* Looks at the texts of a figure for print: PDF, as pdftotext (poppler) finds its words. Its types
 * and margins are not those of the SVG. */
#ifndef TESTS_SUPPORT_PDF_TEXT_H
#define TESTS_SUPPORT_PDF_TEXT_H

#include <stdbool.h>

/* Whether pdftotext is installed. */
bool pdf_can_be_read(void);

/* NULL if every word is within the figure, and no two overlap; else what is wrong, valid until the
 * next call. Words that are turned by other angles than 90 degrees are passed over. */
const char *pdf_fault(const char *path);

#endif
