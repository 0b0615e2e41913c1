/* Expressions over the values of a case have the values that the manual gives, and wrong ones are
 * refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "config/expression.h"
#include "support/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "dt: 0.013\n"
                           "steps: 40\n"
                           "scene: {pins: [{k: 2.5}, {k: 7}], name: silk, quoted: '5', none: }\n"
                           "task: {kind: search, first: 0x1p-3, far: .inf, huge: 1e400}\n"
                           "labels: {simulation: S1, steps: 1, number: 3, caf\xc3\xa9: x}\n"
                           "closed: true\n"
                           "not: 1\n";

static config_store *store;
static config_node *root;

static int load_case(void **state)
{
    config_error error;
    if (folder_enter(state) != 0)
        return -1;
    folder_write("case.yaml", text);
    store = config_store_create();
    return store && config_load(store, "case.yaml", &root, &error) ? 0 : -1;
}

static int free_case(void **state)
{
    config_store_destroy(store);
    return folder_leave(state);
}

static void numbers_follow_the_usual_precedence(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        double value;
    } table[] = {
        {"1 + 2 * 3", 7},
        {"(1 + 2) * 3", 9},
        {"7 - 2 - 1", 4},
        {"24 / 4 / 2", 3},
        {"2 ^ 3 ^ 2", 512},
        {"-2 ^ 2", -4},
        {"(-2) ^ 2", 4},
        {"2 ^ -2", 0.25},
        {"2 * -3", -6},
        {"1 - -1", 2},
        {"+5", 5},
        {"--5", 5},
        {"1.5e-3*2", 3e-3},
        {"0x1.8p1 + .5", 3.5},
        {"1e3", 1000},
        {"13 ms == dt", 1},
        {"0.7ms", 0.0007},
        {"3 µs", 3e-6},
        {"2us", 2e-6},
        {"2 s and 250ns < 1 ms", 1},
        {"sqrt(16) + 1", 5},
        {"floor(-2.5)", -3},
        {"round(2.5)", 3},
        {"round(-2.5)", -3},
        {"min(3, 1, 2)", 1},
        {"max(3, sqrt(25), 2) * 2", 10},
        {"min(4)", 4},
        {"dt * steps", 0.013 * 40},
        {"scene.pins[1].k - scene.pins[0].k", 4.5},
        {"task.first", 0.125},
        {"number + labels.number", 6},
        {"steps", 40}, /* before labels.steps */
        {"labels.steps", 1},
        {"min(task.far, 3)", 3},
        {" \t1 +\n2 ", 3},
        {"1 < 2", 1},
        {"2 <= 1", 0},
        {"2 >= 2", 1},
        {"3 > 3", 0},
        {"1 + 1 == 2", 1},
        {"2 != 2", 0},
        {"task.far > 1", 1},
        {"not 1 == 2", 1},
        {"not 0 and 0", 0},
        {"not (0 and 0)", 1},
        {"not not 7", 1},
        {"1 or 0 and 0", 1},
        {"(1 or 0) and 0", 0},
        {"5 and 3", 1},
        {"0 or 0 or 2", 1},
        {"1 and 1 and 0", 0},
        {"not(1)and(1)", 0},
        {"task.kind == 'search'", 1},
        {"task.kind != \"search\"", 0},
        {"'a' == \"a\"", 1},
        {"simulation == 'S1' and dt < 0.02", 1},
        {"number == '3'", 1}, /* a text that is a number counts as it, as a label's value does */
        {"'3.0' == number", 1},
        {"number == '4'", 0},
        {"number < '10'", 1},
        {"scene.quoted == '5'", 1},
        {"scene.none == ''", 1},
        {"closed == 'true'", 1},
        /* what cannot change the outcome is read, not evaluated */
        {"task.kind == 'other' and nowhere > 3", 0},
        {"task.kind == 'search' or 1 / 0 > sqrt(-1)", 1},
        {"0 and ('a' + 1 or 'a' < 'b' or not 'a' or -'a' == 1 or 'a' == 1 or nowhere ^ 'a')", 0},
        {"1 or nowhere or 1 and nowhere", 1},
        {"(0 and nowhere) or 1", 1},
        {"0 and 1 or 2", 1},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        expression_value value;
        config_error error;
        if (!expression_evaluate(table[i].source, root, NULL, &value, &error))
            fail_msg("%s: %s", table[i].source, error.text);
        assert_false(value.is_text);
        if (value.number != table[i].value)
            fail_msg("%s is %.17g", table[i].source, value.number);
    }
}

/* Values of Abramowitz and Stegun 1964 and of mpmath, to 15 digits; k = 0.5. */
static void functions_are_those_of_the_handbook(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        double value;
    } table[] = {
        {"pi", 3.14159265358979323846},
        {"abs(-2.5)", 2.5},
        {"sin(pi / 6)", 0.5},
        {"cos(1)", 0.540302305868140},
        {"tan(1)", 1.55740772465490},
        {"asin(0.5) * 6", 3.14159265358979},
        {"acos(0)", 1.57079632679490},
        {"atan(1)", 0.785398163397448},
        {"atan2(1, -1)", 2.35619449019234},
        {"exp(1)", 2.71828182845905},
        {"log(10)", 2.30258509299405},
        {"sinh(1)", 1.17520119364380},
        {"cosh(1)", 1.54308063481524},
        {"tanh(1)", 0.761594155955765},
        {"asinh(1)", 0.881373587019543},
        {"acosh(2)", 1.31695789692482},
        {"atanh(0.5)", 0.549306144334055},
        {"elliptic_k(0)", 1.57079632679490},
        {"elliptic_k(0.5)", 1.68575035481260},
        {"elliptic_f(pi / 2, 0.5)", 1.68575035481260},
        {"elliptic_f(1, 0.8)", 1.11426771466719},
        {"sn(1, 0.5)", 0.822635578129862},
        {"cn(1, 0.5)", 0.568568998095171},
        {"dn(1, 0.5)", 0.911492005669132},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        expression_value value;
        config_error error = {0};
        if (!expression_evaluate(table[i].source, root, NULL, &value, &error))
            fail_msg("%s", error.text);
        if (!(fabs(value.number - table[i].value) <= 4e-15 * fabs(table[i].value)))
            fail_msg("%s is %.17g, not %.17g", table[i].source, value.number, table[i].value);
    }
}

static void texts_are_given_as_they_are(void **state)
{
    (void)state;
    static const struct {
        const char *source, *value;
    } table[] = {
        {"'a \"b\"'", "a \"b\""},
        {"\"it's\"", "it's"},
        {"''", ""},
        {"scene.name", "silk"},
        {"scene.quoted", "5"},
        {"(simulation)", "S1"},
        {"closed", "true"},
        {"'caf\xc3\xa9'", "caf\xc3\xa9"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        expression_value value;
        config_error error;
        assert_true(expression_evaluate(table[i].source, root, NULL, &value, &error));
        assert_true(value.is_text);
        assert_string_equal(value.text, table[i].value);
    }
}

static void faults_name_the_column_and_what_is_allowed(void **state)
{
    (void)state;
#define PRIMARY "; allowed: a number, a text, a name or '('"
#define OPERATOR "; allowed: an operator or the end"
#define NUMBER "a text; allowed here: a number"
    static const struct {
        const char *source, *message;
    } table[] = {
        {"", "1: unexpected end" PRIMARY},
        {"1 +", "4: unexpected end" PRIMARY},
        {"1 + * 2", "5: unexpected '*'" PRIMARY},
        {"(1", "3: unexpected end; allowed: an operator or ')'"},
        {"1)", "2: unexpected ')'" OPERATOR},
        {"1 = 1", "3: unexpected '='; allowed: '=='"},
        {"1 2", "3: unexpected '2'" OPERATOR},
        {"dt steps", "4: unexpected 'steps'" OPERATOR},
        {"2x", "2: unexpected 'x' after a number; allowed: an operator"},
        {"2 msec", "3: unexpected 'msec'" OPERATOR},
        {"2 µsx", "5: unexpected 'x' after a number; allowed: an operator"},
        {"1..2", "3: unexpected '.' after a number; allowed: an operator"},
        {"1 < 2 < 3", "7: unexpected '<'" OPERATOR},
        {"a && b", "1: unknown name 'a'; allowed: values of the case, texts in quotes"},
        {"dt && dt", "4: unexpected '&'" OPERATOR},
        {"1 + not 1", "5: unexpected 'not'" PRIMARY},
        {"and", "1: unexpected 'and'" PRIMARY},
        {"or 1", "1: unexpected 'or'" PRIMARY},
        {"'abc", "1: text without its closing '; allowed: 'text' or \"text\""},
        {"'\xc3\xa9' + 1", "5: " NUMBER},
        {"1 + 'a'", "3: " NUMBER},
        {"-'a'", "1: " NUMBER},
        {"scene.name * 2", "12: " NUMBER},
        {"not 'a'", "5: " NUMBER},
        {"1 and 'a'", "7: " NUMBER},
        {"'a' or 1", "1: " NUMBER},
        {"sqrt('a')", "6: " NUMBER},
        {"max(1, 'a')", "8: " NUMBER},
        {"scene.quoted + 1", "14: " NUMBER},
        {"1 == 'one'", "3: a text beside a number; allowed: two of a kind"},
        {"'a' < 'b'", "5: texts have no order; allowed: == and != between texts"},
        {"1 / 0", "3: division by zero; allowed: another divisor"},
        {"1 / (steps - 40)", "3: division by zero; allowed: another divisor"},
        {"1e308 * 10", "7: result is not finite; allowed: finite numbers"},
        {"(-8) ^ 0.5", "6: result is not finite; allowed: finite numbers"},
        {"0 ^ -1", "3: result is not finite; allowed: finite numbers"},
        {"task.far", "1: result is not finite; allowed: finite numbers"},
        {"task.far - task.far", "10: result is not finite; allowed: finite numbers"},
        {"sqrt(-1)", "1: result is not a number; allowed: arguments that have one"},
        {"task.huge", "1: 'task.huge' is too large for a double; allowed: a number"},
        {"1e400", "1: '1e400' is too large for a double; allowed: a number"},
        {"sqrt(1, 2)", "7: unexpected ','; allowed: ')'"},
        {"min(1", "6: unexpected end; allowed: ',' or ')'"},
        {"min()", "5: unexpected ')'" PRIMARY},
        {"sqr(4)", "1: unknown function 'sqr'; nearest allowed: 'sqrt'"},
        {"exponential(4)",
         "1: unknown function 'exponential'; allowed: sqrt, abs, floor, round, min, max, sin, cos, "
         "tan, asin, acos, atan, atan2, exp, log, sinh, cosh, tanh, asinh, acosh, atanh, "
         "elliptic_k, elliptic_f, sn, cn, dn"},
        {"atan2(1)", "8: unexpected ')'; allowed: ',' and a second argument"},
        {"atan2(1, 2, 3)", "11: unexpected ','; allowed: ')'"},
        {"acos(2)", "1: result is not a number; allowed: arguments that have one"},
        {"elliptic_k(1)", "1: result is not a number; allowed: arguments that have one"},
        {"sn(1, -1)", "1: result is not a number; allowed: arguments that have one"},
        {"exp(1000)", "1: result is not finite; allowed: finite numbers"},
        {"1 + task.frist", "5: unknown name 'task.frist'; nearest allowed: 'first'"},
        {"simulaton == 'S1'", "1: unknown name 'simulaton'; nearest allowed: 'simulation'"},
        {"first > 0", "1: unknown name 'first'; nearest allowed: 'task.first'"},
        {"stesp", "1: unknown name 'stesp'; nearest allowed: 'steps'"},
        {"scene.pins[2].k", "1: unknown name 'scene.pins[2].k'; nearest allowed: 'pins'"},
        {"something.else", "1: unknown name 'something.else'; allowed: values of the case, texts "
                           "in quotes"},
        {"scene", "1: 'scene' is a mapping; allowed: a single value"},
        {"scene.pins == 1", "1: 'scene.pins' is a list; allowed: a single value"},
        {"1 @ 2", "3: unexpected '@'" OPERATOR},
        {"1 \xc3\xa9 2", "3: unexpected '\xc3\xa9'" OPERATOR},
        {"1 \xff", "3: unexpected '\\xff'" OPERATOR},
        {"1 \x01", "3: unexpected '\\x01'" OPERATOR},
        {"$", "1: unexpected '$'" PRIMARY},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        expression_value value;
        config_error error = {0};
        char message[320];
        snprintf(message, sizeof message, "expression:%s", table[i].message);
        assert_false(expression_evaluate(table[i].source, root, NULL, &value, &error));
        assert_string_equal(error.text, message);
    }
}

static void faults_stand_where_the_expression_stands(void **state)
{
    (void)state;
    expression_value value;
    config_error error;
    const config_node *where = config_at(root, "task.kind");
    assert_false(expression_evaluate("1 + frist", root, where, &value, &error));
    assert_string_equal(error.text, "case.yaml:4:14: expression, column 5: unknown name 'frist'; "
                                    "allowed: values of the case, texts in quotes");
}

static void conditions_are_numbers(void **state)
{
    (void)state;
    bool holds = false;
    config_error error;
    assert_true(expression_holds("dt < 0.02 and simulation == 'S1'", root, NULL, &holds, &error));
    assert_true(holds);
    assert_true(expression_holds("steps - 40", root, NULL, &holds, &error));
    assert_false(holds);
    assert_false(expression_holds("scene.name", root, NULL, &holds, &error));
    assert_string_equal(error.text, "expression:1: a text; allowed: a condition");
    assert_false(expression_holds("1 +", root, NULL, &holds, &error));
    assert_string_equal(error.text,
                        "expression:4: unexpected end; allowed: a number, a text, a name or '('");
}

/* `inner` between `times` copies of what opens and what closes; the caller frees it. */
static char *wrapped(const char *open, size_t times, const char *inner, const char *close)
{
    char *source = calloc(times * (strlen(open) + strlen(close)) + strlen(inner) + 1, 1);
    char *end = source;
    assert_non_null(source);
    for (size_t i = 0; i < times; i++, end += strlen(open))
        strcpy(end, open);
    strcpy(end, inner);
    end += strlen(inner);
    for (size_t i = 0; i < times; i++, end += strlen(close))
        strcpy(end, close);
    return source;
}

static void nesting_is_bounded_length_is_not(void **state)
{
    (void)state;
    static const struct {
        const char *open;
        size_t times;
        const char *inner, *close, *message;
    } table[] = {
        {"(", 100, "1", ")", ""},
        {"(", 101, "1", ")", "expression:102: too deep; allowed: 100 levels"},
        {"-", 100, "1", "", ""},
        {"-", 100000, "1", "", "expression:102: too deep; allowed: 100 levels"},
        {"not ", 101, "1", "", "expression:405: too deep; allowed: 100 levels"},
        {"1^", 101, "1", "", "expression:203: too deep; allowed: 100 levels"},
        {"sqrt(", 100, "1", ")", ""},
        {"sqrt(", 101, "1", ")", "expression:506: too deep; allowed: 100 levels"},
        {"", 20000, "1", " + 1", ""},
        {"", 1, "'", "'", "expression:1: "},
        {"x", 255, "", "", "expression:1: unknown name"},
        {"x", 256, "", "", "expression:1: name of 256 characters; allowed: at most 255"},
        {"1", 64, "", "", "expression:1: number of 64 characters; allowed: at most 63"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        expression_value value;
        config_error error = {0};
        char *source = wrapped(table[i].open, table[i].times, table[i].inner, table[i].close);
        const bool done = expression_evaluate(source, root, NULL, &value, &error);
        free(source);
        if (strcmp(table[i].inner, "'") == 0)
            assert_true(done);
        else
            assert_memory_equal(error.text, table[i].message, strlen(table[i].message));
        assert_int_equal(done, error.text[0] == '\0');
    }
}

static void texts_of_255_bytes_fit(void **state)
{
    (void)state;
    expression_value value;
    config_error error;
    char source[259];
    memset(source, 'x', sizeof source);
    source[0] = source[256] = '\'';
    source[257] = '\0';
    assert_true(expression_evaluate(source, root, NULL, &value, &error));
    assert_int_equal(strlen(value.text), 255);
    source[256] = 'x';
    strcpy(source + 257, "'");
    assert_false(expression_evaluate(source, root, NULL, &value, &error));
    assert_string_equal(error.text, "expression:1: text of 256 bytes; allowed: at most 255");
}

/* Every prefix and every mutation of an expression with everything in it: a value or one line. */
static void every_mutation_gives_a_value_or_one_line(void **state)
{
    (void)state;
    static const char sample[] =
        "not (dt*2^-1 >= min(1e-3,scene.pins[0].k)/4) or simulation!='S1' and steps-1<\"x\"";
    for (size_t i = 0; i < sizeof sample; i++) {
        for (int byte = 0; byte < 256; byte++) { /* byte 0 cuts: the prefixes */
            char source[sizeof sample];
            expression_value value;
            config_error error = {0};
            memcpy(source, sample, sizeof sample);
            source[i] = i + 1 < sizeof sample ? (char)byte : '\0';
            const bool done = expression_evaluate(source, root, NULL, &value, &error);
            assert_int_equal(done, error.text[0] == '\0');
            assert_null(strchr(error.text, '\n'));
            if (!done)
                assert_memory_equal(error.text, "expression:", 11);
        }
    }
}

static bool find_result(const void *context, const char *name, expression_value *value)
{
    const char *absent = context;
    *value = (expression_value){.number = 0.25};
    if (strcmp(name, absent) == 0)
        value->number = (double)NAN;
    if (strcmp(name, "order/low") == 0) {
        value->is_text = true;
        snprintf(value->text, sizeof value->text, "none");
    }
    return strcmp(name, "missing") != 0;
}

/* A value that is not there, or is a word where a number is asked for, makes no condition true. */
static void names_of_another_source_may_be_absent(void **state)
{
    static const struct {
        const char *source;
        bool holds;
    } table[] = {
        {"dt > 0.2", true},
        {"dt > 0.3", false},
        {"rest > 0", false},
        {"rest <= 0", false},
        {"rest == 0", false},
        {"rest != 0", true},
        {"1 / rest > 0", false},
        {"1 / (dt - 0.25) > 0", false},
        {"not rest", true},
        {"abs(dt - 1) == 0.75", true},
        {"abs(rest) >= 0", false},
        {"max(rest, 1) == 1", false},
        {"max(1, rest) == 1", false},
        {"rest ^ 0 == 1", false},
        {"sqrt(dt - 1) >= 0", false},
        {"rest or dt", true},
        {"`order/low` == 'none'", true},
        {"`order/low` > 1", false},
        {"`order/low` != 1", true},
        {"dt > 0.3 and missing", false},
    };
    static const char *const known[] = {"order/low", "mising"};
    const expression_names names = {"rest", find_result, known, 2, "dt"};
    config_error error;
    bool holds = false;
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        assert_true(expression_holds_of(table[i].source, &names, &holds, &error));
        if (holds != table[i].holds)
            fail_msg("%s", table[i].source);
    }
    assert_false(expression_holds_of("dt > missing", &names, &holds, &error));
    assert_string_equal(error.text,
                        "expression:6: unknown name 'missing'; nearest allowed: 'mising'");
    assert_false(expression_holds_of("`dt > 1", &names, &holds, &error));
    assert_string_equal(error.text, "expression:1: name without its closing `; allowed: `a name`");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_follow_the_usual_precedence),
        cmocka_unit_test(functions_are_those_of_the_handbook),
        cmocka_unit_test(texts_are_given_as_they_are),
        cmocka_unit_test(faults_name_the_column_and_what_is_allowed),
        cmocka_unit_test(faults_stand_where_the_expression_stands),
        cmocka_unit_test(conditions_are_numbers),
        cmocka_unit_test(nesting_is_bounded_length_is_not),
        cmocka_unit_test(texts_of_255_bytes_fit),
        cmocka_unit_test(every_mutation_gives_a_value_or_one_line),
        cmocka_unit_test(names_of_another_source_may_be_absent),
    };
    return cmocka_run_group_tests(tests, load_case, free_case);
}
