#include "analysis/plot/shade.h"

#include <math.h>
#include <stdlib.h>

enum { FACETS = 64 }; /* wanted along each direction, about */

/* One frame's nodes and their normals, m x n, and the view. Its front is the side that faces the
 * eye on the whole. */
typedef struct patch {
    const frames *frames;
    size_t frame, m, n;
    vector *normal;
    const view *view;
    double front; /* sign of the area vectors' component toward the eye, on the front */
} patch;

static vector node(const patch *p, size_t k, size_t l)
{
    return frames_node(p->frames, p->frame, k, l);
}

/* Area vector of the quad whose corners are (k, l) and (k + 1, l + 1): half its diagonals' product.
 */
static vector quad_area(const frames *f, size_t frame, size_t k, size_t l)
{
    const vector a =
        vector_sum(1, frames_node(f, frame, k + 1, l + 1), -1, frames_node(f, frame, k, l));
    const vector b =
        vector_sum(1, frames_node(f, frame, k, l + 1), -1, frames_node(f, frame, k + 1, l));
    const vector product = vector_cross(a, b);
    return vector_sum(0.5, product, 0, product);
}

/* The direction that most of a frame faces: the sum of its facets' area vectors. */
static vector facing_of(const frames *f, size_t frame)
{
    vector sum = {0, 0, 0};
    for (size_t k = 0; k + 1 < f->m; k++)
        for (size_t l = 0; l + 1 < f->n; l++) {
            const vector area = quad_area(f, frame, k, l);
            sum = vector_is_finite(area) ? vector_sum(1, sum, 1, area) : sum;
        }
    return sum;
}

double shade_front(const frames *f, size_t frame, const view *v)
{
    return vector_dot(facing_of(f, frame), v->toward) < 0 ? -1 : 1;
}

/* A surface is seen from the side that it faces, a lying one from above; the higher up the more it
 * lies, and somewhat from aside, so that folds show. */
view shade_view(const frames *f, size_t frame)
{
    const double degrees = 180 / 3.14159265358979323846, aside = 32;
    const vector facing = vector_unit(facing_of(f, frame));
    const double sign = facing.y < -0.7 ? -1 : 1;
    const double level = hypot(facing.x, facing.z);
    const double front = level < 0.15 ? 0 : atan2(sign * facing.x, sign * facing.z) * degrees;
    return view_of(16 + 20 * fabs(facing.y), front + aside);
}

/* A node's normal: the area vectors of the quads around it. */
static void add_normals(patch *p)
{
    for (size_t k = 0; k + 1 < p->m; k++)
        for (size_t l = 0; l + 1 < p->n; l++) {
            const vector area = quad_area(p->frames, p->frame, k, l);
            vector *corner[] = {&p->normal[k * p->n + l], &p->normal[k * p->n + l + 1],
                                &p->normal[(k + 1) * p->n + l], &p->normal[(k + 1) * p->n + l + 1]};
            for (size_t i = 0; i < 4; i++)
                *corner[i] = vector_sum(1, *corner[i], 1, area);
        }
    for (size_t i = 0; i < p->m * p->n; i++)
        p->normal[i] = vector_unit(p->normal[i]);
}

static vector bilinear(vector a, vector b, vector c, vector d, double s, double t)
{
    const vector near = vector_sum(1 - t, a, t, b), far = vector_sum(1 - t, c, t, d);
    return vector_sum(1 - s, near, s, far);
}

/* A position on the refined grid: the cell, and where in it. */
typedef struct spot {
    size_t k, l;
    double s, t;
} spot;

static spot spot_at(const patch *p, size_t i, size_t j, size_t divide, double shift)
{
    const size_t k = i / divide < p->m - 1 ? i / divide : p->m - 2;
    const size_t l = j / divide < p->n - 1 ? j / divide : p->n - 2;
    const double part = (double)divide;
    return (spot){k, l, ((double)(i - k * divide) + shift) / part,
                  ((double)(j - l * divide) + shift) / part};
}

static vector position_at(const patch *p, spot at)
{
    return bilinear(node(p, at.k, at.l), node(p, at.k, at.l + 1), node(p, at.k + 1, at.l),
                    node(p, at.k + 1, at.l + 1), at.s, at.t);
}

static vector normal_at(const patch *p, spot at)
{
    const vector *n = &p->normal[at.k * p->n + at.l];
    return vector_unit(bilinear(n[0], n[1], n[p->n], n[p->n + 1], at.s, at.t));
}

/* Light from the eye's upper left, so that folds cast their shade whatever the view. The side that
 * is seen is the facet's own, not the interpolated normal's. */
static double brightness(const patch *p, spot at)
{
    const view *v = p->view;
    const vector from_left = vector_sum(0.75, v->up, -0.65, v->right);
    const vector light = vector_unit(vector_sum(1, v->toward, 1, from_left));
    const vector area = quad_area(p->frames, p->frame, at.k, at.l);
    const double seen = vector_dot(area, v->toward) < 0 ? -1 : 1;
    const double lit = 0.06 + 0.94 * fmax(0, seen * vector_dot(normal_at(p, at), light));
    return seen * p->front * lit;
}

static void write_patch(const patch *p, figure *out)
{
    const size_t cells = p->m < p->n ? p->n - 1 : p->m - 1;
    const size_t divide = cells > 0 && cells < FACETS ? (FACETS + cells / 2) / cells : 1;
    for (size_t i = 0; i <= (p->m - 1) * divide; i++) {
        for (size_t j = 0; j <= (p->n - 1) * divide; j++) {
            const vector at = position_at(p, spot_at(p, i, j, divide, 0));
            figure_number(out, at.x);
            figure_number(out, at.y);
            figure_number(out, at.z);
            figure_number(out, brightness(p, spot_at(p, i, j, divide, 0.5)));
            fputc('\n', out->data.stream);
        }
        fputc('\n', out->data.stream);
    }
    fputc('\n', out->data.stream);
    out->blocks++;
}

bool shade_write(const frames *f, size_t frame, const view *v, figure *out)
{
    patch p = {f, frame, f->m, f->n, calloc(f->m * f->n, sizeof(vector)), v, 1};
    if (p.normal) {
        p.front = shade_front(f, frame, v);
        add_normals(&p);
        write_patch(&p, out);
    }
    free(p.normal);
    return p.normal != NULL;
}

/* One colour a side, dark to bright, both readable in grey; c1: a facet has its first node's
 * colour. A border of its own colour closes the hairlines that PDF viewers leave between facets; in
 * SVG they are crisp, and gnuplot 5.4 would fill the border black. */
void shade_setup(FILE *script)
{
    fputs("unset border\nunset tics\nunset key\nunset colorbox\n"
          "set pm3d depthorder corners2color c1\n"
          "if (format eq 'pdf') { set pm3d border retrace lw 0.2 } else { set pm3d noborder }\n"
          "set cbrange [-1:1]\n"
          "set palette defined (-1 '#fbe3c4', -0.55 '#d9a066', -0.02 '#3d2408', "
          "0.02 '#06202f', 0.55 '#4f9cc7', 1 '#eaf6ff')\n",
          script);
}
