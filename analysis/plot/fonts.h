/* Characters of the installed fonts; others would be drawn as an empty box. */
#ifndef ANALYSIS_PLOT_FONTS_H
#define ANALYSIS_PLOT_FONTS_H

#include <stdbool.h>
#include <stdint.h>

/* By fontconfig's fc-list, run once; without it, true for all. */
bool fonts_have(uint32_t code);

/* Replacement text for other characters: "U+1F9F5". */
enum { FONTS_CODE = 16 };
void fonts_code(uint32_t code, char text[FONTS_CODE]);

#endif
