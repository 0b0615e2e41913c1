/* The reader of expressions: positions, tokens and error messages. */
#include "config/expression_reader.h"
#include "core/text.h"

#include <stdio.h>
#include <string.h>

const char expression_name_part[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789.[]";

/* The column of `at`, from 1, in characters. */
static int column(const expression_reader *in, const char *at)
{
    int characters = 1;
    for (const char *byte = in->source; byte < at; byte++)
        characters += ((unsigned char)*byte & 0xC0) != 0x80;
    return characters;
}

bool expression_fail(const expression_reader *in, const char *at, const char *format, ...)
{
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    const int place = column(in, at);
    if (in->where)
        return config_fail(in->error, in->where, "expression, column %d: %s", place, what);
    return config_fail(in->error, NULL, "expression:%d: %s", place, what);
}

bool expression_unexpected(const expression_reader *in, const char *allowed)
{
    if (!*in->at)
        return expression_fail(in, in->at, "unexpected end; allowed: %s", allowed);
    uint32_t code = 0;
    size_t shown = strspn(in->at, expression_name_part);
    if (shown == 0)
        shown = trama_utf8(in->at, 4, &code);
    if (shown == 0)
        shown = 1; /* a byte that is not UTF-8 */
    return expression_fail(in, in->at, "unexpected '%.*s'; allowed: %s",
                           (int)(shown < 80 ? shown : 80), in->at, allowed);
}

/* What is not evaluated cannot be of the wrong type. */
bool expression_misfit(const expression_reader *in, const char *at, const char *what)
{
    return in->idle > 0 || expression_fail(in, at, "%s", what);
}

void expression_skip(expression_reader *in)
{
    in->at += strspn(in->at, " \t\r\n");
}

bool expression_accept(expression_reader *in, const char *symbol)
{
    expression_skip(in);
    const size_t length = strlen(symbol);
    if (strncmp(in->at, symbol, length) != 0)
        return false;
    in->at += length;
    return true;
}

bool expression_accept_word(expression_reader *in, const char *word)
{
    expression_skip(in);
    const size_t length = strspn(in->at, expression_name_part);
    if (length != strlen(word) || strncmp(in->at, word, length) != 0)
        return false;
    in->at += length;
    return true;
}

void expression_set_number(expression_value *value, double number)
{
    value->is_text = false;
    value->number = number;
    value->text[0] = '\0';
}

bool expression_set_text(const expression_reader *in, const char *at, const char *text,
                         size_t length, expression_value *value)
{
    if (length >= sizeof value->text)
        return expression_fail(in, at, "text of %zu bytes; allowed: at most %zu", length,
                               sizeof value->text - 1);
    expression_set_number(value, 0);
    value->is_text = true;
    memcpy(value->text, text, length);
    value->text[length] = '\0';
    return true;
}

bool expression_need_number(const expression_reader *in, const char *at,
                            const expression_value *value)
{
    return !value->is_text || expression_misfit(in, at, "a text; allowed here: a number");
}

/* One level more of what may hold itself: parentheses, signs, powers, `not`. */
bool expression_nested(expression_reader *in, expression_level *inner, expression_value *value)
{
    if (in->nesting >= EXPRESSION_NESTING_MAX)
        return expression_fail(in, in->at, "too deep; allowed: %d levels", EXPRESSION_NESTING_MAX);
    in->nesting++;
    const bool done = inner(in, value);
    in->nesting--;
    return done;
}
