/* A tree as YAML: block style, one value per line, lists of scalars on one line. A plain scalar
 * that would be read as another value is written in double quotes, with escapes. */
#include "config/inside.h"
#include "core/text.h"

#include <string.h>

enum { KEY_PLAIN = 200 }; /* bytes of a key that stands before its colon: YAML allows 1024 */

static void write_block(const config_node *node, int indent, bool begun, FILE *out);

/* Whether the text stands for itself without quotes, also within a list in one line. Fewer are said
 * to than YAML allows. */
static bool is_plain(const char *text)
{
    static const char inner[] = "_./+-()^<>=* ";
    const size_t length = strlen(text);
    if (strcmp(text, "~") == 0) /* no value, as null */
        return true;
    if (length == 0 || trama_name_span(text, inner) != length || text[length - 1] == ' ')
        return false;
    if (text[0] == '-' || text[0] == '+')
        text++;
    else if (text[0] == '_' || text[0] == '/')
        return true;
    return trama_name_span(text + (text[0] == '.'), "") > 0;
}

/* Characters that YAML does not print, or takes for the end of a line. */
static void write_escape(uint32_t code, FILE *out)
{
    if (code == '\n')
        fputs("\\n", out);
    else if (code == '\t')
        fputs("\\t", out);
    else if (code <= 0xFF)
        fprintf(out, "\\x%02x", (unsigned)code);
    else if (code <= 0xFFFF)
        fprintf(out, "\\u%04x", (unsigned)code);
    else
        fprintf(out, "\\U%08x", (unsigned)code);
}

static bool stands_as_it_is(uint32_t code)
{
    return code >= 0x20 && code != 0x7F && !(code >= 0x80 && code <= 0xA0) && code != 0x2028 &&
           code != 0x2029 && code != 0xFEFF && code < 0xFFFE;
}

static void write_quoted(const char *text, FILE *out)
{
    fputc('"', out);
    for (size_t left = strlen(text), bytes; left > 0; text += bytes, left -= bytes) {
        uint32_t code = 0;
        bytes = trama_utf8(text, left, &code);
        if (bytes == 0) {
            bytes = 1;
            code = (unsigned char)*text;
        }
        if (!stands_as_it_is(code)) {
            write_escape(code, out);
            continue;
        }
        if (code == '"' || code == '\\')
            fputc('\\', out);
        fwrite(text, 1, bytes, out);
    }
    fputc('"', out);
}

static void write_scalar(const config_node *node, FILE *out)
{
    if (!node->quoted && (is_plain(node->text) || node->text[0] == '\0'))
        fputs(node->text, out);
    else
        write_quoted(node->text, out);
}

/* A list of scalars, none of them absent: a plain one that is empty would be none within brackets.
 */
static bool is_line(const config_node *node)
{
    for (size_t i = 0; i < node->count; i++)
        if (node->item[i]->kind != CONFIG_SCALAR ||
            (!node->item[i]->quoted && node->item[i]->text[0] == '\0'))
            return false;
    return node->kind == CONFIG_SEQUENCE || node->count == 0;
}

static void write_line(const config_node *node, FILE *out)
{
    fputc(node->kind == CONFIG_SEQUENCE ? '[' : '{', out);
    for (size_t i = 0; i < node->count; i++) {
        fputs(i > 0 ? ", " : "", out);
        write_scalar(node->item[i], out);
    }
    fputc(node->kind == CONFIG_SEQUENCE ? ']' : '}', out);
}

/* What comes after "key:" or "-", to the end of the line or block. */
static void write_value(const config_node *node, int indent, bool beside, FILE *out)
{
    const bool absent = node->kind == CONFIG_SCALAR && !node->quoted && node->text[0] == '\0';
    if (node->kind == CONFIG_SCALAR || is_line(node)) {
        fputs(absent ? "" : " ", out);
        (node->kind == CONFIG_SCALAR ? write_scalar : write_line)(node, out);
        fputc('\n', out);
    } else {
        fputc(beside ? ' ' : '\n', out);
        write_block(node, indent + 2, beside, out);
    }
}

static void write_pair(const config_node *key, const config_node *value, int indent, FILE *out)
{
    const bool is_long = strlen(key->text) > KEY_PLAIN;
    fputs(is_long ? "? " : "", out);
    write_scalar(key, out);
    if (is_long)
        fprintf(out, "\n%*s", indent, "");
    fputc(':', out);
    write_value(value, indent, false, out);
}

/* `begun`: its first line is, behind a "- ". */
static void write_block(const config_node *node, int indent, bool begun, FILE *out)
{
    for (size_t i = 0; i < node->count; i++) {
        if (i > 0 || !begun)
            fprintf(out, "%*s", indent, "");
        if (node->kind == CONFIG_MAPPING) {
            write_pair(node->key[i], node->item[i], indent, out);
        } else {
            fputc('-', out);
            write_value(node->item[i], indent, true, out);
        }
    }
}

void config_write(const config_node *mapping, FILE *out)
{
    if (is_line(mapping)) {
        write_line(mapping, out);
        fputc('\n', out);
    } else {
        write_block(mapping, 0, false, out);
    }
}
