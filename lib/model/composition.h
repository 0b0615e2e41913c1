/* What a model is made of, for whoever simulates the same in another way: a solver of another
 * library or of another program. A model that says it has one const table. */
#ifndef TRAMA_MODEL_COMPOSITION_H
#define TRAMA_MODEL_COMPOSITION_H

#include <stdbool.h>
#include <stddef.h>

/* The force on the first end, r the way to the second:
 *   F = (K (1 - l0/l) + c (r . r')/l^2) r */
typedef struct trama_spring {
    size_t node[2];
    double stiffness; /* K, N/m */
    double damping;   /* c, N s/m */
    double rest;      /* l0, m */
} trama_spring;

typedef struct trama_composition {
    size_t (*springs)(const void *model);
    trama_spring (*spring)(const void *model, size_t index);
    /* What acts in the model, as it was made, and is none of these ("correction of springs
     * that are too long"); NULL, or no such function: nothing does. */
    const char *(*beyond)(const void *model);
    bool strained; /* the model's strain is that of its springs, whether or not its scene has edges;
                      else it is that of the scene's edges */
} trama_composition;

#endif
