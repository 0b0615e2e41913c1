/* Looks at the texts of a figure: SVG as gnuplot writes it. */
#ifndef TESTS_SUPPORT_SVG_TEXT_H
#define TESTS_SUPPORT_SVG_TEXT_H

/* NULL if a figure is as wide as one or both columns of a journal (8.5 cm, 17.5 cm), every text is
 * 8 pt or larger and within the figure, and no two texts overlap; else what is wrong, valid until
 * the next call. */
const char *svg_fault(const char *svg);
/* Fails if something is wrong with a file, or with the PDF beside it (pdf_text.h), where that can
 * be read. */
void svg_assert_legible(const char *path);
/* The same of every figure of a folder; how many there are. */
int svg_assert_all_legible(const char *folder);

#endif
