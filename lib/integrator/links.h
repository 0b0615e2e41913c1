/* A sweep of XPBD (xpbd.c) over length constraints of two nodes, C = |r| - l0, r from the first
 * node to the second, many at once. For integrator/ only. */
#ifndef TRAMA_INTEGRATOR_LINKS_H
#define TRAMA_INTEGRATOR_LINKS_H

#include "core/vec.h"

#include <stddef.h>

/* Links; no two in the range of one call share a node. */
typedef struct trama_links {
    const size_t *node;  /* 2 per link */
    const double *rest;  /* l0, m */
    const double *alpha; /* m/N */
    double *lambda;      /* N */
} trama_links;

/* Nodes: w (N/m), 1/w, x, and for each axis 1 if free, 0 if held; NULL: all are free. */
typedef struct trama_linked {
    const double *weight, *yield;
    const vec *is_free;
    vec *x;
} trama_linked;

/* For links begin <= k < end: dl = -(C + alpha l)/(n.(W n) + alpha), l += dl, x += W n dl. Same
 * bits as one link after the other. */
void trama_links_sweep(const trama_links *links, size_t begin, size_t end,
                       const trama_linked *nodes);

/* The loops for each instruction set; for links.c only. */
typedef void trama_links_loop(const trama_links *links, size_t begin, size_t end,
                              const trama_linked *nodes);
trama_links_loop trama_kernel_links_v2, trama_kernel_links_v3, trama_kernel_links_v4;

#endif
