#include "analysis/output/html.h"

#include <sha2.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/text.h"
#include "results/terminal.h"

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */

/* Characters that a page does not take: controls but white space, and what turns others. */
static bool is_refused(uint32_t c)
{
    return !trama_is_visible(c) && c != '\n' && c != '\t';
}

/* Writes one character as it stands, or U+FFFD; returns the bytes taken. U+FFFE and U+FFFF are no
 * characters, and XML does not take them. */
static size_t write_character(const char *text, FILE *out)
{
    uint32_t code = 0;
    const size_t length = trama_utf8(text, 4, &code);
    if (length == 0 || is_refused(code) || code == 0xFFFE || code == 0xFFFF)
        fputs(replacement, out);
    else
        fwrite(text, 1, length, out);
    return length ? length : 1;
}

/* The first `size` bytes. */
static void write_text(const char *text, size_t size, FILE *out)
{
    static const char *const entity[] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;"};
    for (const char *end = text + size; text < end;) {
        const unsigned char c = (unsigned char)*text;
        if (c < sizeof entity / sizeof *entity && entity[c]) {
            fputs(entity[c], out);
            text++;
        } else {
            text += write_character(text, out);
        }
    }
}

void html_text(const char *text, FILE *out)
{
    write_text(text, strlen(text), out);
}

void html_word(const char *text, FILE *out)
{
    const char quote = word_quote(text);
    const size_t size = strlen(text);
    write_text(&quote, quote != '\0', out);
    for (size_t begin = 0; quote == '\'' && begin < size;) {
        const size_t part = strcspn(text + begin, "'");
        write_text(text + begin, part, out);
        begin += part;
        if (begin < size) {
            html_text("'\\''", out);
            begin++;
        }
    }
    write_text(text, quote == '\'' ? 0 : size, out);
    write_text(&quote, quote != '\0', out);
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

void html_hash(const html_part *part, size_t count, FILE *out)
{
    SHA2_CTX hash;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256Init(&hash);
    for (size_t i = 0; i < count; i++)
        SHA256Update(&hash, part[i].text, part[i].size);
    SHA256Final(digest, &hash);
    fputs("'sha256-", out);
    html_base64(digest, sizeof digest, out);
    fputs("'", out);
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
