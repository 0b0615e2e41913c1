/* Eigenvalues of small symmetric matrices by Jacobi's rotations (Golub and Van Loan 1996, section
 * 8.4). */
#ifndef TRAMA_CORE_JACOBI_H
#define TRAMA_CORE_JACOBI_H

/* Turns a symmetric matrix `a` of `order` rows, one after another, into a diagonal one, whose
 * entries are the eigenvalues, and fills the columns of `vector` with the unit eigenvectors. Makes
 * `sweeps` sweeps over all pairs; they converge quadratically, and zeros are skipped. */
void trama_jacobi(int order, int sweeps, double *a, double *vector);

#endif
