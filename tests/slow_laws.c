/* Every law of configs/laws, broken once as its own file says ("# break: FROM -> TO", a constant
 * that is wrong by some per cent), is seen: of the answers that velocity Verlet gives within the
 * tolerance at least one is not any more; where none was, the errors that stay have changed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <glob.h>
#include <unistd.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#define LAWS TRAMA_SOURCE_DIR "/configs/laws/"

enum { NAME = 256 };

/* Of all rows of a law. */
typedef struct verdict {
    int met;
    double left; /* the sum of their smallest errors */
} verdict;

static void between(const char *text, const char *begin, const char *end, char to[NAME])
{
    const char *from = strstr(text, begin);
    assert_non_null(from);
    from += strlen(begin);
    const char *behind = strstr(from, end);
    assert_non_null(behind);
    snprintf(to, NAME, "%.*s", (int)(behind - from), from);
}

static verdict verdict_of(const char *cases)
{
    verdict v = {0, 0.0};
    const experiment_names names = *experiment_list(cases, ".h5");
    assert_true(names.count > 0);
    for (size_t i = 0; i < names.count; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", cases, names.name[i]);
        bundle b = experiment_read(path);
        v.met += !isnan(bundle_get_number(&b, &column_accurate_step));
        v.left += bundle_get_number(&b, &column_error_least);
        bundle_free(&b);
    }
    return v;
}

static verdict run_law(const char *text, const char *const *edits)
{
    static int runs;
    char file[32], folder[32], experiment[NAME], cases[2 * NAME];
    snprintf(file, sizeof file, "law%d.yaml", ++runs);
    snprintf(folder, sizeof folder, "out%d", runs);
    experiment_write(file, text, edits);
    const shell_end ran = shell_run(
        SHELL("run", file, "-o", folder, "-q", "--only", "integrator.name == 'velocity_verlet'"));
    if (ran.code != 0)
        fail_msg("%s", ran.err);
    between(text, "experiment: ", "\n", experiment);
    snprintf(cases, sizeof cases, "%s/%s/cases", folder, experiment);
    return verdict_of(cases);
}

static void break_law(const char *path)
{
    char from[NAME], to[NAME];
    char *text = text_of_file(path);
    const char *body = strstr(text, "\nexperiment: ");
    assert_non_null(body);
    between(text, "\n# break: ", " -> ", from);
    between(strstr(text, "\n# break: "), " -> ", "\n", to);
    const verdict whole = run_law(body, NULL), broken = run_law(body, EDITS(from, to));
    if (whole.met > 0 ? broken.met >= whole.met : !(fabs(broken.left - whole.left) > 0.01))
        fail_msg("%s: %s -> %s is not seen: %d and %d met, %g and %g left", path, from, to,
                 whole.met, broken.met, whole.left, broken.left);
    free(text);
}

static void each_law_broken_once_is_seen(void **state)
{
    (void)state;
    glob_t laws;
    assert_int_equal(symlink(LAWS "references", "references"), 0);
    assert_int_equal(glob(LAWS "*.yaml", 0, NULL, &laws), 0);
    for (size_t i = 0; i < laws.gl_pathc; i++)
        break_law(laws.gl_pathv[i]);
    globfree(&laws);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_law_broken_once_is_seen)};
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
