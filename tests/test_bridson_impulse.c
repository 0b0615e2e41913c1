/* bridson_collision does to one vertex over one face, and to two edges, what its formulas say, by
 * value: the spring of the repulsion and its bound, the inelastic impulse, friction, and how far a
 * face reaches. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/standing.h"

static const double h = 1e-3, thickness = 1e-3; /* s, m; the latter is the default */

/* ---- Impulses. */

typedef struct push {
    double stiffness, friction, approach, slide;
} push;

/* N s along the normal: the inelastic one, and min(2 h k d / sum w^2, what ends at d/10 a step). */
static double normal_impulse(const standing *s, const push *p)
{
    const double d = thickness - s->height, yield = standing_yield(s);
    double squares = 1.0;
    for (int i = 0; i < 3; i++)
        squares += s->weight[i] * s->weight[i];
    const double inelastic = p->approach > 0.0 ? p->approach / yield : 0.0;
    const double leaves = p->approach < 0.0 ? -p->approach : 0.0;
    const double bound = (0.1 * d / h - leaves) / yield, spring = 2.0 * h * p->stiffness * d;
    return inelastic + fmax(fmin(spring / squares, bound), 0.0);
}

static void check_push(const push *p, bool held)
{
    standing s = standing_askew(0.6 * thickness, held);
    double after[STANDING_NODES][3];
    char settings[96], what[192];
    standing_set_in_motion(&s, p->approach, p->slide);
    snprintf(settings, sizeof settings, "stiffness=%g friction=%g", p->stiffness, p->friction);
    snprintf(what, sizeof what, "%s, approach %g, slide %g", settings, p->approach, p->slide);
    standing_step(&s, "bridson_collision", settings, h, after);
    const double normal = normal_impulse(&s, p);
    const double rubs = fmin(p->friction * normal, p->slide / standing_yield(&s));
    standing_expect(&s, after, normal, -rubs, 1e-11, what);
}

/* At 0.4 mm of overlap the spring of 10 N/m is below its bound, 0.04 m/s; that of 1000 is not. What
 * comes at 5 m/s would pass, were it not repelled first: it has the spring once. */
static void the_impulse_of_a_contact_is_that_of_its_formulas(void **state)
{
    (void)state;
    static const push pushes[] = {
        {10.0, 0.0, 0.0, 0.0},     {1000.0, 0.0, 0.0, 0.0},   {0.0, 0.0, 0.03, 0.0},
        {10.0, 0.0, 0.03, 0.0},    {1000.0, 0.0, 0.03, 0.0},  {1000.0, 0.0, -0.01, 0.0},
        {1000.0, 0.3, -0.05, 1.0}, {10.0, 0.3, 0.0, 1.0},     {10.0, 0.3, 0.03, 1.0},
        {1000.0, 0.3, 0.03, 1.0},  {1000.0, 0.3, 0.03, 0.01}, {10.0, 0.0, 5.0, 0.0},
        {10.0, 0.3, 5.0, 1.0},
    };
    for (size_t i = 0; i < sizeof pushes / sizeof *pushes; i++)
        for (int held = 0; held < 2; held++)
            check_push(&pushes[i], held);
}

/* By hand: a corner of mass m over the middle of a held face, sum w^2 = 4/3. */
static void a_spring_on_a_held_face_gives_a_known_velocity(void **state)
{
    (void)state;
    standing s = standing_askew(0.6 * thickness, true);
    double after[STANDING_NODES][3];
    s.weight[0] = s.weight[1] = s.weight[2] = 1.0 / 3.0;
    standing_step(&s, "bridson_collision", "stiffness=20", h, after);
    /* 0.3 kg/m^2 of a triangle of sides 1, 1 and 0.02 sqrt(2) m that leans by 0.02 */
    const double area = 0.5 * 0.02 * sqrt(2.0 + 0.02 * 0.02), m = 0.3 * area / 3.0;
    const double v = 2.0 * 1e-3 * 20.0 * 0.4e-3 * 0.75 / m;
    assert_true(v < 0.04 && fabs(standing_rate(&s, after, s.normal) - v) < 1e-11);
}

/* What is farther than the thickness is only stopped, where it would pass. It does not slide over a
 * free face, which would be met at another point. */
static void what_passes_is_stopped_without_a_spring(void **state)
{
    (void)state;
    for (int held = 0; held < 2; held++) {
        standing s = standing_askew(0.6 * thickness, held);
        double after[STANDING_NODES][3];
        s.height = 2.0 * thickness;
        standing_set_in_motion(&s, 5.0, held ? 4.0 : 0.0);
        standing_step(&s, "bridson_collision", "friction=0.3", h, after);
        const double normal = 5.0 / standing_yield(&s);
        standing_expect(&s, after, normal, held ? -0.3 * normal : 0.0, 1e-11, "passes");
    }
}

/* ---- Edges. */

/* Two triangles that stand on end, one on the other, with their edges across at these parts of
 * their lengths of 1 m, 0.6 mm apart along y; the upper one comes down. Its six velocities along y.
 */
static void cross_edges(double upper, double lower, const char *settings, double approach,
                        double after[6], double mass[6])
{
    double x[2][9] = {{-upper, 1.0 - upper, 0.1, 0.6e-3, 0.6e-3, 0.5, 0.0, 0.0, 0.0},
                      {0.0, 0.0, 0.0, 0.0, 0.0, -0.5, -lower, 1.0 - lower, 0.1}};
    trama_triangle triangle = {{0, 1, 2}};
    trama_scene_spec scene[2];
    objects o;
    memset(scene, 0, sizeof scene);
    objects_begin(&o);
    for (int k = 0; k < 2; k++) {
        scene[k].mesh = (trama_mesh_spec){3, 1, x[k], &triangle};
        objects_add(&o, k ? "lower" : "upper", "bridson",
                    k ? "structural=0 bending=0 density=0.7 sweeps=0"
                      : "structural=0 bending=0 density=0.3 sweeps=0",
                    &scene[k]);
    }
    objects_join(&o, "touch", "bridson_collision", settings, 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    for (size_t i = 0; i < 3; i++)
        o.system->v[o.system->object[0].v_begin + 3 + i] = -approach;
    objects_steps(&o, h, 1);
    for (size_t i = 0; i < 6; i++) {
        const size_t at = o.system->object[i / 3].v_begin + 3 + i % 3;
        after[i] = o.system->v[at];
        mass[i] = o.system->mass[at];
    }
    objects_end(&o);
}

/* As of a corner and a face, with the weights 1 - s, s, t - 1, -t of the ends. */
static void two_edges_push_as_their_formulas_say(void **state)
{
    (void)state;
    static const push pushes[] = {{10.0, 0.0, 0.0, 0.0},
                                  {1000.0, 0.0, 0.0, 0.0},
                                  {0.0, 0.0, 0.03, 0.0},
                                  {10.0, 0.0, 0.03, 0.0}};
    const double s = 0.3, t = 0.45, w[6] = {1.0 - s, s, 0.0, t - 1.0, -t, 0.0};
    for (size_t i = 0; i < sizeof pushes / sizeof *pushes; i++) {
        char settings[64];
        double after[6], m[6], yield = 0.0, squares = 0.0;
        snprintf(settings, sizeof settings, "stiffness=%g", pushes[i].stiffness);
        cross_edges(s, t, settings, pushes[i].approach, after, m);
        for (int k = 0; k < 6; k++) {
            yield += w[k] * w[k] / m[k];
            squares += w[k] * w[k];
        }
        const double spring = 2.0 * h * pushes[i].stiffness * 0.4e-3 / squares,
                     impulse = pushes[i].approach / yield + fmin(spring, 0.04 / yield);
        for (int k = 0; k < 6; k++) {
            const double expected = (k < 3 ? -pushes[i].approach : 0.0) + w[k] / m[k] * impulse;
            if (!(fabs(after[k] - expected) < 1e-11))
                fail_msg("case %zu, node %d: %g m/s, not %g", i, k, after[k], expected);
        }
    }
}

/* ---- How far a face reaches. */

static bool repels(standing *s)
{
    double after[STANDING_NODES][3];
    standing_step(s, "bridson_collision", "", h, after);
    const double rate = standing_rate(s, after, s->normal);
    assert_true(rate == 0.0 || fabs(rate - 0.1 * (thickness - s->height) / h) < 1e-11);
    return rate > 0.0;
}

static double mean_side(const standing *s)
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        double squares = 0.0;
        for (int axis = 0; axis < 3; axis++)
            squares += pow(s->face[(i + 1) % 3][axis] - s->face[i][axis], 2);
        sum += sqrt(squares) / 3.0;
    }
    return sum;
}

/* Beyond each side by 0.95 and by 1.05 of the thickness over the mean side. */
static void a_face_repels_beyond_its_sides_by_the_margin(void **state)
{
    (void)state;
    for (int side = 0; side < 3; side++)
        for (int beyond = 0; beyond < 2; beyond++) {
            standing s = standing_askew(0.6 * thickness, false);
            const double out = (beyond ? 1.05 : 0.95) * thickness / mean_side(&s);
            s.weight[side] = -out;
            s.weight[(side + 1) % 3] = 0.4;
            s.weight[(side + 2) % 3] = 0.6 + out;
            if (repels(&s) == (beyond == 1))
                fail_msg("side %d is%s repelled", side, beyond ? "" : " not");
        }
}

/* As high as the thickness. */
static void a_face_repels_as_high_as_the_thickness(void **state)
{
    (void)state;
    for (int above = 0; above < 2; above++) {
        standing s = standing_askew(0.6 * thickness, false);
        s.height = (above ? 1.01 : 0.99) * thickness;
        assert_int_equal(repels(&s), !above);
    }
}

/* Beyond the tip of a needle, by the margin of both of its long sides, the corner is up to 3 times
 * the thickness beside it, and once above: the search reaches so far. */
static void a_corner_beyond_the_tip_of_a_needle_is_found(void **state)
{
    (void)state;
    static const double widths[] = {0.05, 0.005}, heights[] = {0.3, 0.97}, least[] = {2.8, 3.1};
    for (int i = 0; i < 2; i++) {
        standing s = {.face = {{1.0, widths[i], 0.0}, {0.0, 0.0, 0.0}, {1.0, -widths[i], 0.0}},
                      .height = heights[i] * thickness};
        standing_directions(&s);
        const double out = 0.99 * thickness / mean_side(&s);
        s.weight[0] = s.weight[2] = -out;
        s.weight[1] = 1.0 + 2.0 * out;
        const double away = sqrt(4.0 * out * out + s.height * s.height);
        assert_true(away > least[i] * thickness && away < sqrt(10.0) * thickness);
        assert_true(repels(&s));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_impulse_of_a_contact_is_that_of_its_formulas),
        cmocka_unit_test(a_spring_on_a_held_face_gives_a_known_velocity),
        cmocka_unit_test(what_passes_is_stopped_without_a_spring),
        cmocka_unit_test(two_edges_push_as_their_formulas_say),
        cmocka_unit_test(a_face_repels_beyond_its_sides_by_the_margin),
        cmocka_unit_test(a_face_repels_as_high_as_the_thickness),
        cmocka_unit_test(a_corner_beyond_the_tip_of_a_needle_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
