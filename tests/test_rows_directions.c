/* Steps along conjugate directions between the sweeps over pairs of rigid bodies, against the same
 * method on one dense matrix: after every number of sweeps the velocities are the same. So what a
 * step is held to, when one is taken back, and when directions rest and for how long, is seen. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "core/vec.h"
#include "rows/rows.h"
#include "support/near.h"

/* Every pair has body 0, so that pairs are swept one after the other, in their order. */
enum { BODIES = 4, N = 6 * BODIES, PAIRS = 4, POINTS = 3, ROWS = 3 * POINTS * PAIRS, SWEEPS = 90 };
static const double h = 0.02;
static const double still[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};

typedef struct problem {
    double inverse_mass[N], u[N], friction;
    trama_rows_pair pair[PAIRS];
    double arm[PAIRS][POINTS][2][3], impulse[PAIRS][POINTS][3];
} problem;

static void draw_pair(trama_random *random, problem *p, size_t i)
{
    trama_rows_pair *pair = &p->pair[i];
    const size_t other = i + 1 < BODIES ? 6 * (i + 1) : TRAMA_NO_COMPONENTS;
    pair->at[i % 2] = 0;
    pair->at[1 - i % 2] = other;
    pair->frame[0] = pair->frame[1] = still;
    pair->friction = p->friction;
    pair->count = POINTS;
    for (size_t k = 0; k < 3; k++)
        pair->axis[k][(i + k) % 3] = 1.0;
    for (size_t point = 0; point < POINTS; point++) {
        struct trama_rows_pair_point *at = &pair->point[point];
        at->gap = 0.005 * (trama_random_signed(random) - 0.7);
        for (size_t k = 0; k < 3; k++) {
            at->prescribed[k] = 0.2 * trama_random_signed(random);
            p->arm[i][point][0][k] = trama_random_signed(random);
            p->arm[i][point][1][k] = trama_random_signed(random);
        }
        at->arm[0] = p->arm[i][point][0];
        at->arm[1] = p->arm[i][point][1];
        at->impulse = p->impulse[i][point];
    }
}

static void draw(problem *p, uint64_t seed, double friction)
{
    trama_random random = {seed};
    memset(p, 0, sizeof *p);
    p->friction = friction;
    for (size_t c = 0; c < N; c++) {
        p->inverse_mass[c] =
            c % 6 == 1 || c % 6 == 2 ? p->inverse_mass[c - 1] : 1.2 + trama_random_signed(&random);
        p->u[c] = trama_random_signed(&random);
    }
    for (size_t i = 0; i < PAIRS; i++)
        draw_pair(&random, p, i);
}

/* ---- The method on a dense matrix. */

typedef struct dense {
    double j[ROWS][N], mass[N], inverse_mass[N], bias[ROWS], friction;
    double lambda[ROWS], u[N];
    double before[ROWS], u_before[N], direction[ROWS], u_direction[N]; /* of the last step */
    double gained;
    long pause, rests;
    long compared, rested, resumed, taken_back; /* counted for the test */
    bool unsure; /* a choice was left to rounding: from here on both may differ */
} dense;

/* Whether x, of numbers as large as `size`, is at least 0. */
static bool is_up(dense *d, double x, double size)
{
    d->unsure |= fabs(x) <= 1e-9 * fabs(size);
    return x >= 0.0;
}

static void make(const problem *p, dense *d)
{
    memset(d, 0, sizeof *d);
    d->friction = p->friction;
    memcpy(d->u, p->u, sizeof d->u);
    for (size_t c = 0; c < N; c++) {
        d->inverse_mass[c] = p->inverse_mass[c];
        d->mass[c] = 1.0 / p->inverse_mass[c];
    }
    for (size_t r = 0; r < ROWS; r++) {
        const trama_rows_pair *pair = &p->pair[r / 3 / POINTS];
        const struct trama_rows_pair_point *at = &pair->point[r / 3 % POINTS];
        d->bias[r] = at->prescribed[r % 3] + (r % 3 == 0 ? at->gap / h : 0.0);
        for (size_t side = 0; side < 2; side++) {
            const double sign = side == 0 ? -1.0 : 1.0, *axis = pair->axis[r % 3];
            double moment[3];
            cross3(at->arm[side], axis, moment);
            for (size_t c = 0; c < 3 && pair->at[side] != TRAMA_NO_COMPONENTS; c++) {
                d->j[r][pair->at[side] + c] = sign * axis[c];
                d->j[r][pair->at[side] + 3 + c] = sign * moment[c];
            }
        }
    }
}

static double rate_of(const dense *d, size_t r)
{
    double sum = d->bias[r];
    for (size_t c = 0; c < N; c++)
        sum += d->j[r][c] * d->u[c];
    return sum;
}

static double yield_of(const dense *d, size_t r, size_t s)
{
    double sum = 0.0;
    for (size_t c = 0; c < N; c++)
        sum += d->j[r][c] * d->inverse_mass[c] * d->j[s][c];
    return sum;
}

static void set(dense *d, size_t r, double lambda)
{
    for (size_t c = 0; c < N; c++)
        d->u[c] += d->inverse_mass[c] * d->j[r][c] * (lambda - d->lambda[r]);
    d->lambda[r] = lambda;
}

/* The normal, then both tangents by the stiffer way of the disc, held to it. */
static void relax(dense *d, size_t r)
{
    set(d, r, fmax(0.0, d->lambda[r] - rate_of(d, r) / yield_of(d, r, r)));
    const double xx = yield_of(d, r + 1, r + 1), yy = yield_of(d, r + 2, r + 2),
                 xy = yield_of(d, r + 1, r + 2),
                 most = 0.5 * (xx + yy) + hypot(0.5 * (xx - yy), xy);
    const double x = d->lambda[r + 1] - rate_of(d, r + 1) / most,
                 y = d->lambda[r + 2] - rate_of(d, r + 2) / most;
    const double radius = d->friction * d->lambda[r], size = hypot(x, y),
                 part = size > radius ? radius / size : 1.0;
    set(d, r + 1, part * x);
    set(d, r + 2, part * y);
}

/* Pairs backwards or not, the points of each in their order. */
static void sweep(dense *d, bool backwards)
{
    for (size_t i = 0; i < PAIRS; i++)
        for (size_t point = 0; point < POINTS; point++)
            relax(d, 3 * ((backwards ? PAIRS - 1 - i : i) * POINTS + point));
}

/* f of the impulses, by its definition: kinetic energy, and bias times impulse. */
static double objective(const dense *d, const double *u, const double *lambda)
{
    double sum = 0.0;
    for (size_t c = 0; c < N; c++)
        sum += 0.5 * d->mass[c] * u[c] * u[c];
    for (size_t r = 0; r < ROWS; r++)
        sum += d->bias[r] * lambda[r];
    return sum;
}

static void begin(dense *d)
{
    memcpy(d->before, d->lambda, sizeof d->before);
    memcpy(d->u_before, d->u, sizeof d->u_before);
    memset(d->direction, 0, sizeof d->direction);
    memset(d->u_direction, 0, sizeof d->u_direction);
    d->gained = 0.0;
}

/* a and b for which f is least in the plane of the sweeps' change and the last direction. */
static void least(dense *d, double *a, double *b)
{
    double zz = 0.0, zd = 0.0, dd = 0.0, slope[2] = {0.0, 0.0};
    for (size_t c = 0; c < N; c++) {
        const double z = d->u[c] - d->u_before[c], v = d->u_direction[c];
        zz += d->mass[c] * z * z;
        zd += d->mass[c] * z * v;
        dd += d->mass[c] * v * v;
        slope[0] += d->mass[c] * d->u[c] * z;
        slope[1] += d->mass[c] * d->u[c] * v;
    }
    for (size_t r = 0; r < ROWS; r++) {
        slope[0] += d->bias[r] * (d->lambda[r] - d->before[r]);
        slope[1] += d->bias[r] * d->direction[r];
    }
    const double det = zz * dd - zd * zd;
    const bool is_plane = det > 1e-10 * zz * dd;
    d->unsure |= dd > 0.0 && det < 1e-6 * zz * dd;
    *a = is_plane ? (zd * slope[1] - dd * slope[0]) / det : -slope[0] / zz;
    *b = is_plane ? (zd * slope[0] - zz * slope[1]) / det : 0.0;
}

/* By a z + b d, held to the bounds; what slides stays on the rim in its direction. */
static void step(dense *d, double a, double b)
{
    for (size_t r = 0; r < ROWS; r += 3) {
        double to[3];
        for (size_t k = 0; k < 3; k++)
            to[k] = d->lambda[r + k] + a * (d->lambda[r + k] - d->before[r + k]) +
                    b * d->direction[r + k];
        const double *now = d->lambda + r, held = hypot(now[1], now[2]);
        const double rim = d->friction * now[0];
        const bool slides = held >= (1.0 - 1e-6) * rim;
        d->unsure |= fabs(held - rim) > 1e-12 * rim && fabs(held - rim) < 1e-5 * rim;
        const double radius = d->friction * fmax(to[0], 0.0);
        if (slides)
            to[1] = now[1], to[2] = now[2];
        const double size = hypot(to[1], to[2]),
                     part = size > radius || (slides && size > 0.0) ? radius / size : 1.0;
        set(d, r, fmax(to[0], 0.0));
        set(d, r + 1, part * to[1]);
        set(d, r + 2, part * to[2]);
    }
}

/* After two sweeps. Where they raise f by as much as the last step has lowered it, directions rest
 * for two pairs of sweeps, the next time for four, and so on; then they begin anew. */
static void accelerate(dense *d)
{
    double a, b, swept[ROWS], u_swept[N];
    const double now = objective(d, d->u, d->lambda);
    if (d->rests > 0) {
        if (--d->rests == 0)
            begin(d);
        return;
    }
    const double change = now - objective(d, d->u_before, d->before);
    if (is_up(d, d->gained + change, now)) {
        d->rests = d->pause *= 2;
        d->rested++;
        return;
    }
    d->resumed += d->rested > 0;
    memcpy(swept, d->lambda, sizeof swept);
    memcpy(u_swept, d->u, sizeof u_swept);
    least(d, &a, &b);
    step(d, a, b);
    d->gained = objective(d, d->u, d->lambda) - now;
    if (is_up(d, d->gained, now)) {
        memcpy(d->lambda, swept, sizeof swept);
        memcpy(d->u, u_swept, sizeof u_swept);
        begin(d);
        d->taken_back++;
        return;
    }
    for (size_t r = 0; r < ROWS; r++) {
        d->direction[r] = d->lambda[r] - d->before[r];
        d->before[r] = d->lambda[r];
    }
    for (size_t c = 0; c < N; c++) {
        d->u_direction[c] = d->u[c] - d->u_before[c];
        d->u_before[c] = d->u[c];
    }
}

/* ---- Both. */

static void solve(problem *p, long sweeps, double *u)
{
    const trama_rows_spec spec = {.sweeps = sweeps, .tolerance = 0.0};
    trama_rows rows = {0};
    trama_pair_place place;
    trama_rows_begin(&rows, TRAMA_MOVE, h, p->inverse_mass);
    for (size_t i = 0; i < PAIRS; i++)
        assert_true(trama_rows_add_pair(&rows, &p->pair[i], &place));
    memcpy(u, p->u, sizeof p->u);
    trama_rows_start(&rows, u);
    trama_rows_solve(&rows, &spec, u);
    trama_rows_free(&rows);
}

/* The largest difference of a velocity after any number of sweeps. */
static double compare(problem *p, dense *d)
{
    double worst = 0.0, u[N];
    make(p, d);
    for (long sweeps = 1; sweeps <= SWEEPS && !d->unsure; sweeps++) {
        d->compared = sweeps;
        sweep(d, sweeps % 2 == 0);
        solve(p, sweeps, u);
        for (size_t c = 0; c < N; c++)
            worst = worst_of(worst, fabs(u[c] - d->u[c]));
        if (sweeps == 10) {
            d->pause = 1;
            begin(d);
        } else if (sweeps > 10 && sweeps % 2 == 0) {
            accelerate(d);
        }
    }
    return worst;
}

/* Measured: within 6e-11 m/s. Of the problems with friction some rest again and again, others go on
 * after a rest. */
static void every_number_of_sweeps_gives_what_the_dense_method_does(void **state)
{
    (void)state;
    static const double friction[] = {0.0, 0.3, 0.6, 1.5};
    for (size_t f = 0; f < 4; f++) {
        long compared = 0, rested = 0, resumed = 0, taken_back = 0;
        double worst = 0.0;
        for (uint64_t seed = 1; seed <= 25; seed++) {
            problem p;
            dense d;
            draw(&p, seed, friction[f]);
            worst = worst_of(worst, compare(&p, &d));
            compared += d.compared;
            rested += d.rested;
            resumed += d.resumed;
            taken_back += d.taken_back;
        }
        print_message("friction %g: %ld sweeps, within %.1e m/s; %ld rests, %ld steps after them, "
                      "%ld taken back\n",
                      friction[f], compared, worst, rested, resumed, taken_back);
        assert_near(worst, 0.0, 1e-8);
        assert_true(compared > (f == 0 ? 350 : 1500) && taken_back > 0);
        assert_true(f == 0 || (rested > 80 && resumed > 5));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_of_sweeps_gives_what_the_dense_method_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
