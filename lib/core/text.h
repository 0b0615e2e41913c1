/* Text: characters of UTF-8, names of letters and digits, numbers. */
#ifndef TRAMA_CORE_TEXT_H
#define TRAMA_CORE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the character at `text` (1 to 4), of which `left` > 0 bytes may be read, and its code
 * point; 0 if it is not UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
 * A NUL ends a text that is cut short, so `left` may pass it. */
size_t trama_utf8(const char *text, size_t left, uint32_t *code);

/* Bytes at the start of `text` that are letters or digits of ASCII, or among `marks`. */
size_t trama_name_span(const char *text, const char *marks);
/* Whether `text` is 1 to `longest` bytes of that kind and nothing else; false of NULL. */
bool trama_is_name(const char *text, size_t longest, const char *marks);

/* Whether the whole text is a decimal number from `low` to `high`, as strtod or strtol takes it;
 * *value is left alone if it is not. False of NULL. */
bool trama_read_real(const char *text, double low, double high, double *value);
bool trama_read_integer(const char *text, long low, long high, long *value);

/* What printf would print, to be freed; NULL without memory. */
char *trama_format(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));

/* The shortest text of at least `digits` significant digits that reads back as the same double. */
void trama_print_real(double value, int digits, char *text, size_t size);

#endif
