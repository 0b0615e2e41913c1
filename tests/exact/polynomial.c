/* polynomial.h */
#include "exact/polynomial.h"

#include <assert.h>
#include <math.h>

/* ---- Dyadic numbers. */

void dyadic_open(dyadic *x, double value)
{
    int exponent;
    mpz_init_set_d(x->n, ldexp(frexp(value, &exponent), 53));
    x->shift = 0;
    if (exponent >= 53)
        mpz_mul_2exp(x->n, x->n, (unsigned long)(exponent - 53));
    else
        x->shift = (unsigned long)(53 - exponent);
}

void dyadic_close(dyadic *x)
{
    mpz_clear(x->n);
}

void dyadic_align(dyadic *a, dyadic *b)
{
    if (a->shift < b->shift)
        mpz_mul_2exp(a->n, a->n, b->shift - a->shift);
    else
        mpz_mul_2exp(b->n, b->n, a->shift - b->shift);
    a->shift = b->shift = a->shift > b->shift ? a->shift : b->shift;
}

static void dyadic_copy(dyadic *to, const dyadic *x)
{
    mpz_init_set(to->n, x->n);
    to->shift = x->shift;
}

/* To a new number. */
static void open_middle(dyadic *middle, dyadic *a, dyadic *b)
{
    dyadic_align(a, b);
    mpz_init(middle->n);
    mpz_add(middle->n, a->n, b->n);
    middle->shift = a->shift + 1;
}

/* ---- Polynomials. */

static void trim(polynomial *p)
{
    p->degree = DEGREE;
    while (p->degree >= 0 && mpz_sgn(p->c[p->degree]) == 0)
        p->degree--;
}

void polynomials_open(polynomial *p, int count)
{
    for (int k = 0; k < count; k++) {
        p[k].degree = -1;
        for (int i = 0; i <= DEGREE; i++)
            mpz_init(p[k].c[i]);
    }
}

void polynomials_close(polynomial *p, int count)
{
    for (int k = 0; k < count; k++)
        for (int i = 0; i <= DEGREE; i++)
            mpz_clear(p[k].c[i]);
}

void polynomial_copy(polynomial *to, const polynomial *p)
{
    for (int i = 0; i <= DEGREE; i++)
        mpz_set(to->c[i], p->c[i]);
    to->degree = p->degree;
}

void polynomial_add(polynomial *sum, const polynomial *a, const polynomial *b)
{
    for (int i = 0; i <= DEGREE; i++)
        mpz_add(sum->c[i], a->c[i], b->c[i]);
    trim(sum);
}

void polynomial_subtract(polynomial *difference, const polynomial *a, const polynomial *b)
{
    for (int i = 0; i <= DEGREE; i++)
        mpz_sub(difference->c[i], a->c[i], b->c[i]);
    trim(difference);
}

void polynomial_multiply(polynomial *product, const polynomial *a, const polynomial *b)
{
    assert(a->degree + b->degree <= DEGREE);
    polynomial p;
    polynomials_open(&p, 1);
    for (int i = 0; i <= a->degree; i++)
        for (int j = 0; j <= b->degree; j++)
            mpz_addmul(p.c[i + j], a->c[i], b->c[j]);
    trim(&p);
    polynomial_copy(product, &p);
    polynomials_close(&p, 1);
}

/* value = 2^(shift degree) p(x) */
static void evaluate(mpz_t value, const polynomial *p, const dyadic *x)
{
    mpz_t term;
    mpz_init(term);
    mpz_set_ui(value, 0);
    for (int i = p->degree; i >= 0; i--) {
        mpz_mul(value, value, x->n);
        mpz_mul_2exp(term, p->c[i], x->shift * (unsigned long)(p->degree - i));
        mpz_add(value, value, term);
    }
    mpz_clear(term);
}

int polynomial_sign(const polynomial *p, const dyadic *x)
{
    mpz_t value;
    mpz_init(value);
    evaluate(value, p, x);
    const int sign = mpz_sgn(value);
    mpz_clear(value);
    return sign;
}

/* Coefficients of 2^(shift degree) p at low + x (high - low), in powers of x. */
static void substitute(mpz_t *c, const polynomial *p, const dyadic *low, const dyadic *high)
{
    const int n = p->degree;
    mpz_t width, power;
    mpz_init(width);
    mpz_init_set_ui(power, 1);
    mpz_sub(width, high->n, low->n);
    for (int i = 0; i <= n; i++)
        mpz_mul_2exp(c[i], p->c[i], low->shift * (unsigned long)(n - i));
    for (int i = 0; i < n; i++)
        for (int j = n - 1; j >= i; j--)
            mpz_addmul(c[j], low->n, c[j + 1]);
    for (int i = 0; i <= n; i++) {
        mpz_mul(c[i], c[i], power);
        mpz_mul(power, power, width);
    }
    mpz_clear(width);
    mpz_clear(power);
}

static unsigned long binomial(int n, int k)
{
    return k == 0 ? 1 : binomial(n - 1, k - 1) * (unsigned long)n / (unsigned long)k;
}

int polynomial_sign_on(const polynomial *p, const dyadic *low, const dyadic *high)
{
    enum { MULTIPLE = 840 }; /* of all binomial(n, i), n <= 8 */
    assert(low->shift == high->shift);
    polynomial c;
    mpz_t b;
    polynomials_open(&c, 1);
    mpz_init(b);
    if (p->degree >= 0)
        substitute(c.c, p, low, high);
    int signs[DEGREE + 1] = {0}, up = 0, down = 0;
    for (int j = 0; j <= p->degree; j++) { /* Bernstein's coefficients times MULTIPLE */
        mpz_set_ui(b, 0);
        for (int i = 0; i <= j; i++)
            mpz_addmul_ui(b, c.c[i], binomial(j, i) * MULTIPLE / binomial(p->degree, i));
        signs[j] = mpz_sgn(b);
        up += signs[j] > 0;
        down += signs[j] < 0;
    }
    mpz_clear(b);
    polynomials_close(&c, 1);
    const bool ends = p->degree >= 0 && signs[0] != 0 && signs[p->degree] != 0;
    return ends && down == 0 ? 1 : ends && up == 0 ? -1 : 0;
}

/* Divides by the greatest common divisor of the coefficients. */
static void make_primitive(polynomial *p)
{
    mpz_t divisor;
    mpz_init(divisor);
    for (int i = 0; i <= p->degree; i++)
        mpz_gcd(divisor, divisor, p->c[i]);
    for (int i = 0; i <= p->degree; i++)
        mpz_divexact(p->c[i], p->c[i], divisor);
    mpz_clear(divisor);
}

/* The remainder of a by b, times a positive number. The quotient too, if it is not NULL: times a
 * number, then, and the division must leave no remainder. */
static void divide(polynomial *remainder, polynomial *quotient, const polynomial *a,
                   const polynomial *b)
{
    polynomial r, q;
    polynomials_open(&r, 1);
    polynomials_open(&q, 1);
    polynomial_copy(&r, a);
    mpz_t lead, size;
    mpz_init(lead);
    mpz_init(size);
    mpz_abs(size, b->c[b->degree]);
    while (r.degree >= b->degree) {
        const int shift = r.degree - b->degree;
        mpz_set(lead, r.c[r.degree]);
        if (mpz_sgn(b->c[b->degree]) < 0)
            mpz_neg(lead, lead);
        for (int i = 0; i <= DEGREE; i++) {
            mpz_mul(r.c[i], r.c[i], size);
            mpz_mul(q.c[i], q.c[i], size);
        }
        for (int i = 0; i <= b->degree; i++)
            mpz_submul(r.c[i + shift], lead, b->c[i]);
        mpz_add(q.c[shift], q.c[shift], lead);
        trim(&r);
    }
    trim(&q);
    if (quotient) {
        assert(r.degree < 0);
        polynomial_copy(quotient, &q);
        make_primitive(quotient);
    } else {
        polynomial_copy(remainder, &r);
        make_primitive(remainder);
    }
    mpz_clear(lead);
    mpz_clear(size);
    polynomials_close(&r, 1);
    polynomials_close(&q, 1);
}

/* Euclid's algorithm. */
static void common_divisor(polynomial *divisor, const polynomial *a, const polynomial *b)
{
    polynomial p[2];
    polynomials_open(p, 2);
    polynomial_copy(&p[0], a);
    polynomial_copy(&p[1], b);
    int last = 0;
    while (p[1 - last].degree >= 0) {
        divide(&p[last], NULL, &p[last], &p[1 - last]);
        last = 1 - last;
    }
    polynomial_copy(divisor, &p[last]);
    polynomials_close(p, 2);
}

static void derive(polynomial *derivative, const polynomial *p)
{
    for (int i = 1; i <= DEGREE; i++)
        mpz_mul_ui(derivative->c[i - 1], p->c[i], (unsigned long)i);
    mpz_set_ui(derivative->c[DEGREE], 0);
    trim(derivative);
}

/* ---- Roots. */

void sturm_open(sturm *chain, const polynomial *p)
{
    assert(p->degree >= 0);
    polynomial *link = chain->link, common;
    polynomials_open(link, DEGREE + 2);
    polynomials_open(&common, 1);
    derive(&link[1], p);
    common_divisor(&common, p, &link[1]);
    divide(NULL, &link[0], p, &common);
    polynomials_close(&common, 1);
    derive(&link[1], &link[0]);
    for (chain->count = 1; link[chain->count].degree >= 0; chain->count++) {
        polynomial *next = &link[chain->count + 1];
        divide(next, NULL, &link[chain->count - 1], &link[chain->count]);
        for (int i = 0; i <= next->degree; i++)
            mpz_neg(next->c[i], next->c[i]);
    }
}

void sturm_close(sturm *chain)
{
    polynomials_close(chain->link, DEGREE + 2);
}

static int changes_of_sign(const sturm *chain, const dyadic *x)
{
    int changes = 0, last = 0;
    for (int i = 0; i < chain->count; i++) {
        const int sign = polynomial_sign(&chain->link[i], x);
        changes += sign * last < 0;
        last = sign != 0 ? sign : last;
    }
    return changes;
}

int sturm_count(const sturm *chain, const dyadic *low, const dyadic *high)
{
    return changes_of_sign(chain, low) - changes_of_sign(chain, high);
}

int sturm_roots(const sturm *chain, const dyadic *low, const dyadic *high, root *found)
{
    const int count = sturm_count(chain, low, high);
    if (count == 0)
        return 0;
    root r = {.of = chain};
    dyadic_copy(&r.low, low);
    dyadic_copy(&r.high, high);
    if (count == 1) {
        *found = r;
        return 1;
    }
    dyadic middle;
    open_middle(&middle, &r.low, &r.high);
    int done = sturm_roots(chain, &r.low, &middle, found);
    done += sturm_roots(chain, &middle, &r.high, found + done);
    dyadic_close(&middle);
    root_close(&r);
    return done;
}

void root_close(root *r)
{
    dyadic_close(&r->low);
    dyadic_close(&r->high);
}

static void refine(root *r)
{
    dyadic middle;
    open_middle(&middle, &r->low, &r->high);
    dyadic *end = sturm_count(r->of, &r->low, &middle) == 1 ? &r->high : &r->low;
    dyadic_close(end);
    *end = middle;
}

static bool is_root_of(const root *r, const polynomial *p)
{
    polynomial common;
    polynomials_open(&common, 1);
    common_divisor(&common, &r->of->link[0], p);
    sturm chain;
    sturm_open(&chain, &common);
    const bool is = sturm_count(&chain, &r->low, &r->high) > 0;
    sturm_close(&chain);
    polynomials_close(&common, 1);
    return is;
}

int root_sign(root *r, const polynomial *p)
{
    enum { PATIENCE = 8 };
    if (p->degree < 0)
        return 0;
    for (int i = 0;; i++) {
        dyadic_align(&r->low, &r->high);
        const int sign = polynomial_sign_on(p, &r->low, &r->high);
        if (sign != 0)
            return sign;
        if (i == PATIENCE && is_root_of(r, p))
            return 0;
        refine(r);
    }
}
