/* The distance of drapes: of the nodes that cases move, in their last frames, from those of the
 * first case. Obstacles do not count, and other nodes have no distance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"

/* A sheet that nothing acts on flies for 0.1 s beside a ball of another size; the last is finer. */
static const char experiment[] =
    "experiment: flying\n"
    "study:\n"
    "  factors: {speed: labels.speed}\n"
    "  response: {column: shape_distance}\n"
    "  listing: {name: flown, rows: speed, columns: {speed: speed, distance: shape_distance}}\n"
    "case:\n"
    "  objects:\n"
    "    sheet:\n"
    "      model: {name: provot, structural: 10, shear: 10, density: 0.3, sweeps: 0}\n"
    "      scene: {grid: {points: 4, side: 1}, velocity: [0, 0, 0]}\n"
    "    ball: {model: {name: sphere, radius: 0.1, position: [0, -3, 0]}}\n"
    "  interactions: {touch: {name: bouncing_contact, among: [sheet, ball]}}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  task: {name: run, dt: 0.001, horizon: 100, frames: [0, 50, 100]}\n"
    "sweep:\n"
    "  - zip:\n"
    "      labels.speed: ['0', '1', '5', '7']\n"
    "      objects.sheet.scene.velocity: [[0, 0, 0], [1, 0, 0], [3, 0, 4], [0, 0, 0]]\n"
    "      objects.sheet.scene.grid.points: [4, 4, 4, 5]\n"
    "      objects.ball.model.radius: [0.1, 0.2, 0.3, 0.4]\n";

static void it_is_that_of_the_nodes_of_the_last_frames(void **state)
{
    (void)state;
    static const double expected[] = {0.0, 0.1, 0.5};
    folder_write("flying.yaml", experiment);
    assert_int_equal(shell_run(SHELL("run", "flying.yaml", "-o", "all")).code, 0);
    const shell_end end = shell_run(SHELL("table", "all", "flown", "--format", "csv"));
    const char *line = end.out;
    bundle index = experiment_read("all/flying/index.h5"); /* has them as answers */
    const bundle_column *answer = bundle_get(&index, &column_answer_value);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(bundle_get(&index, &column_answer_marks)->text[i], "");
        line = strchr(line, '\n') + 1;
        const char *told = strchr(line, ',') + 1;
        if (i < 3) {
            assert_true(fabs(strtod(told, NULL) - expected[i]) < 1e-9);
            assert_true(fabs(answer->real[i] - expected[i]) < 1e-9);
        } else {
            assert_int_equal(*told, '\n');
            assert_true(isnan(answer->real[i]));
        }
    }
    bundle_free(&index);
}

/* The only object of a case may have no name. */
static const char unnamed[] =
    "experiment: unnamed\n"
    "study: {factors: {speed: labels.speed}, response: {column: shape_distance}}\n"
    "case:\n"
    "  model: {name: provot, structural: 10, shear: 10, density: 0.3, sweeps: 0}\n"
    "  scene: {grid: {points: 4, side: 1}, velocity: [0, 0, 0]}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  task: {name: run, dt: 0.001, horizon: 100, frames: [100]}\n"
    "sweep:\n"
    "  - zip: {labels.speed: ['0', '5'], scene.velocity: [[0, 0, 0], [3, 0, 4]]}\n";

static void an_object_without_a_name_has_one_too(void **state)
{
    (void)state;
    folder_write("unnamed.yaml", unnamed);
    assert_int_equal(shell_run(SHELL("run", "unnamed.yaml", "-o", "alone")).code, 0);
    bundle index = experiment_read("alone/unnamed/index.h5");
    const bundle_column *answer = bundle_get(&index, &column_answer_value);
    assert_int_equal(answer->rows, 2);
    assert_true(fabs(answer->real[1] - 0.5) < 1e-9);
    bundle_free(&index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_that_of_the_nodes_of_the_last_frames),
        cmocka_unit_test(an_object_without_a_name_has_one_too),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
