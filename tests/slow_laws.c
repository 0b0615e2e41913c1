/* configs/laws: every law, broken once, is seen. Its header says what to change (`# break: FROM ->
 * TO`), and in which case it is seen (`# seen: CONDITION at STEP s`): there its method is right,
 * and with the change no more. Of a law that no method meets, the error that stays is another. */
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

#include "support/folder.h"
#include "support/laws.h"
#include "support/text.h"

typedef struct verdict {
    double step, least; /* NAN: no step is accurate; the smallest error */
} verdict;

/* The one step that is tried comes first in the sweep. */
static verdict judge(const law_seen *seen, const char *from, const char *to)
{
    char once[512];
    snprintf(once, sizeof once,
             "\nsweep:\n  - zip: {task.search.first: [%s], task.search.finest: [%s], "
             "task.search.confirm: [0]}\n",
             seen->step, seen->step);
    bundle b = law_run(seen->law, seen->only,
                       from ? EDITS("\nsweep:\n", *seen->step ? once : "\nsweep:\n", from, to)
                            : EDITS("\nsweep:\n", *seen->step ? once : "\nsweep:\n"));
    const verdict v = {bundle_get_number(&b, &column_accurate_step),
                       bundle_get_number(&b, &column_error_least)};
    bundle_free(&b);
    return v;
}

static void every_law_that_is_broken_is_seen(void **state)
{
    (void)state;
    size_t blind = 0;
    assert_int_equal(symlink(LAWS "references", "references"), 0);
    glob_t laws;
    assert_int_equal(glob(LAWS "*.yaml", 0, NULL, &laws), 0);
    for (size_t i = 0; i < laws.gl_pathc; i++) {
        const law_seen seen = law_seen_of(laws.gl_pathv[i]);
        const verdict right = judge(&seen, NULL, NULL), wrong = judge(&seen, seen.from, seen.to);
        const bool is_seen =
            isnan(right.step) ? fabs(wrong.least - right.least) > 0.01 : isnan(wrong.step);
        if (!is_seen)
            print_message("%s: %g s and %g, broken %g s and %g\n", seen.law, right.step,
                          right.least, wrong.step, wrong.least);
        blind += !is_seen;
    }
    globfree(&laws);
    assert_int_equal(blind, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_law_that_is_broken_is_seen)};
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
