/* The functions of expressions: those of C, and elliptic ones of GSL. Angles are in radians.
 * Elliptic functions take the modulus k, -1 < k < 1 (Abramowitz and Stegun 1964, 16.1 and 17.2):
 * K(k) = elliptic_k(k), F(phi, k) = elliptic_f(phi, k), and Jacobi's sn(u, k), cn(u, k), dn(u, k).
 */
#include "config/expression_functions.h"

#include "core/numbers.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf_ellint.h>
#include <gsl/gsl_sf_elljac.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_modulus(double k)
{
    return k > -1.0 && k < 1.0;
}

static double elliptic_k(double k)
{
    return is_modulus(k) ? gsl_sf_ellint_Kcomp(k, GSL_PREC_DOUBLE) : TRAMA_NAN;
}

static double elliptic_f(double phi, double k)
{
    return is_modulus(k) && isfinite(phi) ? gsl_sf_ellint_F(phi, k, GSL_PREC_DOUBLE) : TRAMA_NAN;
}

typedef struct jacobi {
    double sn, cn, dn;
} jacobi;

static jacobi jacobi_at(double u, double k)
{
    jacobi at = {TRAMA_NAN, TRAMA_NAN, TRAMA_NAN};
    if (is_modulus(k) && isfinite(u))
        gsl_sf_elljac_e(u, k * k, &at.sn, &at.cn, &at.dn);
    return at;
}

static double sn(double u, double k)
{
    return jacobi_at(u, k).sn;
}

static double cn(double u, double k)
{
    return jacobi_at(u, k).cn;
}

static double dn(double u, double k)
{
    return jacobi_at(u, k).dn;
}

const expression_function expression_functions[] = {
    {"sqrt", sqrt, NULL, false, true},
    {"abs", fabs, NULL, false, true},
    {"floor", floor, NULL, false, true},
    {"round", round, NULL, false, true},
    {"min", NULL, fmin, true, true},
    {"max", NULL, fmax, true, true},
    {.name = "sin", .of_one = sin},
    {.name = "cos", .of_one = cos},
    {.name = "tan", .of_one = tan},
    {.name = "asin", .of_one = asin},
    {.name = "acos", .of_one = acos},
    {.name = "atan", .of_one = atan},
    {.name = "atan2", .of_two = atan2},
    {.name = "exp", .of_one = exp},
    {.name = "log", .of_one = log},
    {.name = "sinh", .of_one = sinh},
    {.name = "cosh", .of_one = cosh},
    {.name = "tanh", .of_one = tanh},
    {.name = "asinh", .of_one = asinh},
    {.name = "acosh", .of_one = acosh},
    {.name = "atanh", .of_one = atanh},
    {.name = "elliptic_k", .of_one = elliptic_k},
    {.name = "elliptic_f", .of_two = elliptic_f},
    {.name = "sn", .of_two = sn},
    {.name = "cn", .of_two = cn},
    {.name = "dn", .of_two = dn},
};
const size_t expression_function_count = sizeof expression_functions / sizeof *expression_functions;

double expression_rounded(double value)
{
    char text[32];
    if (!isfinite(value))
        return value;
    snprintf(text, sizeof text, "%.14e", value);
    return strtod(text, NULL);
}
