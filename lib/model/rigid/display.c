#include "model/rigid/display.h"

#include "core/numbers.h"
#include "model/rigid/rigid.h"
#include "model/rigid/rotation.h"

static void size(const void *model, size_t *points, size_t *triangles)
{
    const trama_rigid *self = model;
    *points = *triangles = 0;
    for (size_t i = 0; i < self->count; i++) {
        *points += self->body[i].kind->points;
        *triangles += self->body[i].kind->triangles;
    }
}

/* Where a point of a body is drawn: nowhere, if the body is not there. */
static vec seen_at(const trama_rigid_body *body, const trama_pose *pose, const double own[3])
{
    return body->there ? placed(pose, vec_of(own)) : (vec){TRAMA_NAN, TRAMA_NAN, TRAMA_NAN};
}

static void points(const void *model, double t, const double *q, double *x)
{
    const trama_rigid *self = model;
    size_t count, triangles, at = 0;
    size(model, &count, &triangles);
    for (size_t i = 0; i < self->count; i++) {
        const trama_rigid_kind *kind = self->body[i].kind;
        trama_pose pose;
        trama_rigid_pose(self, i, t, q, &pose);
        for (size_t p = 0; p < kind->points; p++, at++) {
            const vec in_world = seen_at(&self->body[i], &pose, kind->point[p]);
            x[at] = in_world.x;
            x[count + at] = in_world.y;
            x[2 * count + at] = in_world.z;
        }
    }
}

static void triangles(const void *model, size_t (*corner)[3])
{
    const trama_rigid *self = model;
    size_t first = 0, at = 0;
    for (size_t i = 0; i < self->count; i++) {
        const trama_rigid_kind *kind = self->body[i].kind;
        for (size_t t = 0; t < kind->triangles; t++, at++)
            for (size_t c = 0; c < 3; c++)
                corner[at][c] = first + kind->triangle[t][c];
        first += kind->points;
    }
}

const trama_display trama_rigid_display = {size, points, triangles};
