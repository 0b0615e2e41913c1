/* Texts from files as parts of an HTML page. All content is shown, never executed. */
#ifndef ANALYSIS_OUTPUT_HTML_H
#define ANALYSIS_OUTPUT_HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* As content, or within double quotes as an attribute's value. Broken UTF-8 and control characters
 * become U+FFFD. */
void html_text(const char *text, FILE *out);

/* As content: one word of a shell's command, quoted where it needs to be (print_word). */
void html_word(const char *text, FILE *out);

/* As a JSON string with its quotes, for a script element: "<" is escaped, so that no text ends it.
 */
void html_json(const char *text, FILE *out);

/* RFC 4648, on one line. */
void html_base64(const void *data, size_t size, FILE *out);

/* The hash of a style or a script for a page's security policy, 'sha256-...' with quotes; the
 * content is in `count` consecutive parts. */
typedef struct html_part {
    const void *text;
    size_t size;
} html_part;
void html_hash(const html_part *part, size_t count, FILE *out);

/* Compressed (zlib, RFC 1950) and in base64, for DecompressionStream('deflate'). False without
 * memory. */
bool html_packed(const void *data, size_t size, FILE *out);

#endif
