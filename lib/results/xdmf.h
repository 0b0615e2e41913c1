/* Shared by the files of the sidecar for ParaView. For this folder only. */
#ifndef RESULTS_XDMF_H
#define RESULTS_XDMF_H

#include "results/internal.h"

#include <stdio.h>

enum { XDMF_NAME_MOST = 64 };

/* Prints text with XML's special characters as entities. */
void xdmf_print_escaped(FILE *out, const char *text);
/* Rows of a column, `count` of `rows` from `begin` on. */
void xdmf_print_rows(FILE *out, const char *file, const results_column *column, size_t rows,
                     size_t begin, size_t count);
/* The topology of triangles, with nodes from a dataset. */
void xdmf_print_triangles(FILE *out, const char *file, const char *dataset, uint64_t count);

/* Contacts and joints of an interaction in all frames, one row each, in order of frames. */
typedef struct xdmf_contacts {
    char name[XDMF_NAME_MOST]; /* of the interaction */
    const int64_t *frame;
    size_t rows;
} xdmf_contacts;

/* True if its columns exist, have equal numbers of rows, and their frames ascend below `frames`.
 * `small` has the values of /contacts/frame, `shapes` the shapes of all. */
bool xdmf_contacts_take(const bundle *small, const bundle *shapes, size_t frames, xdmf_contacts *c);

/* The contacts of a frame as a grid of points in `file`, with normal, force, torque and the numbers
 * of both bodies; nothing if there are none. */
void xdmf_print_contacts(FILE *out, const char *file, const xdmf_contacts *c, size_t frame);

/* The triangles of an obstacle as used by contact. */
typedef struct xdmf_boundary {
    char name[XDMF_NAME_MOST]; /* of the object */
    uint64_t vertices, triangles;
    bool moves;
} xdmf_boundary;

/* True if its columns exist; `small` has the value of /boundary/moves. */
bool xdmf_boundary_take(const bundle *small, const bundle *shapes, xdmf_boundary *b);
/* Prints it as a grid of the frame, if it has a position there. */
void xdmf_print_boundary(FILE *out, const char *file, const xdmf_boundary *b, size_t frame);

#endif
