/* Expressions: read and evaluated in one descent, one function a level of precedence.
 *
 *   either     = both { "or" both }
 *   both       = negation { "and" negation }
 *   negation   = "not" negation | comparison
 *   comparison = sum [ ("==" | "!=" | "<=" | ">=" | "<" | ">") sum ]
 *   sum        = product { ("+" | "-") product }
 *   product    = sign { ("*" | "/") sign }
 *   sign       = ("+" | "-") sign | power
 *   power      = primary [ "^" sign ]
 *   primary    = number | text | name | function "(" either { "," either } ")" | "(" either ")"
 *
 * The side of `and` and `or` that cannot change the outcome is read but not evaluated, so that
 * `kind == 'a' and only_in_a > 3` holds its ground where only_in_a does not exist. */
#include "config/expression_reader.h"

#include "core/numbers.h"
#include "core/text.h"

#include <math.h>
#include <string.h>

static bool set_result(const expression_reader *in, const char *at, double result,
                       expression_value *value)
{
    expression_set_number(value, result);
    if (in->names && !isfinite(result))
        expression_set_number(value, (double)NAN); /* it is not there */
    return isfinite(result) || in->names ||
           expression_misfit(in, at, "result is not finite; allowed: finite numbers");
}

static double add(double left, double right)
{
    return left + right;
}

static double subtract(double left, double right)
{
    return left - right;
}

static double multiply(double left, double right)
{
    return left * right;
}

static double divide(double left, double right)
{
    return left / right;
}

typedef struct operation {
    const char *symbol;
    double (*apply)(double left, double right);
} operation;

static bool apply(expression_reader *in, const char *at, const operation *by,
                  const expression_value *right, expression_value *value)
{
    if (!expression_need_number(in, at, value) || !expression_need_number(in, at, right))
        return false;
    if (by->apply == divide && right->number == 0 && in->idle == 0 && !in->names)
        return expression_fail(in, at, "division by zero; allowed: another divisor");
    const bool absent = isnan(value->number) || isnan(right->number); /* pow(NAN, 0) is 1 */
    return set_result(in, at, absent ? (double)NAN : by->apply(value->number, right->number),
                      value);
}

static expression_level sign;

static bool power(expression_reader *in, expression_value *value)
{
    static const operation raise = {"^", pow};
    if (!expression_primary(in, value))
        return false;
    const bool raised = expression_accept(in, raise.symbol);
    const char *at = in->at - strlen(raise.symbol);
    expression_value exponent;
    return !raised ||
           (expression_nested(in, sign, &exponent) && apply(in, at, &raise, &exponent, value));
}

static bool sign(expression_reader *in, expression_value *value)
{
    expression_skip(in);
    const char *at = in->at;
    const bool negative = expression_accept(in, "-");
    if (!negative && !expression_accept(in, "+"))
        return power(in, value);
    if (!expression_nested(in, sign, value) || !expression_need_number(in, at, value))
        return false;
    expression_set_number(value, negative ? -value->number : value->number);
    return true;
}

/* Operands of `inner` joined from the left by the operations of a table of two. */
static bool joined(expression_reader *in, const operation table[2], expression_level *inner,
                   expression_value *value)
{
    if (!inner(in, value))
        return false;
    for (;;) {
        const size_t i = expression_accept(in, table[0].symbol)   ? 0
                         : expression_accept(in, table[1].symbol) ? 1
                                                                  : 2;
        if (i == 2)
            return true;
        const char *at = in->at - 1;
        expression_value right;
        if (!inner(in, &right) || !apply(in, at, &table[i], &right, value))
            return false;
    }
}

static bool product(expression_reader *in, expression_value *value)
{
    static const operation table[] = {{"*", multiply}, {"/", divide}};
    return joined(in, table, sign, value);
}

static bool sum(expression_reader *in, expression_value *value)
{
    static const operation table[] = {{"+", add}, {"-", subtract}};
    return joined(in, table, product, value);
}

/* Which orders of left and right a comparison holds for. Texts have no order. */
static const struct {
    const char *symbol;
    bool below, equal, above;
} comparisons[] = {{"==", false, true, false}, {"!=", true, false, true},
                   {"<=", true, true, false},  {">=", false, true, true},
                   {"<", true, false, false},  {">", false, false, true}};
enum { COMPARISONS = sizeof comparisons / sizeof comparisons[0] };

/* A value that is not there is unlike any other. So are a number and a word of results, which have
 * words where there is no number. */
static bool is_absent(const expression_value *value)
{
    return !value->is_text && isnan(value->number);
}

/* Beside a number a text that is one counts as it, as the value of a label does: cells == '20'. */
static void take_number(expression_value *value)
{
    double number;
    if (value->is_text && trama_read_real(value->text, -TRAMA_INFINITY, TRAMA_INFINITY, &number))
        expression_set_number(value, number);
}

static bool compare(expression_reader *in, const char *at, size_t by, expression_value *right,
                    expression_value *value)
{
    if (value->is_text != right->is_text)
        take_number(value->is_text ? value : right);
    const bool unlike = in->names && value->is_text != right->is_text;
    if (unlike || is_absent(value) || is_absent(right)) {
        expression_set_number(value, comparisons[by].below && comparisons[by].above);
        return true;
    }
    if (value->is_text != right->is_text &&
        !expression_misfit(in, at, "a text beside a number; allowed: two of a kind"))
        return false;
    if (value->is_text && comparisons[by].below != comparisons[by].above &&
        !expression_misfit(in, at, "texts have no order; allowed: == and != between texts"))
        return false;
    const bool equal =
        value->is_text ? strcmp(value->text, right->text) == 0 : value->number == right->number;
    const bool below = value->number < right->number;
    expression_set_number(value, equal   ? comparisons[by].equal
                                 : below ? comparisons[by].below
                                         : comparisons[by].above);
    return true;
}

static bool comparison(expression_reader *in, expression_value *value)
{
    if (!sum(in, value))
        return false;
    size_t by = 0;
    while (by < COMPARISONS && !expression_accept(in, comparisons[by].symbol))
        by++;
    if (by == COMPARISONS)
        return true;
    const char *at = in->at - strlen(comparisons[by].symbol);
    expression_value right;
    return sum(in, &right) && compare(in, at, by, &right, value);
}

/* Turns a number into 0 or 1. */
static bool condition(expression_reader *in, const char *at, expression_value *value)
{
    if (!expression_need_number(in, at, value))
        return false;
    expression_set_number(value, value->number != 0 && !isnan(value->number));
    return true;
}

static bool negation(expression_reader *in, expression_value *value)
{
    if (!expression_accept_word(in, "not"))
        return comparison(in, value);
    expression_skip(in);
    const char *at = in->at;
    if (!expression_nested(in, negation, value) || !condition(in, at, value))
        return false;
    expression_set_number(value, value->number == 0);
    return true;
}

/* Conditions joined by a word; one that `settles` the outcome leaves the rest idle. */
static bool connected(expression_reader *in, const char *word, bool settles,
                      expression_level *inner, expression_value *value)
{
    expression_skip(in);
    const char *at = in->at;
    if (!inner(in, value))
        return false;
    while (expression_accept_word(in, word)) {
        if (!condition(in, at, value))
            return false;
        const bool settled = (value->number != 0) == settles;
        expression_skip(in);
        at = in->at;
        expression_value next;
        in->idle += settled;
        const bool done = inner(in, &next) && condition(in, at, &next);
        in->idle -= settled;
        if (!done)
            return false;
        if (!settled)
            *value = next;
    }
    return true;
}

static bool both(expression_reader *in, expression_value *value)
{
    return connected(in, "and", false, negation, value);
}

bool expression_either(expression_reader *in, expression_value *value)
{
    return connected(in, "or", true, both, value);
}

static bool evaluate(expression_reader *in, expression_value *value)
{
    const char *source = in->source;
    if (!expression_either(in, value))
        return false;
    expression_skip(in);
    if (*in->at)
        return expression_unexpected(in, *in->at == '=' ? "'=='" : "an operator or the end");
    return value->is_text || set_result(in, source, value->number, value);
}

static bool holds_by(expression_reader *in, bool *holds)
{
    expression_value value;
    if (!evaluate(in, &value))
        return false;
    *holds = value.number != 0 && !isnan(value.number);
    return !value.is_text || expression_fail(in, in->source, "a text; allowed: a condition");
}

bool expression_evaluate(const char *source, const config_node *root, const config_node *where,
                         expression_value *value, config_error *error)
{
    expression_reader in = {
        .source = source, .at = source, .root = root, .where = where, .error = error};
    return evaluate(&in, value);
}

bool expression_holds(const char *source, const config_node *root, const config_node *where,
                      bool *holds, config_error *error)
{
    expression_reader in = {
        .source = source, .at = source, .root = root, .where = where, .error = error};
    return holds_by(&in, holds);
}

bool expression_evaluate_of(const char *source, const expression_names *names,
                            expression_value *value, config_error *error)
{
    expression_reader in = {.source = source, .at = source, .names = names, .error = error};
    return evaluate(&in, value);
}

bool expression_holds_of(const char *source, const expression_names *names, bool *holds,
                         config_error *error)
{
    expression_reader in = {.source = source, .at = source, .names = names, .error = error};
    return holds_by(&in, holds);
}

size_t expression_part(const char *at)
{
    size_t length = 0, depth = 0;
    bool quoted = false;
    for (; at[length] && (at[length] != ',' || depth > 0 || quoted); length++) {
        quoted ^= at[length] == '`';
        depth += !quoted && at[length] == '(';
        depth -= !quoted && at[length] == ')' && depth > 0;
    }
    return length;
}
