/* The fifteen axes of two boxes, and how far the boxes overlap along each: for sat.c alone. Axes
 * come in groups of three, with a fourth lane that is nobody's. */
#ifndef TRAMA_RIGID_SAT_AXES_H
#define TRAMA_RIGID_SAT_AXES_H

enum { TRAMA_SAT_GROUPS = 5, TRAMA_SAT_LANES = 4 };

typedef struct trama_sat_axes {
    double half_a[3], half_b[3];       /* of the edges, m */
    double edge_b[3][TRAMA_SAT_LANES]; /* component, edge: of the second, in the first's frame */
    double x[3];                       /* the second's centre, in the first's frame */
    /* Of each axis: group 0 the faces of the first, 1 of the second, 2 + i products of its edge i
     * with the second's. */
    struct {
        double n[3][TRAMA_SAT_LANES];    /* unit; 0 of edges that are parallel */
        double square[TRAMA_SAT_LANES];  /* of the product's length, before; 1 of faces */
        double between[TRAMA_SAT_LANES]; /* x . n */
        double depth[TRAMA_SAT_LANES];   /* half the widths along n, less what is between */
    } group[TRAMA_SAT_GROUPS];
} trama_sat_axes;

/* Fills the groups; once for each instruction set, with the same bits. */
void trama_kernel_sat_v2(trama_sat_axes *axes);
void trama_kernel_sat_v3(trama_sat_axes *axes);
void trama_kernel_sat_v4(trama_sat_axes *axes);

#endif
