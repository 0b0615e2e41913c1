#include "analysis/html.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */

/* Bytes of the character that begins here; 0 if none does (RFC 3629: no overlong forms, no
 * surrogates, nothing past U+10FFFF). */
static size_t character_length(const unsigned char *text)
{
    static const struct form {
        unsigned char first, last;   /* of the leading byte */
        unsigned char second, until; /* range of the byte after it */
        size_t length;
    } forms[] = {
        {0x00, 0x7F, 0x00, 0xFF, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
        {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
        {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const struct form *f = &forms[i];
        if (text[0] < f->first || text[0] > f->last)
            continue;
        bool whole = f->length == 1 || (text[1] >= f->second && text[1] <= f->until);
        for (size_t j = 2; whole && j < f->length; j++)
            whole = text[j] >= 0x80 && text[j] <= 0xBF;
        return whole ? f->length : 0;
    }
    return 0;
}

/* Characters that a page does not take: NUL ends the text, tab and line feed are white space. */
static bool is_control(unsigned char c)
{
    return (c < ' ' && c != '\n' && c != '\t') || c == 0x7F;
}

/* U+FFFE and U+FFFF, which are no characters, and which XML does not take. */
static bool is_none(const char *text)
{
    return strncmp(text, "\xEF\xBF\xBE", 3) == 0 || strncmp(text, "\xEF\xBF\xBF", 3) == 0;
}

/* Writes one character as it stands, or U+FFFD; returns the bytes taken. */
static size_t write_character(const char *text, FILE *out)
{
    const size_t length = character_length((const unsigned char *)text);
    if (length == 0 || is_control((unsigned char)*text) || is_none(text))
        fputs(replacement, out);
    else
        fwrite(text, 1, length, out);
    return length ? length : 1;
}

void html_text(const char *text, FILE *out)
{
    static const char *const entity[] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;"};
    while (*text) {
        const unsigned char c = (unsigned char)*text;
        if (c < sizeof entity / sizeof *entity && entity[c]) {
            fputs(entity[c], out);
            text++;
        } else {
            text += write_character(text, out);
        }
    }
}

void html_json(const char *text, FILE *out)
{
    fputc('"', out);
    while (*text) {
        const unsigned char c = (unsigned char)*text;
        if (c < ' ' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&') {
            fprintf(out, "\\u%04x", c);
            text++;
        } else {
            text += write_character(text, out);
        }
    }
    fputc('"', out);
}

void html_base64(const void *data, size_t size, FILE *out)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t *byte = data;
    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const uint32_t group = (uint32_t)byte[i] << 16 |
                               (left > 1 ? (uint32_t)byte[i + 1] << 8 : 0) |
                               (left > 2 ? (uint32_t)byte[i + 2] : 0);
        fputc(digit[group >> 18], out);
        fputc(digit[group >> 12 & 63], out);
        fputc(left > 1 ? digit[group >> 6 & 63] : '=', out);
        fputc(left > 2 ? digit[group & 63] : '=', out);
    }
}

bool html_packed(const void *data, size_t size, FILE *out)
{
    uLongf packed = compressBound((uLong)size);
    Bytef *bytes = malloc(packed);
    const bool done =
        bytes && compress2(bytes, &packed, data, (uLong)size, Z_BEST_COMPRESSION) == Z_OK;
    if (done)
        html_base64(bytes, packed, out);
    free(bytes);
    return done;
}
