/* The report explains why methods share a limit, and how many independent facts remain, from
 * planted cases. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/planted.h"
#include "support/record_sample.h"
#include "support/report_sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char reference[] = "simulation,method,dt_max_s,kind\n"
                                "S1,symplectic_euler,0.012,printed\n"
                                "S2,symplectic_euler,0.004,fitted\n"
                                "S1,leapfrog,0.012,printed\nS2,leapfrog,0.004,fitted\n"
                                "S1,rk4_thesis,0.010,printed\nS2,rk4_thesis,0.004,fitted\n";

static const struct method {
    const char *name;
    double z, limit[2], varied[2]; /* s, of S1 and S2 */
} methods[] = {
    {"symplectic_euler", 2, {0.0124, 0.0049}, {0.011, 0.004}},
    {"leapfrog", 2, {0.0124, 0.0049}, {0.011, 0.004}},
    {"rk4_thesis", 1.75, {0.0109, 0.0043}, {0.010, 0.003}},
};
enum { METHODS = sizeof methods / sizeof *methods };

static void plant_step(const char *folder, const struct method *m, const char *id, size_t at,
                       const char *varied, double stable)
{
    bundle b = planted_case(varied ? "varied" : "limits", "stable_step", m->name, "ok");
    planted_labels(&b, at ? "S2" : "S1", varied ? NULL : m->name, "true",
                   varied ? NULL : reference);
    if (varied)
        bundle_add_text(&b, "/labels/varied", "", varied);
    planted_limit(&b, stable, stable + 0.001, "strain", 41);
    planted_write(&b, folder, id);
}

static void plant_limit(const struct method *m, const char *id, size_t at, const char *varied)
{
    static const double published[METHODS][2] = {{0.012, 0.004}, {0.012, 0.004}, {0.010, 0.004}};
    plant_step("why", m, id, at, varied, varied ? m->varied[at] : published[m - methods][at]);
}

static void plant_prediction(const struct method *m, const char *folder, const char *id, size_t at,
                             double limit)
{
    const double omega = at ? 400 : 160, three[3] = {omega, omega, omega},
                 z[3] = {m->z, m->z, m->z};
    const double damping[3] = {1, 1, 1};
    bundle b = planted_case("predictions", "predict", m->name, "ok");
    planted_labels(&b, at ? "S2" : "S1", m->name, NULL, reference);
    bundle_put_reals(&b, &column_predicted_omega_max, three, 3);
    bundle_put_reals(&b, &column_predicted_damping, damping, 3);
    bundle_put_reals(&b, &column_predicted_z, z, 3);
    bundle_put_real(&b, &column_bisected_stable, 0.9999 * limit);
    bundle_put_real(&b, &column_bisected_unstable, 1.0001 * limit);
    planted_write(&b, folder, id);
}

static void plant_map(const struct method *m, const char *folder)
{
    char id[8];
    bundle b = planted_case("maps", "stability_map", m->name, "ok");
    bundle_put_real(&b, &column_map_z, m->z);
    snprintf(id, sizeof id, "%zu0", (size_t)(m - methods));
    planted_write(&b, folder, id);
}

static void plant(const struct method *m)
{
    char id[8];
    plant_map(m, "why");
    for (size_t at = 0; at < 2; at++) {
        snprintf(id, sizeof id, "%zu%zu", (size_t)(m - methods), 1 + at);
        plant_limit(m, id, at, NULL);
        plant_limit(m, id, at, "mass");
        plant_prediction(m, "why", id, at, m->limit[at]);
    }
}

/* Two methods of z = 2 that answer alike are one; S2's mass was chosen by its limit. What is left
 * is S1 of both classes, whose published values differ. */
static void the_summary_says_why_and_counts_the_facts(void **state)
{
    (void)state;
    static const char *const there[] = {
        "Symplectic Euler 2, Leapfrog 2, RK4 (thesis) 1.75. 2 of the 3 methods have z = 2.",
        "from one method to another it differs by at most 0 %",
        "printed to 1 ms, which is 8 to 20 % of the limit",
        "RK4 (thesis) has z = 1.75, 12.5 % less than those; measured, ω_max Δt is 1.720 to 1.744",
        "Leapfrog in 2 of 2, RK4 (thesis) in 0 of 2",
        "The 6 published limits that must come out are therefore 4 (of 2 classes",
        "with 2 of them in view; 2 are left",
        "rests on 2 to 2 independent facts",
    };
    for (size_t i = 0; i < METHODS; i++)
        plant(&methods[i]);
    const sample_said s = sample_report("why");
    assert_string_equal(s.err, "");
    char *page = planted_text("why/report.html");
    for (size_t i = 0; i < sizeof there / sizeof *there; i++)
        if (!strstr(page, there[i]))
            fail_msg("'%s' is not there:\n%.9000s", there[i], strstr(page, "id=\"summary\""));
    free(page);
}

/* Published limits of two methods, and of each what ten variations of both simulations give: of the
 * second method `other` of them are not those of the first. */
static char *page_of_variations(const char *folder, size_t variations, size_t other)
{
    char id[32], varied[32], path[64];
    for (size_t i = 0; i < 2 * (1 + variations); i++)
        for (size_t m = 0; m < 2; m++) {
            const size_t k = i / 2;
            snprintf(id, sizeof id, "%zu%02zu", m, i);
            snprintf(varied, sizeof varied, "mass %zu", k);
            const bool off = m == 1 && k > 0 && i - 2 < other;
            if (k == 0 || m == 0 || variations > 1)
                plant_step(folder, &methods[m], id, i % 2, k ? varied : NULL, off ? 0.002 : 0.003);
        }
    sample_report(folder);
    snprintf(path, sizeof path, "%s/report.html", folder);
    return planted_text(path);
}

/* 95 %: 19 of 20 cells are just enough. */
static void methods_are_one_if_enough_of_their_cells_are_alike(void **state)
{
    (void)state;
    char *page = page_of_variations("nineteen", 10, 1);
    assert_non_null(strstr(page, "in 19 of 20"));
    assert_non_null(strstr(page, "(of 1 class in each simulation)"));
    free(page);
    page = page_of_variations("eighteen", 10, 2);
    assert_non_null(strstr(page, "in 18 of 20"));
    assert_non_null(strstr(page, "(of 2 classes in each simulation)"));
    free(page);
}

/* Only the first has a variation. */
static void methods_without_a_cell_in_common_are_two(void **state)
{
    (void)state;
    char *page = page_of_variations("apart", 1, 0);
    assert_non_null(strstr(page, "in 0 of 0"));
    assert_non_null(strstr(page, "(of 2 classes in each simulation)"));
    free(page);
}

/* One method has no map, and no run of the other has found a limit. */
static void what_is_missing_is_said_and_not_counted(void **state)
{
    (void)state;
    plant_map(&methods[0], "unmeasured");
    plant_prediction(&methods[0], "unmeasured", "01", 0, (double)NAN);
    plant_prediction(&methods[2], "unmeasured", "21", 0, (double)NAN);
    sample_report("unmeasured");
    char *page = planted_text("unmeasured/report.html");
    assert_non_null(
        strstr(page, "Symplectic Euler 2, RK4 (thesis) has no map. 1 of the 2 methods"));
    assert_non_null(strstr(page, "<td class=\"number\">12.500</td><td class=\"number\">–</td>"));
    assert_null(strstr(page, "seldom tells them apart"));
    assert_null(strstr(page, "inf to"));
    assert_null(strstr(page, ">nan"));
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_summary_says_why_and_counts_the_facts),
        cmocka_unit_test(methods_are_one_if_enough_of_their_cells_are_alike),
        cmocka_unit_test(methods_without_a_cell_in_common_are_two),
        cmocka_unit_test(what_is_missing_is_said_and_not_counted),
    };
    return cmocka_run_group_tests(tests, sample_folder_begin, sample_folder_end);
}
