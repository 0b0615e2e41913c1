/* The primaries of expressions: numbers, texts, names, functions and parentheses. */
#include "config/expression_functions.h"
#include "config/expression_reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char name_start[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";

/* "2 ms" is 0.002: a unit of time may stand behind a number. How many of it are a second; 0: there
 * is none. */
static double take_unit(expression_reader *in)
{
    static const struct {
        const char *name;
        double in_second;
    } units[] = {{"s", 1}, {"ms", 1e3}, {"us", 1e6}, {"ns", 1e9}};
    const char *behind = in->at;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (expression_accept_word(in, units[i].name))
            return units[i].in_second;
    if (expression_accept(in, "µs"))
        return 1e6;
    in->at = behind;
    return 0;
}

static bool literal_number(expression_reader *in, size_t length, expression_value *value)
{
    const char *start = in->at;
    char token[64];
    if (length >= sizeof token)
        return expression_fail(in, start, "number of %zu characters; allowed: at most %zu", length,
                               sizeof token - 1);
    memcpy(token, start, length);
    token[length] = '\0';
    in->at += length;
    const double in_second = take_unit(in);
    if (*in->at && strchr(expression_name_part, *in->at))
        return expression_fail(in, in->at, "unexpected '%c' after a number; allowed: an operator",
                               *in->at);
    const config_node node = {.kind = CONFIG_SCALAR, .text = token};
    expression_set_number(value, 0);
    const char *reason = config_read_real(&node, &value->number);
    if (in_second > 0)
        value->number = expression_rounded(value->number / in_second);
    return !reason || expression_fail(in, start, "'%s' %s; allowed: a number", token, reason);
}

static bool literal_text(expression_reader *in, expression_value *value)
{
    const char *start = in->at, *text = start + 1;
    const char *end = strchr(text, *start);
    if (!end)
        return expression_fail(in, start,
                               "text without its closing %c; allowed: 'text' or \"text\"", *start);
    in->at = end + 1;
    return expression_set_text(in, start, text, (size_t)(end - text), value);
}

/* The scalar of a name: a number if the whole token is one, else a text. */
static bool take_scalar(expression_reader *in, const char *at, const config_node *node,
                        const char *name, expression_value *value)
{
    if (node->kind != CONFIG_SCALAR)
        return expression_fail(in, at, "'%.80s' is a %s; allowed: a single value", name,
                               node->kind == CONFIG_MAPPING ? "mapping" : "list");
    if (!config_is_number(node))
        return expression_set_text(in, at, node->text, strlen(node->text), value);
    expression_set_number(value, 0);
    const char *reason = config_read_real(node, &value->number);
    return !reason || expression_fail(in, at, "'%.80s' %s; allowed: a number", name, reason);
}

/* "model.zeta" of "zeta", where a section of the case has such a key; or NULL. */
static const char *in_a_section(const config_node *root, const char *name, char *path, size_t size)
{
    for (size_t i = 0; root && root->kind == CONFIG_MAPPING && i < root->count; i++)
        if (root->item[i]->kind == CONFIG_MAPPING && config_get(root->item[i], name)) {
            snprintf(path, size, "%.80s.%.80s", root->key[i]->text, name);
            return path;
        }
    return NULL;
}

/* Names the key that is nearest to the part of a dotted name which leads nowhere. */
static bool fail_unknown(expression_reader *in, const char *at, const char *name)
{
    const config_node *scope = in->root;
    const char *part = name;
    char key[128];
    for (;;) {
        snprintf(key, sizeof key, "%.*s", (int)strcspn(part, ".["), part);
        const config_node *inner = config_get(scope, key);
        if (!inner || inner->kind != CONFIG_MAPPING || part[strlen(key)] != '.')
            break;
        scope = inner;
        part += strlen(key) + 1;
    }
    char path[168];
    const char *nearest =
        scope == in->root ? in_a_section(in->root, name, path, sizeof path) : NULL;
    if (!nearest)
        nearest = config_nearest_key(scope, key);
    if (!nearest && scope == in->root)
        nearest = config_nearest_key(config_get(scope, "labels"), name);
    return expression_fail(
        in, at, "unknown name '%.80s'; %s%.80s%s", name, nearest ? "nearest allowed: '" : "",
        nearest ? nearest : "allowed: values of the case, texts in quotes", nearest ? "'" : "");
}

void expression_refuse_name(const char *name, const expression_names *names, char *text,
                            size_t size)
{
    const char *nearest = trama_nearest(name, names->known, names->count);
    snprintf(text, size, "unknown name '%.80s'; %s%.300s%s", name,
             nearest ? "nearest allowed: '" : "allowed: ", nearest ? nearest : names->allowed,
             nearest ? "'" : "");
}

static bool value_by_names(expression_reader *in, const char *at, const char *name,
                           expression_value *value)
{
    char refusal[480];
    if (in->names->find(in->names->context, name, value))
        return true;
    expression_refuse_name(name, in->names, refusal, sizeof refusal);
    return expression_fail(in, at, "%s", refusal);
}

static bool value_of_name(expression_reader *in, const char *at, size_t length,
                          expression_value *value)
{
    char name[256];
    expression_set_number(value, 0);
    if (length >= sizeof name)
        return expression_fail(in, at, "name of %zu characters; allowed: at most %zu", length,
                               sizeof name - 1);
    if (in->idle > 0)
        return true;
    memcpy(name, at, length);
    name[length] = '\0';
    const config_node *node = in->names ? NULL : config_at(in->root, name);
    if (!node && !in->names)
        node = config_at(config_get(in->root, "labels"), name);
    if (!node && strcmp(name, "pi") == 0) {
        expression_set_number(value, 3.14159265358979323846);
        return true;
    }
    if (in->names)
        return value_by_names(in, at, name, value);
    return node ? take_scalar(in, at, node, name, value) : fail_unknown(in, at, name);
}

static bool argument(expression_reader *in, expression_value *value)
{
    expression_skip(in);
    const char *at = in->at;
    return expression_nested(in, expression_either, value) && expression_need_number(in, at, value);
}

/* The arguments, from after the opening parenthesis to the closing one. Of an argument that is not
 * there (expression.h), as while names are looked up, the result is not there, even of fmax. */
static bool call(expression_reader *in, const char *at, const expression_function *f,
                 expression_value *value)
{
    size_t count = 1;
    if (!argument(in, value))
        return false;
    bool absent = isnan(value->number);
    double result = f->of_one ? f->of_one(value->number) : value->number;
    for (; f->of_two && (f->folds || count < 2) && expression_accept(in, ","); count++) {
        if (!argument(in, value))
            return false;
        absent |= isnan(value->number);
        result = f->of_two(result, value->number);
    }
    if (f->of_two && !f->folds && count < 2)
        return expression_unexpected(in, "',' and a second argument");
    if (!expression_accept(in, ")"))
        return expression_unexpected(in, f->folds ? "',' or ')'" : "')'");
    result = absent ? (double)NAN : result;
    expression_set_number(value, f->is_exact ? result : expression_rounded(result));
    return !isnan(result) || in->names ||
           expression_misfit(in, at, "result is not a number; allowed: arguments that have one");
}

static bool fail_function(const expression_reader *in, const char *at, const char *name)
{
    const char *names[64];
    char all[512] = "";
    for (size_t i = 0; i < expression_function_count; i++) {
        names[i] = expression_functions[i].name;
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i > 0 ? ", " : "", names[i]);
    }
    const char *nearest = trama_nearest(name, names, expression_function_count);
    if (nearest)
        return expression_fail(in, at, "unknown function '%s'; nearest allowed: '%s'", name,
                               nearest);
    return expression_fail(in, at, "unknown function '%s'; allowed: %s", name, all);
}

static bool call_by_name(expression_reader *in, const char *at, size_t length,
                         expression_value *value)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), at);
    for (size_t i = 0; i < expression_function_count; i++)
        if (strcmp(name, expression_functions[i].name) == 0)
            return call(in, at, &expression_functions[i], value);
    return fail_function(in, at, name);
}

static bool name_or_call(expression_reader *in, expression_value *value)
{
    const char *at = in->at;
    const size_t length = strspn(at, expression_name_part);
    in->at += length;
    if (expression_accept(in, "("))
        return call_by_name(in, at, length, value);
    in->at = at + length;
    return value_of_name(in, at, length, value);
}

/* A name in backquotes. */
static bool quoted_name(expression_reader *in, expression_value *value)
{
    const char *at = in->at + 1, *end = strchr(at, '`');
    if (!end)
        return expression_fail(in, in->at, "name without its closing `; allowed: `a name`");
    in->at = end + 1;
    return value_of_name(in, at, (size_t)(end - at), value);
}

static bool is_reserved(const char *at)
{
    const size_t length = strspn(at, expression_name_part);
    return (length == 3 && (strncmp(at, "and", 3) == 0 || strncmp(at, "not", 3) == 0)) ||
           (length == 2 && strncmp(at, "or", 2) == 0);
}

bool expression_primary(expression_reader *in, expression_value *value)
{
    expression_skip(in);
    const size_t digits = config_scan_number(in->at);
    if (digits > 0)
        return literal_number(in, digits, value);
    if (*in->at == '\'' || *in->at == '"')
        return literal_text(in, value);
    if (in->names && *in->at == '`')
        return quoted_name(in, value);
    if (*in->at && strchr(name_start, *in->at) && !is_reserved(in->at))
        return name_or_call(in, value);
    if (!expression_accept(in, "("))
        return expression_unexpected(in, "a number, a text, a name or '('");
    return expression_nested(in, expression_either, value) &&
           (expression_accept(in, ")") || expression_unexpected(in, "an operator or ')'"));
}
