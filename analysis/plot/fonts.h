/* Which characters the installed fonts have: what none has would be drawn as an empty box. */
#ifndef ANALYSIS_PLOT_FONTS_H
#define ANALYSIS_PLOT_FONTS_H

#include <stdbool.h>
#include <stdint.h>

/* By fontconfig's fc-list, which is asked once; where it is not there, all of them. */
bool fonts_have(uint32_t code);

/* How such a character is written instead: "U+1F9F5". */
enum { FONTS_CODE = 16 };
void fonts_code(uint32_t code, char text[FONTS_CODE]);

#endif
