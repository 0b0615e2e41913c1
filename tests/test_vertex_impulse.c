/* provot_collision and nedel_collision do to one vertex that hits one face, held or free, what
 * their formulas say, by value: along the normal, against the sliding, and to nobody else. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/standing.h"

/* m, m/s: passes through within a hundredth of the step. */
static const double h = 1e-3, height = 2e-5, approach = 2.0;

typedef struct law {
    double friction, restitution, slide;
} law;

/* Sliding, sticking, and without friction; |V_N| is 2 m/s. */
static const law laws[] = {{0.0, 0.0, 0.0}, {0.0, 0.4, 0.0}, {0.0, 1.0, 3.0},  {0.3, 0.0, 3.0},
                           {0.3, 0.4, 3.0}, {0.9, 0.4, 1.5}, {0.25, 1.0, 0.6}, {0.5, 0.7, 0.9}};
enum { LAWS = sizeof laws / sizeof *laws };

/* The corner slides on until it is within a micrometre of the face: it meets it where it then is.
 */
static void move_to_the_hit(standing *s, double slide)
{
    const double way = slide * (height - 1e-6) / approach;
    double side[2][3], a = 0.0, b = 0.0, c = 0.0, d = 0.0, e = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        side[0][axis] = s->face[1][axis] - s->face[0][axis];
        side[1][axis] = s->face[2][axis] - s->face[0][axis];
        a += side[0][axis] * side[0][axis];
        b += side[0][axis] * side[1][axis];
        c += side[1][axis] * side[1][axis];
        d += way * s->across[axis] * side[0][axis];
        e += way * s->across[axis] * side[1][axis];
    }
    const double first = (c * d - b * e) / (a * c - b * b),
                 second = (a * e - b * d) / (a * c - b * b);
    s->weight[0] -= first + second;
    s->weight[1] += first;
    s->weight[2] += second;
}

/* ---- Provot. */

/* By impulses: V_N' = -k_d V_N of the points that meet, |V_T| less by k_f |V_N|, at most to 0. */
static void check_corrected(const law *l, bool held)
{
    standing s = standing_askew(height, held);
    double after[STANDING_NODES][3];
    char settings[160];
    standing_set_in_motion(&s, approach, l->slide);
    snprintf(settings, sizeof settings,
             "response=corrected zones=corrected zone_rounds=0 friction=%g restitution=%g",
             l->friction, l->restitution);
    standing_step(&s, "provot_collision", settings, h, after);
    move_to_the_hit(&s, l->slide);
    const double yield = standing_yield(&s);
    standing_expect(&s, after, (1.0 + l->restitution) * approach / yield,
                    -fmin(l->friction * approach, l->slide) / yield,
                    held || l->slide == 0.0 ? 1e-11 : 1e-6, settings);
}

static void corrected_impulses_are_those_of_the_law(void **state)
{
    (void)state;
    for (size_t i = 0; i < LAWS; i++)
        for (int held = 0; held < 2; held++)
            check_corrected(&laws[i], held);
}

/* Each of the four in the frame of their centre of mass, or of the object: along the normal -k_d
 * times, across less by k_f of what it has along the normal. */
static void answer(const standing *s, const law *l, const double frame[3], double v[3])
{
    double along = 0.0, across = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        along += (v[axis] - frame[axis]) * s->normal[axis];
        across += (v[axis] - frame[axis]) * s->across[axis];
    }
    const double left = fmax(fabs(across) - l->friction * fabs(along), 0.0);
    for (int axis = 0; axis < 3; axis++)
        v[axis] = frame[axis] - l->restitution * along * s->normal[axis] +
                  copysign(left, across) * s->across[axis];
}

static void check_published(const law *l, bool held)
{
    standing s = standing_askew(height, held);
    double after[STANDING_NODES][3], expected[STANDING_NODES][3], frame[3] = {0}, mass = 0.0;
    char settings[160];
    standing_set_in_motion(&s, approach, l->slide);
    snprintf(settings, sizeof settings, "zone_rounds=0 friction=%g restitution=%g", l->friction,
             l->restitution);
    standing_step(&s, "provot_collision", settings, h, after);
    for (size_t i = 0; i < 4 && !held; i++)
        mass += s.mass[i];
    for (size_t i = 0; i < 4 && !held; i++)
        for (int axis = 0; axis < 3; axis++)
            frame[axis] += s.mass[i] / mass * s.v[i][axis];
    memcpy(expected, s.v, sizeof expected);
    for (size_t i = 0; i < (held ? 1 : 4); i++)
        answer(&s, l, frame, expected[i]);
    standing_compare(&s, after, expected, 1e-11, settings);
}

static void published_velocities_are_those_of_the_law(void **state)
{
    (void)state;
    for (size_t i = 0; i < LAWS; i++)
        for (int held = 0; held < 2; held++)
            check_published(&laws[i], held);
}

/* ---- Nedel. */

/* 2 V_N over the inverse masses of both, of the face's three by these weights. */
static void check_elastic(const char *settings, double first, double second, double third)
{
    standing s = standing_askew(height, false);
    double after[STANDING_NODES][3];
    standing_set_in_motion(&s, approach, 3.0);
    standing_step(&s, "nedel_collision", settings, h, after);
    s.weight[0] = first;
    s.weight[1] = second;
    s.weight[2] = third;
    standing_expect(&s, after, 2.0 * approach / standing_yield(&s), 0.0, 1e-11, settings);
}

static void elastic_impulses_are_between_whom_the_treatment_says(void **state)
{
    (void)state;
    check_elastic("treatment=nearest", 0.0, 1.0, 0.0);
    check_elastic("treatment=three", 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0);
    for (int i = 0; i < 3; i++) { /* a face that nothing moves throws it back */
        static const char *const treatments[] = {"treatment=nearest", "treatment=three",
                                                 "treatment=springs"};
        standing s = standing_askew(height, true);
        double after[STANDING_NODES][3];
        standing_set_in_motion(&s, approach, 3.0);
        standing_step(&s, "nedel_collision", treatments[i], h, after);
        standing_expect(&s, after, 2.0 * approach / standing_yield(&s), 0.0, 1e-11, treatments[i]);
    }
}

/* The corner takes the velocity of the point along the normal, and the point, of the same mass, the
 * corner's; springs of no stiffness leave it all to the vertices, by its weights. */
static void without_stiffness_the_point_leaves_what_it_took(void **state)
{
    (void)state;
    standing s = standing_askew(height, false);
    double after[STANDING_NODES][3], expected[STANDING_NODES][3];
    standing_set_in_motion(&s, approach, 0.0);
    standing_step(&s, "nedel_collision", "treatment=springs stiffness=0", h, after);
    memcpy(expected, s.v, sizeof expected);
    for (int axis = 0; axis < 3; axis++) {
        expected[0][axis] += approach * s.normal[axis];
        for (int i = 0; i < 3; i++)
            expected[1 + i][axis] -=
                s.weight[i] * s.mass[0] / s.mass[1 + i] * approach * s.normal[axis];
    }
    standing_compare(&s, after, expected, 1e-11, "springs");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corrected_impulses_are_those_of_the_law),
        cmocka_unit_test(published_velocities_are_those_of_the_law),
        cmocka_unit_test(elastic_impulses_are_between_whom_the_treatment_says),
        cmocka_unit_test(without_stiffness_the_point_leaves_what_it_took),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
