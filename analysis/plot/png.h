/* Portable Network Graphics (ISO/IEC 15948), as far as a picture of 8-bit colours needs it. */
#ifndef ANALYSIS_PLOT_PNG_H
#define ANALYSIS_PLOT_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes height x width x 3 bytes, red, green and blue from the upper left, as a PNG. False without
 * memory. Resolution: pixels per metre. */
bool png_write(const unsigned char *pixels, size_t width, size_t height, double resolution,
               FILE *out);

#endif
