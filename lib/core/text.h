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

/* Bytes of the character at `text` (1 to 4), of which `left` > 0 bytes may be read, and its code
 * point; 0 if it is not UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
 * A NUL ends a text that is cut short, so `left` may pass it. */
size_t trama_utf8(const char *text, size_t left, uint32_t *code);

/* Whether a character is shown as such: it is no control character, and none by which a text
 * changes the direction of others (bidirectional formatting), nor one that ends a line. */
bool trama_is_visible(uint32_t code);

/* Writes the character at `text`, of which `left` > 0 bytes may be read, so that it can be seen: as
 * it is, or as an escape such as "\\n", "\\x1b" and "\\u202e". Bytes that are not UTF-8 are written
 * one by one. Returns how many bytes of `text` that took. Text for people that may come from
 * elsewhere passes through here. */
enum { TRAMA_SHOWN = 8 };
size_t trama_show_character(const char *text, size_t left, char shown[TRAMA_SHOWN]);

/* Bytes at the start of `text` that are letters or digits of ASCII, or among `marks`. */
size_t trama_name_span(const char *text, const char *marks);
/* Whether `text` is 1 to `longest` bytes of that kind and nothing else; false of NULL. */
bool trama_is_name(const char *text, size_t longest, const char *marks);

/* Whether the whole text is a decimal number from `low` to `high`, as strtod or strtol takes it but
 * without blanks or a plus before it; *value is left alone if it is not. False of NULL. */
bool trama_read_real(const char *text, double low, double high, double *value);
bool trama_read_integer(const char *text, long low, long high, long *value);

/* "an" before a vowel, else "a". */
const char *trama_article(const char *noun);

/* What printf would print, to be freed; NULL without memory. */
char *trama_format(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));

/* The shortest text of at least `digits` significant digits that reads back as the same double. */
void trama_print_real(double value, int digits, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
