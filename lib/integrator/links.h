/* A sweep over constraints that hold two nodes at a length, C = |r| - l0, r from the first node to
 * the second: what a sweep of XPBD does with each (xpbd.c), many at once. Within integrator/. */
#ifndef TRAMA_INTEGRATOR_LINKS_H
#define TRAMA_INTEGRATOR_LINKS_H

#include "core/vec.h"

#include <stddef.h>

/* Links of which no two in the range of a call share a node. */
typedef struct trama_links {
    const size_t *node;  /* 2 a link */
    const double *rest;  /* l0, m */
    const double *alpha; /* m/N */
    double *lambda;      /* N */
} trama_links;

/* Nodes: w (N/m), 1/w, x, and of each axis 1 where it is free, 0 where it is held; NULL: all are
 * free. */
typedef struct trama_linked {
    const double *weight, *yield;
    const vec *is_free;
    vec *x;
} trama_linked;

/* Of links begin <= k < end: dl = -(C + alpha l)/(n.(W n) + alpha), l += dl, x += W n dl. The bits
 * are those of one link after the other. */
void trama_links_sweep(const trama_links *links, size_t begin, size_t end,
                       const trama_linked *nodes);

/* The loops, once for each instruction set: for links.c alone. */
typedef void trama_links_loop(const trama_links *links, size_t begin, size_t end,
                              const trama_linked *nodes);
trama_links_loop trama_kernel_links_v2, trama_kernel_links_v3, trama_kernel_links_v4;

#endif
