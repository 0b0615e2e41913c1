/* trama archive and verify: a study as one file, from which a stranger runs it again to the same
 * bits, and in which a changed byte is seen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/springs.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A study in two files: what its model is stands in another folder. */
static int make_study(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    shell_run_by("mkdir -p here/parts here/configs", SHELL("x"));
    folder_write("here/parts/model.yaml", "{name: oscillator, omega: 10}\n");
    experiment_write("here/configs/spring.yaml", experiment_spring,
                     EDITS("{name: oscillator, omega: 10}", "{include: ../parts/model.yaml}"));
    const shell_end end = shell_run_by("cd here/configs && \"$0\" \"$@\"",
                                       SHELL("run", "spring.yaml", "-q", "-o", "../../results"));
    return end.code;
}

static void an_archive_alone_gives_the_same_results(void **state)
{
    (void)state;
    shell_end end = shell_run(SHELL("archive", "results", "-o", "study.tar"));
    assert_string_equal(end.err, "");
    assert_int_equal(end.code, 0);
    end = shell_run(SHELL("verify", "study.tar"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "5 files are whole, 0 are not"); /* three cases, study and index */
    /* As its README.md says. */
    end = shell_run_by("mkdir -p away && tar xf study.tar -C away && rm -rf here && cd away && "
                       "eval \"$(sed -n 's/^    trama \\(run\\|compare\\)/\"$0\" \\1/p' "
                       "README.md)\"",
                       SHELL("x"));
    if (end.code != 0)
        fail_msg("%s%s", end.out, end.err);
    text_assert_has(end.out, "3 cases: 3 same");
}

static void a_changed_byte_of_any_file_is_seen(void **state)
{
    (void)state;
    static const char *const files[] = {"configuration/study/spring.yaml",
                                        "configuration/parts/model.yaml", "README.md",
                                        "results/spring/study.h5", "ro-crate-metadata.json"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        shell_end end = shell_run_by("rm -rf bad && mkdir bad && tar xf study.tar -C bad && "
                                     "printf x >>bad/$1 && tar cf bad.tar -C bad .",
                                     SHELL(files[i]));
        assert_int_equal(end.code, 0);
        end = shell_run(SHELL("verify", "bad.tar"));
        assert_int_equal(end.code, 4);
        text_assert_has(end.out, files[i]);
    }
}

static void what_is_no_archive_is_told(void **state)
{
    (void)state;
    folder_write("not.tar", "nothing that tar knows\n");
    const shell_end end = shell_run(SHELL("verify", "not.tar"));
    assert_int_equal(end.code, 4);
    text_assert_has(end.out, "not.tar: tar: ");
    assert_int_equal(shell_run(SHELL("archive", "nowhere")).code, 2);
    assert_false(experiment_stands("nowhere.tar"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_archive_alone_gives_the_same_results),
        cmocka_unit_test(a_changed_byte_of_any_file_is_seen),
        cmocka_unit_test(what_is_no_archive_is_told),
    };
    return cmocka_run_group_tests(tests, make_study, folder_leave);
}
