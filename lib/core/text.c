#include "core/text.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Forms of a character: what its first byte looks like. */
static const struct {
    unsigned char mask, lead;
    uint32_t minimum; /* the first character that needs this many bytes */
} forms[] = {{0x80, 0x00, 0x0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};

size_t trama_utf8(const char *text, size_t left, uint32_t *code)
{
    const unsigned char *byte = (const unsigned char *)text;
    size_t form = 0;
    while (form < 4 && (byte[0] & forms[form].mask) != forms[form].lead)
        form++;
    if (form == 4 || form + 1 > left)
        return 0;
    uint32_t value = byte[0] & (unsigned char)~forms[form].mask;
    for (size_t i = 1; i <= form; i++) {
        if ((byte[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (byte[i] & 0x3Fu);
    }
    if (value < forms[form].minimum || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    *code = value;
    return form + 1;
}

bool trama_is_visible(uint32_t code)
{
    const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    const bool turns = code == 0x061C || code == 0x200E || code == 0x200F ||
                       (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    return !control && !turns;
}

size_t trama_show_character(const char *text, size_t left, char shown[TRAMA_SHOWN])
{
    uint32_t code = 0;
    const size_t bytes = trama_utf8(text, left, &code);
    if (bytes == 0)
        snprintf(shown, TRAMA_SHOWN, "\\x%02x", (unsigned char)text[0]);
    else if (code == '\n' || code == '\t' || code == '\r')
        snprintf(shown, TRAMA_SHOWN, "\\%c", code == '\n' ? 'n' : code == '\t' ? 't' : 'r');
    else if (!trama_is_visible(code))
        snprintf(shown, TRAMA_SHOWN, code < 0x100 ? "\\x%02x" : "\\u%04x", (unsigned)code);
    else
        snprintf(shown, TRAMA_SHOWN, "%.*s", (int)bytes, text);
    return bytes > 0 ? bytes : 1;
}

static bool is_alphanumeric(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

size_t trama_name_span(const char *text, const char *marks)
{
    size_t span = 0;
    while (text[span] && (is_alphanumeric(text[span]) || strchr(marks, text[span])))
        span++;
    return span;
}

bool trama_is_name(const char *text, size_t longest, const char *marks)
{
    const size_t length = text ? trama_name_span(text, marks) : 0;
    return length > 0 && length <= longest && text[length] == '\0';
}

/* The C library would pass over blanks, and a plus. */
static bool begins_number(const char *text)
{
    return text && !isspace((unsigned char)*text) && *text != '+';
}

bool trama_read_real(const char *text, double low, double high, double *value)
{
    char *end = NULL;
    const double read = text ? strtod(text, &end) : 0.0;
    const bool good =
        begins_number(text) && end > text && *end == '\0' && read >= low && read <= high;
    if (good)
        *value = read;
    return good;
}

bool trama_read_integer(const char *text, long low, long high, long *value)
{
    char *end = NULL;
    errno = 0;
    const long read = text ? strtol(text, &end, 10) : 0;
    const bool good = begins_number(text) && errno == 0 && end > text && *end == '\0' &&
                      read >= low && read <= high;
    if (good)
        *value = read;
    return good;
}

const char *trama_article(const char *noun)
{
    return *noun && strchr("aeiou", *noun) ? "an" : "a";
}

char *trama_format(const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

/* The next number of significant digits to try. If a decimal of up to DBL_DIG digits reads as the
 * number, then DBL_DIG digits show it, followed by zeros; not so for subnormal numbers. */
static int next_digits(double value, int tried)
{
    char text[40];
    if (tried >= DBL_DIG || fabs(value) < DBL_MIN)
        return tried + 1;
    snprintf(text, sizeof text, "%.*e", DBL_DIG - 1, value);
    if (strtod(text, NULL) != value)
        return DBL_DIG + 1;
    const char *end = strchr(text, 'e');
    while (end[-1] == '0')
        end--;
    const int digits = (int)(end - strchr(text, '.'));
    return digits > tried ? digits : tried + 1;
}

void trama_print_real(double value, int digits, char *text, size_t size)
{
    do
        snprintf(text, size, "%.*g", digits, value);
    while (strtod(text, NULL) != value && (digits = next_digits(value, digits)) <= DBL_DECIMAL_DIG);
}
