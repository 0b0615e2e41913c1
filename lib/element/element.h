/* Elements: the parts of a model's energy, for methods that treat each separately (projective
 * dynamics, compliant constraints, block descent). An element has a few nodes and constants; its
 * kind (elements.def) computes its energy U and the quantities that methods need. Elements are made
 * from a model's composition (model/composition.h), which also describes it to solvers of other
 * libraries, so models need no code for them.
 *
 * Elements of one kind are stored colour by colour. No two elements of one colour share a node.
 * Colours are assigned greedily by ascending index, the lowest that is free. Functions work on a
 * range of elements of one group, and write the result of element e at e - begin.
 *
 * To add a kind: write its file, export its table, add a line to elements.def. */
#ifndef TRAMA_ELEMENT_ELEMENT_H
#define TRAMA_ELEMENT_ELEMENT_H

#include "core/status.h"
#include "core/vec.h"
#include "model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Limits for one element: nodes, and rows of its constraint. */
enum { TRAMA_CORNERS = 4, TRAMA_STRAINS = 6 };

typedef struct trama_element_kind trama_element_kind;

/* The elements of one kind. */
typedef struct trama_element_group {
    const trama_element_kind *kind;
    size_t count;
    size_t *node;    /* count x kind->nodes */
    char *constants; /* count x kind->size bytes */
    size_t colours;
    size_t *colour; /* colours + 1: those of colour c are colour[c] <= e < colour[c + 1] */
    size_t *start;  /* nodes of the set + 1: node i is corner place[k] % kind->nodes of element
                       place[k] / kind->nodes, start[i] <= k < start[i + 1] */
    size_t *place;
} trama_element_group;

struct trama_element_kind {
    const char *name; /* "springs" */
    const char *summary;
    const char *reference;
    size_t nodes, strains; /* of an element; rows of its constraint */
    size_t size;           /* of its constants, bytes */

    /* The number of elements of a model; and one element: its constants and nodes (of the object).
     * False: it has no stiffness and no damping. */
    size_t (*count)(const trama_model_type *type, const void *model);
    bool (*take)(const trama_model_type *type, const void *model, size_t index, void *constants,
                 size_t *node);
    /* Why an element has no energy ("..."), or NULL; and why its energy is not a projection. */
    const char *(*without_energy)(const void *constants);
    const char *(*without_projection)(const void *constants);
    /* c of a damper along it, N s/m: the force -c dC/dt dC/dx of the first row C of its constraint.
     * NULL: it has none. */
    double (*damping)(const void *constants);

    /* U, J; and dU/dx of each node, N (nodes per element). */
    void (*energies)(const trama_element_group *group, size_t begin, size_t end, const vec *x,
                     double *energy);
    void (*gradients)(const trama_element_group *group, size_t begin, size_t end, const vec *x,
                      vec *gradient);
    /* The second derivative, N/m, by rows of 3 nodes (corner 0's x, y, z, corner 1's ...); with
     * `positive`, a matrix without negative eigenvalues, equal to it if it has none. */
    void (*hessians)(const trama_element_group *group, size_t begin, size_t end, bool positive,
                     const vec *x, double *hessian);
    /* Of elements place / nodes (TRAMA_ELEMENT's `place`), `count` of them: adds dU/dx of the
     * corner place % nodes to *gradient, and its 3 x 3 block of the second derivative to `block`,
     * in the order of the list. */
    void (*blocks)(const trama_element_group *group, const size_t *place, size_t count,
                   bool positive, const vec *x, vec *gradient, double block[9]);
    /* C with U = C^T alpha^-1 C/2: C (strains per element), dC/dx (strains x nodes), and alpha
     * (strains x strains). Units of C and alpha are the kind's. */
    void (*constraints)(const trama_element_group *group, size_t begin, size_t end, const vec *x,
                        double *c, vec *jacobian);
    /* l0 of a constraint C = |x1 - x0| - l0, m; NULL: C has another form. */
    void (*rests)(const trama_element_group *group, size_t begin, size_t end, double *rest);
    void (*compliances)(const trama_element_group *group, size_t begin, size_t end, double *alpha);
    /* U = w |A x - p(x)|^2/2 with p the nearest point of a set; NULL if no element of the kind has
     * this form. `rows` of A x; w (N/m, or J), A (rows x nodes numbers), and p (rows). */
    size_t rows;
    void (*projections)(const trama_element_group *group, size_t begin, size_t end, const vec *x,
                        double *weight, double *selector, vec *target);
    /* w A^T A of a projection, N/m (nodes x nodes); for other energies a substitute of the same
     * form from their curvature at rest: the metric of quasi-Newton methods. x is some state near
     * rest. */
    void (*metrics)(const trama_element_group *group, size_t begin, size_t end, const vec *x,
                    double *metric);
};

/* The kinds, in the order of elements.def. */
size_t trama_element_kinds(void);
const trama_element_kind *trama_element_kind_at(size_t index);

/* All elements of a system: nodes of all its objects, one after the other. */
typedef struct trama_element_set {
    size_t nodes;
    size_t groups; /* trama_element_kinds(); some may be empty */
    trama_element_group *group;
} trama_element_set;

/* Initialises a zeroed set, without elements. Errors: TRAMA_NO_MEMORY. */
trama_status trama_element_set_begin(trama_element_set *set, trama_error *error);
/* Adds the elements of a model of `nodes` nodes, which follow those of the models before. Errors:
 * TRAMA_BAD_INPUT, path "integrator.name", if the model has no composition, acts by more than
 * elements, or has an element without energy, which is named. TRAMA_NO_MEMORY. */
trama_status trama_element_set_add(trama_element_set *set, const trama_model_type *type,
                                   const void *model, size_t nodes, trama_error *error);
/* Sorts by colour, and finds each node's elements. Errors: TRAMA_NO_MEMORY. */
trama_status trama_element_set_end(trama_element_set *set, trama_error *error);
void trama_element_set_free(trama_element_set *set);

/* Sum of all energies at x, J. */
double trama_element_set_energy(const trama_element_set *set, const vec *x);
/* Adds dU/dx of all elements to gradient (nodes), N, in the order of groups and elements. */
void trama_element_set_gradient(const trama_element_set *set, const vec *x, vec *gradient);
/* Colours of nodes, greedily by ascending index: no two of a colour share an element. Writes each
 * node's colour to `colour` (nodes), and their number to *colours. Errors: TRAMA_NO_MEMORY. */
trama_status trama_element_set_colour_nodes(const trama_element_set *set, size_t *colour,
                                            size_t *colours, trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
