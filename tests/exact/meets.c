/* meets.h */
#include "exact/meets.h"
#include "exact/polynomial.h"

#include <limits.h>
#include <math.h>

/* A vector of three polynomials. */
typedef struct vector {
    polynomial x[3];
} vector;

typedef enum comparison { IS_ZERO, NOT_BELOW_ZERO, NOT_ABOVE_ZERO, NOT_ZERO } comparison;

typedef struct condition {
    const polynomial *p;
    comparison relation;
} condition;

/* ---- Does a system of conditions hold somewhere? */

static bool allows(comparison relation, int sign)
{
    switch (relation) {
    case IS_ZERO:
        return sign == 0;
    case NOT_BELOW_ZERO:
        return sign >= 0;
    case NOT_ABOVE_ZERO:
        return sign <= 0;
    case NOT_ZERO:
        return sign != 0;
    }
    return false;
}

static bool hold_at(const condition *c, int count, const dyadic *t)
{
    for (int i = 0; i < count; i++)
        if (!allows(c[i].relation, polynomial_sign(c[i].p, t)))
            return false;
    return true;
}

static bool hold_at_root(const condition *c, int count, root *r)
{
    for (int i = 0; i < count; i++)
        if (!allows(c[i].relation, root_sign(r, c[i].p)))
            return false;
    return true;
}

static bool hold_at_a_root_of(const polynomial *p, const condition *c, int count,
                              const dyadic *from, const dyadic *to)
{
    if (polynomial_sign_on(p, from, to) != 0)
        return false;
    sturm chain;
    sturm_open(&chain, p);
    root roots[DEGREE];
    const int found = sturm_roots(&chain, from, to, roots);
    bool hold = false;
    for (int i = 0; i < found; i++) {
        hold = hold || hold_at_root(c, count, &roots[i]);
        root_close(&roots[i]);
    }
    sturm_close(&chain);
    return hold;
}

/* A condition fails at all t: a quick look, before roots. */
static bool hold_nowhere(const condition *c, int count, const dyadic *from, const dyadic *to)
{
    for (int i = 0; i < count; i++) {
        const int sign = polynomial_sign_on(c[i].p, from, to);
        if (sign != 0 && !allows(c[i].relation, sign))
            return true;
    }
    return false;
}

/* At a t of [from, to] (meets.h says which t are looked at). */
static bool hold_somewhere(const condition *c, int count, const dyadic *from, const dyadic *to)
{
    if (hold_nowhere(c, count, from, to))
        return false;
    if (hold_at(c, count, from))
        return true;
    for (int i = 0; i < count; i++)
        if (c[i].relation == IS_ZERO && c[i].p->degree >= 0)
            return hold_at_a_root_of(c[i].p, c, count, from, to);
    for (int i = 0; i < count; i++)
        if (c[i].p->degree >= 0 && hold_at_a_root_of(c[i].p, c, count, from, to))
            return true;
    return false;
}

/* ---- The systems of a triangle. */

static void vectors_open(vector *v, int count)
{
    for (int i = 0; i < count; i++)
        polynomials_open(v[i].x, 3);
}

static void vectors_close(vector *v, int count)
{
    for (int i = 0; i < count; i++)
        polynomials_close(v[i].x, 3);
}

static void dot_product(polynomial *product, const vector *a, const vector *b)
{
    polynomial term, sum;
    polynomials_open(&term, 1);
    polynomials_open(&sum, 1);
    for (int i = 0; i < 3; i++) {
        polynomial_multiply(&term, &a->x[i], &b->x[i]);
        polynomial_add(&sum, &sum, &term);
    }
    polynomial_copy(product, &sum);
    polynomials_close(&term, 1);
    polynomials_close(&sum, 1);
}

static void cross_product(vector *product, const vector *a, const vector *b)
{
    polynomial term;
    polynomials_open(&term, 1);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        polynomial_multiply(&product->x[i], &a->x[j], &b->x[k]);
        polynomial_multiply(&term, &a->x[k], &b->x[j]);
        polynomial_subtract(&product->x[i], &product->x[i], &term);
    }
    polynomials_close(&term, 1);
}

/* p = a . a - square (b . b) */
static void excess(polynomial *p, const vector *a, const polynomial *square, const vector *b)
{
    polynomial other;
    polynomials_open(&other, 1);
    dot_product(&other, b, b);
    polynomial_multiply(&other, &other, square);
    dot_product(p, a, a);
    polynomial_subtract(p, p, &other);
    polynomials_close(&other, 1);
}

static bool corner_is_near(const vector *d, const polynomial *square, const dyadic *from,
                           const dyadic *to)
{
    if (square->degree < 0)
        return hold_somewhere(
            (const condition[]){{&d->x[0], IS_ZERO}, {&d->x[1], IS_ZERO}, {&d->x[2], IS_ZERO}}, 3,
            from, to);
    polynomial p;
    polynomials_open(&p, 1);
    dot_product(&p, d, d);
    polynomial_subtract(&p, &p, square);
    const bool near = hold_somewhere(&(condition){&p, NOT_ABOVE_ZERO}, 1, from, to);
    polynomials_close(&p, 1);
    return near;
}

static bool side_is_near(const vector *a, const vector *b, const vector *x,
                         const polynomial *square, const dyadic *from, const dyadic *to)
{
    vector e;
    polynomial p[4];
    vectors_open(&e, 1);
    polynomials_open(p, 4);
    for (int i = 0; i < 3; i++)
        polynomial_subtract(&e.x[i], &b->x[i], &a->x[i]);
    dot_product(&p[0], a, &e);
    dot_product(&p[1], b, &e);
    dot_product(&p[2], &e, &e);
    excess(&p[3], x, square, &e);
    const condition feet[] = {{&p[0], NOT_ABOVE_ZERO}, {&p[1], NOT_BELOW_ZERO}, {&p[2], NOT_ZERO}};
    const condition touching[] = {
        {&x->x[0], IS_ZERO}, {&x->x[1], IS_ZERO}, {&x->x[2], IS_ZERO}, feet[0], feet[1], feet[2]};
    const condition close[] = {{&p[3], NOT_ABOVE_ZERO}, feet[0], feet[1], feet[2]};
    const bool near = square->degree < 0 ? hold_somewhere(touching, 6, from, to)
                                         : hold_somewhere(close, 4, from, to);
    vectors_close(&e, 1);
    polynomials_close(p, 4);
    return near;
}

/* x[i] = D_i x D_(i+1) */
static bool plane_is_near(const vector *d, const vector *x, const polynomial *square,
                          const dyadic *from, const dyadic *to)
{
    vector n;
    polynomial p[6];
    vectors_open(&n, 1);
    polynomials_open(p, 6);
    for (int i = 0; i < 3; i++) {
        polynomial_add(&n.x[i], &x[0].x[i], &x[1].x[i]);
        polynomial_add(&n.x[i], &n.x[i], &x[2].x[i]);
    }
    for (int i = 0; i < 3; i++)
        dot_product(&p[i], &n, &x[i]);
    dot_product(&p[3], &n, &n);
    dot_product(&p[4], &d[0], &x[1]);
    condition c[] = {{&p[4], IS_ZERO},
                     {&p[0], NOT_BELOW_ZERO},
                     {&p[1], NOT_BELOW_ZERO},
                     {&p[2], NOT_BELOW_ZERO},
                     {&p[3], NOT_ZERO}};
    if (square->degree >= 0) {
        polynomial_multiply(&p[4], &p[4], &p[4]);
        polynomial_multiply(&p[5], &p[3], square);
        polynomial_subtract(&p[4], &p[4], &p[5]);
        c[0].relation = NOT_ABOVE_ZERO;
    }
    const bool near = hold_somewhere(c, 5, from, to);
    vectors_close(&n, 1);
    polynomials_close(p, 6);
    return near;
}

static bool triangle_is_near(const vector *d[3], const polynomial *square, const dyadic *from,
                             const dyadic *to)
{
    vector x[3];
    const vector corner[3] = {*d[0], *d[1], *d[2]}; /* the same integers */
    vectors_open(x, 3);
    bool near = false;
    for (int i = 0; i < 3; i++) {
        const int next = (i + 1) % 3;
        cross_product(&x[i], d[i], d[next]);
        near = near || corner_is_near(d[i], square, from, to) ||
               side_is_near(d[i], d[next], &x[i], square, from, to);
    }
    near = near || plane_is_near(corner, x, square, from, to);
    vectors_close(x, 3);
    return near;
}

/* ---- From doubles to integers. */

/* Value times 2^scale. */
static void set_scaled(mpz_t n, double value, int scale)
{
    int exponent;
    mpz_set_d(n, ldexp(frexp(value, &exponent), 53));
    if (mpz_sgn(n) != 0) {
        const int shift = exponent - 53 + scale;
        if (shift >= 0)
            mpz_mul_2exp(n, n, (unsigned long)shift);
        else
            mpz_tdiv_q_2exp(n, n, (unsigned long)-shift); /* zeros alone */
    }
}

/* The power of two that makes a double an integer. */
static int scale_of(double value)
{
    int exponent;
    return frexp(value, &exponent) == 0.0 ? INT_MIN : 53 - exponent;
}

static int common_scale(const trama_four *x0, const trama_four *x1, double separation)
{
    int scale = scale_of(separation);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            for (int end = 0; end < 2; end++) {
                const int one = scale_of((end ? x1 : x0)->x[i][k]);
                scale = one > scale ? one : scale;
            }
    return scale == INT_MIN ? 0 : scale;
}

/* The difference of points i and j, as it moves. */
static void set_corner(vector *d, const trama_four *x0, const trama_four *x1, int i, int j,
                       int scale)
{
    polynomial p[2];
    polynomials_open(p, 2);
    for (int k = 0; k < 3; k++) {
        const int points[2] = {i, j};
        for (int m = 0; m < 2; m++) {
            set_scaled(p[m].c[0], x0->x[points[m]][k], scale);
            set_scaled(p[m].c[1], x1->x[points[m]][k], scale);
            mpz_sub(p[m].c[1], p[m].c[1], p[m].c[0]);
        }
        polynomial_subtract(&d->x[k], &p[0], &p[1]);
    }
    polynomials_close(p, 2);
}

bool exact_meets(exact_kind kind, const trama_four *x0, const trama_four *x1, double separation,
                 double from, double to)
{
    const int scale = common_scale(x0, x1, separation), corners = kind == EXACT_VERTEX_FACE ? 3 : 4;
    vector d[4];
    polynomial square;
    dyadic begin, end;
    vectors_open(d, 4);
    polynomials_open(&square, 1);
    dyadic_open(&begin, from);
    dyadic_open(&end, to);
    dyadic_align(&begin, &end);
    for (int i = 0; i < corners; i++)
        if (kind == EXACT_VERTEX_FACE)
            set_corner(&d[i], x0, x1, 0, 1 + i, scale);
        else
            set_corner(&d[i], x0, x1, i & 1, 2 + (i >> 1), scale);
    set_scaled(square.c[0], separation, scale);
    square.degree = separation > 0.0 ? 0 : -1;
    polynomial_multiply(&square, &square, &square);
    bool near = triangle_is_near((const vector *[]){&d[0], &d[1], &d[2]}, &square, &begin, &end);
    if (kind == EXACT_EDGE_EDGE && !near)
        near = triangle_is_near((const vector *[]){&d[3], &d[1], &d[2]}, &square, &begin, &end);
    vectors_close(d, 4);
    polynomials_close(&square, 1);
    dyadic_close(&begin);
    dyadic_close(&end);
    return near;
}
