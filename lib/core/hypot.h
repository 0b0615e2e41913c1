/* sqrt(x^2 + y^2), with the same bits on every processor. The C library's hypot gives other bits
 * where it is compiled with fused multiply-adds, as on 64-bit Arm. */
#ifndef TRAMA_CORE_HYPOT_H
#define TRAMA_CORE_HYPOT_H

/* No intermediate value overflows or underflows. The result is within an ulp, and correctly rounded
 * in 99.8 % of random cases. It is infinite or NAN if an argument is.
 * Source: C. F. Borges, "Algorithm 1014: An Improved Algorithm for hypot(x,y)", ACM TOMS 47 (2021),
 * the corrected one without fused multiply-add; glibc's of x86-64 is the same. */
double trama_hypot(double x, double y);

#endif
