/* Scalars as values. Only whole tokens, in the C locale: a scalar that is not written as the
 * required kind is refused, never guessed. */
#include "config/inside.h"
#include "core/numbers.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const decimal = "0123456789";
static const char *const hexadecimal = "0123456789abcdefABCDEF";

/* Digits with at most one point among them; 0 if there is no digit. */
static size_t scan_mantissa(const char *text, const char *digits)
{
    const size_t whole = strspn(text, digits);
    const size_t part = text[whole] == '.' ? strspn(text + whole + 1, digits) : 0;
    if (whole + part == 0)
        return 0;
    return whole + part + (text[whole] == '.');
}

/* An exponent after `letters`; 0 if there is none. */
static size_t scan_exponent(const char *text, const char *letters)
{
    if (text[0] == '\0' || !strchr(letters, text[0]))
        return 0;
    const size_t sign = text[1] == '+' || text[1] == '-';
    const size_t digits = strspn(text + 1 + sign, decimal);
    return digits > 0 ? 1 + sign + digits : 0;
}

size_t config_scan_number(const char *text)
{
    const bool is_hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const size_t prefix = is_hexadecimal ? 2 : 0;
    const size_t mantissa = scan_mantissa(text + prefix, is_hexadecimal ? hexadecimal : decimal);
    if (mantissa == 0)
        return 0;
    return prefix + mantissa +
           scan_exponent(text + prefix + mantissa, is_hexadecimal ? "pP" : "eE");
}

static const char *after_sign(const char *text)
{
    return text + (text[0] == '+' || text[0] == '-');
}

static bool is_infinity(const char *text)
{
    return strcmp(text, ".inf") == 0 || strcmp(text, "-.inf") == 0;
}

bool config_is_number(const config_node *node)
{
    if (node->kind != CONFIG_SCALAR || node->quoted)
        return false;
    const char *digits = after_sign(node->text);
    const size_t length = config_scan_number(digits);
    return is_infinity(node->text) || (length > 0 && digits[length] == '\0');
}

/* strtod in the C locale, whatever the locale of the program; NAN if there is no memory for it. */
static double convert(const char *token)
{
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!c)
        return TRAMA_NAN;
    locale_t before = uselocale(c);
    const double value = strtod(token, NULL);
    uselocale(before);
    freelocale(c);
    return value;
}

/* A zero that is written with another digit before its exponent was too small for a double. */
static bool vanished(const char *digits, double value)
{
    const bool is_hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    const char *mantissa = digits + (is_hexadecimal ? 2 : 0);
    const char first = mantissa[strspn(mantissa, "0.")];
    return value == 0 && first != '\0' && !strchr(is_hexadecimal ? "pP" : "eE", first);
}

/* Why the node is not even a plain scalar with a value, or NULL. */
static const char *refuse_token(const config_node *node, const char *wanted, const char *quoted)
{
    if (node->kind != CONFIG_SCALAR)
        return wanted;
    if (node->quoted)
        return quoted;
    return node->text[0] == '\0' ? "is given" : NULL;
}

const char *config_read_real(const config_node *node, double *value)
{
    const char *reason =
        refuse_token(node, "is not a number", "is quoted, so a text and not a number");
    if (reason)
        return reason;
    if (strcmp(node->text, ".nan") == 0)
        return "is no value to compute with";
    if (!config_is_number(node))
        return "is not a number";
    if (is_infinity(node->text)) {
        *value = node->text[0] == '-' ? -TRAMA_INFINITY : TRAMA_INFINITY;
        return NULL;
    }
    *value = convert(node->text);
    if (isnan(*value))
        return "cannot be converted, out of memory";
    if (isinf(*value))
        return "is too large for a double";
    return vanished(after_sign(node->text), *value) ? "is too small for a double" : NULL;
}

/* The integer that a computed number is but for the rounding of doubles. */
static const char *read_nearest(const config_node *node, long *value)
{
    double number = 0;
    const char *reason = config_read_real(node, &number);
    if (reason)
        return reason;
    const double nearest = round(number);
    if (!(fabs(number - nearest) <= 1e-9 * fmax(1.0, fabs(nearest))))
        return "is not an integer, nor within 1e-9 of one";
    if (!(fabs(nearest) < 0x1p63))
        return "does not fit an integer";
    *value = (long)nearest;
    return NULL;
}

const char *config_read_integer(const config_node *node, long *value)
{
    const char *reason =
        refuse_token(node, "is not an integer", "is quoted, so a text and not an integer");
    if (reason)
        return reason;
    if (node->computed)
        return read_nearest(node, value);
    const char *digits = after_sign(node->text);
    if (digits[0] == '\0' || digits[strspn(digits, decimal)] != '\0')
        return config_is_number(node) ? "is not written as an integer" : "is not an integer";
    errno = 0;
    *value = strtol(node->text, NULL, 10);
    return errno == ERANGE ? "does not fit an integer" : NULL;
}

const char *config_read_boolean(const config_node *node, bool *value)
{
    const char *reason =
        refuse_token(node, "is not a boolean", "is quoted, so a text and not a boolean");
    if (reason)
        return reason;
    *value = strcmp(node->text, "true") == 0;
    return *value || strcmp(node->text, "false") == 0 ? NULL : "is not a boolean";
}

const char *config_read_text(const config_node *node, const char **value)
{
    if (node->kind != CONFIG_SCALAR)
        return "is not a text";
    if (!node->quoted && node->text[0] == '\0')
        return "is given";
    if (!node->quoted && (strcmp(node->text, "~") == 0 || strcmp(node->text, "null") == 0))
        return "is no value";
    *value = node->text;
    return NULL;
}

bool config_real(const config_node *node, double *value, config_error *error)
{
    const char *reason = config_read_real(node, value);
    return !reason ||
           config_refuse(error, node, NULL, reason, "a number such as 0.5, 1e-3 or .inf");
}

bool config_integer(const config_node *node, long *value, config_error *error)
{
    const char *reason = config_read_integer(node, value);
    return !reason || config_refuse(error, node, NULL, reason,
                                    "an integer such as 1000, without point or exponent");
}

bool config_boolean(const config_node *node, bool *value, config_error *error)
{
    const char *reason = config_read_boolean(node, value);
    return !reason || config_refuse(error, node, NULL, reason, "true or false");
}

bool config_text(const config_node *node, const char **value, config_error *error)
{
    const char *reason = config_read_text(node, value);
    return !reason || config_refuse(error, node, NULL, reason, "a text, in quotes if need be");
}
