/* The rotation in a deformation. */
#ifndef TRAMA_MODEL_SOFT_BODY_POLAR_H
#define TRAMA_MODEL_SOFT_BODY_POLAR_H

#include "model/soft_body/matrix.h"

/* The rotation R, det R = 1, nearest to F: of all rotations it has the largest tr(R^T F). Where det
 * F > 0, it is the factor of the polar decomposition F = R S. Where det F < 0, the element is
 * turned inside out, and S = R^T F has one negative eigenvalue, that of the least size: the
 * rotation that Irving, Teran and Fedkiw (2004) and McAdams et al. (2011) take, by which the
 * element comes back along the shortest way. R is then as smooth in F as across det F = 0.
 *
 * Method: tr(R^T F) is a quadratic form of R's unit quaternion (Horn 1987), so that the quaternion
 * is the eigenvector of the largest eigenvalue of a symmetric 4 x 4 matrix. Newton's iteration on
 * its characteristic polynomial finds the eigenvalue from above (Theobald 2005; Higham and Noferini
 * 2016), the adjugate the vector, and Newton's iteration for R itself takes away what rounding
 * left. Where the two largest eigenvalues are as good as the same (F has lost two of three
 * directions, or is turned inside out as far as the two least stretches are the same), Jacobi's
 * rotations find one of the vectors. The same F gives the same bits, whatever came before. If F is
 * not finite, nor is R. */
matrix trama_soft_rotation(matrix f);

#endif
