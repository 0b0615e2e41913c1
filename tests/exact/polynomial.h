/* Polynomials with integer coefficients of any size, and their real roots, exact. */
#ifndef TRAMA_TESTS_EXACT_POLYNOMIAL_H
#define TRAMA_TESTS_EXACT_POLYNOMIAL_H

#include <gmp.h>
#include <stdbool.h>

enum { DEGREE = 8 };

typedef struct polynomial {
    int degree; /* -1: the polynomial 0 */
    mpz_t c[DEGREE + 1];
} polynomial;

/* A number n / 2^shift. */
typedef struct dyadic {
    mpz_t n;
    unsigned long shift;
} dyadic;

/* All to be begun with 0 and freed at the end. Results may be arguments too. */
void polynomials_open(polynomial *p, int count);
void polynomials_close(polynomial *p, int count);
void polynomial_copy(polynomial *to, const polynomial *p);
void polynomial_add(polynomial *sum, const polynomial *a, const polynomial *b);
void polynomial_subtract(polynomial *difference, const polynomial *a, const polynomial *b);
void polynomial_multiply(polynomial *product, const polynomial *a, const polynomial *b);
/* Sign of p at x. */
int polynomial_sign(const polynomial *p, const dyadic *x);
/* Sign of p on all of [low, high], two numbers of the same shift, as far as its coefficients in
 * Bernstein's basis tell: p is between the least and the largest of them. 0 if they do not tell. */
int polynomial_sign_on(const polynomial *p, const dyadic *low, const dyadic *high);

/* A root of a polynomial: the only one in (low, high]. */
typedef struct root {
    const struct sturm *of;
    dyadic low, high;
} root;

/* Sturm's chain of the polynomial's factor without multiple roots. */
typedef struct sturm {
    int count;
    polynomial link[DEGREE + 2];
} sturm;

void sturm_open(sturm *chain, const polynomial *p); /* p is not 0 */
void sturm_close(sturm *chain);
/* Roots in (low, high]. */
int sturm_count(const sturm *chain, const dyadic *low, const dyadic *high);
/* Isolates the roots in (low, high], 0 <= low: at most DEGREE. The caller closes them. */
int sturm_roots(const sturm *chain, const dyadic *low, const dyadic *high, root *found);
void root_close(root *r);
/* Sign of p at the root, whose interval may shrink. */
int root_sign(root *r, const polynomial *p);

void dyadic_open(dyadic *x, double value); /* finite */
void dyadic_close(dyadic *x);
/* Gives both the same shift. */
void dyadic_align(dyadic *a, dyadic *b);

#endif
