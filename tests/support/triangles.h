/* A contact mesh of two triangles, which a test moves freely. Include after cmocka.h. */
#ifndef TRAMA_TESTS_SUPPORT_TRIANGLES_H
#define TRAMA_TESTS_SUPPORT_TRIANGLES_H

#include "interaction/contact_find.h"
#include "support/objects.h"

enum { TRIANGLES_VERTICES = 6 };

/* Vertices 0-2 are the first triangle, 3-5 the second. They can all move, and lie 5 m apart. */
typedef struct triangles {
    objects o;
    trama_contact_mesh *mesh;
    trama_mesh_contacts found; /* room for a search */
} triangles;

void triangles_begin(triangles *f);
void triangles_end(triangles *f);

#endif
