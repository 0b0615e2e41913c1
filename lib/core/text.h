/* Text: characters of UTF-8, names of letters and digits, numbers. */
#ifndef TRAMA_CORE_TEXT_H
#define TRAMA_CORE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Decodes the character at `text`, of which `left` > 0 bytes may be read. Returns its bytes (1 to
 * 4), 0 if it is not UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF). A
 * NUL ends a truncated text, so `left` may reach beyond it. */
size_t trama_utf8(const char *text, size_t left, uint32_t *code);

/* True if a character may be printed as it is: it is not a control character, a line end, or one
 * that changes the direction of text (bidirectional formatting). */
bool trama_is_visible(uint32_t code);

/* Writes the character at `text`, of which `left` > 0 bytes may be read, in visible form: as it is,
 * or as an escape such as "\\n", "\\x1b" and "\\u202e". Bytes that are not UTF-8 are escaped one by
 * one. Returns the number of bytes of `text` read. Use it for text from outside that is shown to
 * people. */
enum { TRAMA_SHOWN = 8 };
size_t trama_show_character(const char *text, size_t left, char shown[TRAMA_SHOWN]);

/* Bytes at the start of `text` that are letters or digits of ASCII, or among `marks`. */
size_t trama_name_span(const char *text, const char *marks);
/* True if `text` is 1 to `longest` such bytes and nothing else; false for NULL. */
bool trama_is_name(const char *text, size_t longest, const char *marks);

/* Reads the whole text as a decimal number from `low` to `high`, as strtod or strtol but without
 * leading blanks or plus. Returns false, with *value unchanged, if it is not one; false for
 * NULL. */
bool trama_read_real(const char *text, double low, double high, double *value);
bool trama_read_integer(const char *text, long low, long high, long *value);

/* "an" before a vowel, else "a". */
const char *trama_article(const char *noun);

/* The text that printf would print, for free(); NULL without memory. */
char *trama_format(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));

/* The shortest text of at least `digits` significant digits that reads back as the same double. */
void trama_print_real(double value, int digits, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
