/* A ledger, what a source says sentence by sentence, and the verdicts on it: a sheet that falls
 * freely for two steps falls by 3 g dt^2 under symplectic Euler and by 2 g dt^2 under the midpoint
 * rule, of which a made-up source prints one right and one wrong, and says that the first falls
 * half as far again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#include <stdio.h>
#include <string.h>

#define STUDY(ledger)                                                                              \
    "experiment: sheets\n"                                                                         \
    "study:\n"                                                                                     \
    "  factors: {method: integrator.name}\n"                                                       \
    "  response: {column: fall, unit: m}\n"                                                        \
    "  published:\n"                                                                               \
    "    - {table: falls.csv, match: [method], compare: {fall: {column: fall, relative: "          \
    "1e-9}}}\n"                                                                                    \
    "    - {table: pairs.csv, match: [method], statements: true}\n"                                \
    "    - " ledger "\n"                                                                           \
    "case:\n"                                                                                      \
    "  model: {name: nedel, elasticity: 10, density: 0.1}\n"                                       \
    "  scene: {grid: {points: [3, 3], side: [1, 1]}, gravity: [0, -10, 0]}\n"                      \
    "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"                                  \
    "sweep:\n"                                                                                     \
    "  - grid: {integrator.name: [symplectic_euler, midpoint]}\n"

#define HEADER "id,page,sentence,translation,says,kind,verdict,judged_by,why\n"

static const char falls[] = "# unit fall m\n"
                            "method,fall,kind\n"
                            "symplectic_euler,3e-5,printed\n"
                            "midpoint,3e-5,printed\n";

#define PAIRS "method,quantity,over,claim,relation,published,kind\n"

static const char pairs[] =
    PAIRS "symplectic_euler,fall,method is midpoint,three halves of it,at most,1.5000001,printed\n"
          "symplectic_euler,fall,method is midpoint,more than that,above,1.5000001,printed\n"
          "symplectic_euler,fall,method is midpoint,less than that,below,1.4999999,printed\n"
          "midpoint,fall,method is symplectic_euler,two thirds of it,above,0.6666666,printed\n"
          "midpoint,fall,method is rk4,as that of another,equals,1,printed\n";

static const char ledger[] =
    HEADER "A1,1,cai,falls,both fall as printed,printed,judged,falls.csv,\n"
           "A2,1,cai,falls,the first does,printed,judged,\"falls.csv: fall of symplectic_euler\",\n"
           "A3,2,cai,falls,the second does,printed,judged,\"falls.csv: fall of midpoint\",\n"
           "A4,2,sobe,rises,it rises,stated,judged,elsewhere.csv,\n"
           "A5,3,belo,fine,it looks fine,stated,not testable,,an opinion\n"
           "A6,3,vento,wind,wind moves it,stated,open,,no wind yet\n"
           "B1,4,a,b,c,stated,judged,pairs.csv: three halves of it,\n"
           "B2,4,a,b,c,stated,judged,pairs.csv: more than that,\n"
           "B3,4,a,b,c,stated,judged,pairs.csv: less than that,\n"
           "B4,4,a,b,c,stated,judged,pairs.csv: two thirds of it,\n"
           "B5,4,a,b,c,stated,judged,pairs.csv: as that of another,\n";

static int set_up(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    folder_write("sheets.yaml", STUDY("{table: ledger.csv, ledger: true}"));
    folder_write("falls.csv", falls);
    folder_write("ledger.csv", ledger);
    folder_write("pairs.csv", pairs);
    return shell_run(SHELL("run", "sheets.yaml", "-o", "r", "--quiet")).code;
}

/* The rest of the row of a statement, from its verdict on. */
static void assert_verdict(const char *csv, const char *id, const char *verdict)
{
    char start[80], expected[200];
    snprintf(start, sizeof start, "sheets,%s,", id);
    const char *row = strstr(csv, start);
    assert_non_null(row);
    snprintf(expected, sizeof expected, ",%s,", verdict);
    const char *end = strchr(row, '\n'), *found = strstr(row, expected);
    if (!found || found > end)
        fail_msg("%s is not '%s': %.*s", id, verdict, (int)(end - row), row);
}

static void each_statement_has_its_verdict(void **state)
{
    (void)state;
    const shell_end s = shell_run(SHELL("table", "r", "statements", "--format", "csv"));
    assert_int_equal(s.code, 0);
    assert_verdict(s.out, "A1", "in part,2,1,falls.csv");
    assert_verdict(s.out, "A2", "reproduced,1,1");
    assert_verdict(s.out, "A3", "refuted,1,0");
    assert_verdict(s.out, "A4", "not run,,,elsewhere.csv");
    assert_verdict(s.out, "A5", "not testable,,,,an opinion");
    assert_verdict(s.out, "A6", "open,,,,no wind yet");
}

/* A claim of a pair is on a ratio, and says nothing where one of both is not run. */
static void ratios_of_two_cases_are_judged(void **state)
{
    (void)state;
    const shell_end s = shell_run(SHELL("table", "r", "statements", "--format", "csv"));
    assert_int_equal(s.code, 0);
    assert_verdict(s.out, "B1", "reproduced,1,1");
    assert_verdict(s.out, "B2", "refuted,1,0");
    assert_verdict(s.out, "B3", "refuted,1,0");
    assert_verdict(s.out, "B4", "reproduced,1,1");
    assert_verdict(s.out, "B5", "not run,,");
}

static void a_pair_is_told_by_a_factor(void **state)
{
    (void)state;
    folder_write("pairs.csv", PAIRS "midpoint,fall,rk4,words,equals,1,printed\n");
    const shell_end s = shell_run(SHELL("run", "sheets.yaml", "-o", "bad", "--dry-run"));
    folder_write("pairs.csv", pairs);
    assert_int_not_equal(s.code, 0);
    text_assert_has(s.err, "pairs.csv: row 1: over is 'rk4'; allowed: FACTOR is VALUE");
    folder_write("pairs.csv", PAIRS "midpoint,fall,methd is rk4,words,equals,1,printed\n");
    const shell_end near = shell_run(SHELL("run", "sheets.yaml", "-o", "bad", "--dry-run"));
    folder_write("pairs.csv", pairs);
    text_assert_has(near.err, "unknown factor 'methd'; nearest allowed: 'method'");
}

static void kinds_are_counted_apart(void **state)
{
    (void)state;
    const shell_end s = shell_run(SHELL("table", "r", "statements"));
    assert_int_equal(s.code, 0);
    /* reproduced, in part, refuted, beside, not run, not testable, not built, open */
    text_assert_has(s.out, "| printed  |          1 |       1 |       1 |      0 |       0 |       "
                           "     0 |         0 |    0 |");
    text_assert_has(s.out, "| stated   |          2 |       0 |       2 |      0 |       2 |       "
                           "     1 |         0 |    1 |");
}

static void assert_refused(const char *text, const char *why)
{
    folder_write("bad.csv", text);
    folder_write("bad.yaml", STUDY("{table: bad.csv, ledger: true}"));
    const shell_end s = shell_run(SHELL("run", "bad.yaml", "-o", "bad", "--dry-run"));
    assert_int_not_equal(s.code, 0);
    text_assert_has(s.err, "bad.yaml:8:");
    text_assert_has(s.err, why);
}

static void what_is_no_ledger_is_refused(void **state)
{
    (void)state;
    assert_refused("id,page\nA1,1\n", "bad.csv: a ledger needs a column 'sentence'");
    assert_refused(HEADER "A1,1,s,t,x,stated,open,,w\nA1,1,s,t,x,stated,open,,w\n",
                   "rows 1 and 2 have the same id (A1)");
    assert_refused(HEADER "A1,1,s,t,x,stated,judged,,\n", "row 1: judged_by is ''");
    assert_refused(HEADER "A1,1,s,t,x,stated,open,falls.csv,\n", "judged_by is 'falls.csv'");
    assert_refused(HEADER "A1,1,s,t,x,said,open,,w\n", "kind is 'said'");
    assert_refused(HEADER "A1,1,s,t,x,stated,true,,w\n", "verdict is 'true'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_statement_has_its_verdict),
        cmocka_unit_test(ratios_of_two_cases_are_judged),
        cmocka_unit_test(a_pair_is_told_by_a_factor),
        cmocka_unit_test(kinds_are_counted_apart),
        cmocka_unit_test(what_is_no_ledger_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, folder_leave);
}
