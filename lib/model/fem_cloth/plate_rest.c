/* Plates at rest: the angles that give the normals at a triangle's sides, and the resulting
 * stiffness. Notation of plate.h; curvatures are (k_xx, k_yy, 2 k_xy) in the plane of the
 * triangle. */
#include "model/fem_cloth/plate.h"

#include <stdlib.h>

enum { SIDES = 3 };

/* A triangle at rest. Side c is that from corner c to the next. */
typedef struct panel {
    double area;
    size_t edge[SIDES];   /* of each side; TRAMA_NONE: a border */
    size_t beyond[SIDES]; /* the triangle there, and which of its sides it is */
    size_t turned[SIDES];
    size_t inner;              /* sides that are no border */
    double d[SIDES][SIDES];    /* d(k) of a side: its row */
    double own[SIDES][3];      /* the same by k_nn, k_nt and k_tt */
    double frame[SIDES][2];    /* t of a side in the plane; n = (t_y, -t_x) is outward */
    double says[SIDES][SIDES]; /* d at a side by the hinge angles of all three */
} panel;

/* ---- Algebra. */

/* Inverts a symmetric, positive matrix by sweeping each of its pivots; false: to rounding it is
 * singular. */
static bool invert(size_t count, double m[SIDES][SIDES])
{
    double largest = 0.0, most = 0.0;
    for (size_t k = 0; k < count; k++)
        largest = fmax(largest, m[k][k]);
    for (size_t k = 0; k < count; k++) {
        const double pivot = m[k][k];
        if (!(pivot > 0.0))
            return false;
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < count; j++)
                if (i != k && j != k)
                    m[i][j] -= m[i][k] * m[k][j] / pivot;
        for (size_t i = 0; i < count; i++)
            m[i][k] = m[k][i] = m[i][k] / pivot;
        m[k][k] = -1.0 / pivot;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            m[i][j] *= -1.0;
            most = fmax(most, fabs(m[i][j]));
        }
    return most * largest < 1e8;
}

/* a^T C^-1 b for D (1 - nu^2) = 1: C^-1 = ((1, -nu, 0), (-nu, 1, 0), (0, 0, 2 (1 + nu))). */
static double product(const double a[SIDES], const double b[SIDES], double nu)
{
    return a[0] * b[0] + a[1] * b[1] - nu * (a[0] * b[1] + a[1] * b[0]) +
           2.0 * (1.0 + nu) * a[2] * b[2];
}

/* ---- Panels. */

static vec node_of(const trama_mesh *mesh, const double *q, size_t i)
{
    return (vec){q[i], q[mesh->nodes + i], q[2 * mesh->nodes + i]};
}

/* d(k) by k_nn, k_nt and k_tt, at the side from a to b of a triangle with c. */
static void set_own(vec a, vec b, vec c, double own[3])
{
    const vec e = minus(b, a), r = minus(c, a), n = cross(e, r);
    const double square = dot(e, e), s = dot(r, e) / square, h = sqrt(dot(n, n) / square);
    own[0] = 0.5 * h;
    own[1] = sqrt(square) * (0.5 - s);
    own[2] = -0.5 * square * s * (1.0 - s) / h;
}

/* The row of k that has these parts by k_nn, k_nt and k_tt. */
static void set_row(const double part[3], const double t[2], double row[SIDES])
{
    const double n[2] = {t[1], -t[0]};
    row[0] = part[0] * n[0] * n[0] + part[1] * n[0] * t[0] + part[2] * t[0] * t[0];
    row[1] = part[0] * n[1] * n[1] + part[1] * n[1] * t[1] + part[2] * t[1] * t[1];
    row[2] =
        part[0] * n[0] * n[1] + 0.5 * part[1] * (n[0] * t[1] + n[1] * t[0]) + part[2] * t[0] * t[1];
}

/* Corner 0 at the origin, corner 1 on the x axis. */
static void lay(const trama_mesh *mesh, const double *q, size_t triangle, panel *p)
{
    vec x[SIDES];
    for (size_t c = 0; c < SIDES; c++)
        x[c] = node_of(mesh, q, mesh->triangle[triangle].node[c]);
    const vec along = minus(x[1], x[0]), n = cross(along, minus(x[2], x[0])), up = cross(n, along);
    const double length = sqrt(dot(along, along)), twice = sqrt(dot(n, n));
    p->area = 0.5 * twice;
    for (size_t c = 0; c < SIDES; c++) {
        const size_t next = (c + 1) % SIDES;
        const vec e = minus(x[next], x[c]);
        const double side = sqrt(dot(e, e));
        p->frame[c][0] = dot(e, along) / (length * side);
        p->frame[c][1] = dot(e, up) / (twice * length * side);
        set_own(x[c], x[next], x[(c + 2) % SIDES], p->own[c]);
        set_row(p->own[c], p->frame[c], p->d[c]);
        p->edge[c] = p->beyond[c] = TRAMA_NONE;
    }
}

/* The side of a triangle that has the node `opposite` it. */
static size_t side_of(const trama_triangle *t, size_t opposite)
{
    size_t c = 0;
    while (c + 1 < SIDES && t->node[(c + 2) % SIDES] != opposite)
        c++;
    return c;
}

static void join(const trama_mesh *mesh, size_t edge, panel *panels)
{
    const trama_edge *e = &mesh->edge[edge];
    size_t side[2];
    if (e->triangle[1] == TRAMA_NONE)
        return;
    for (size_t i = 0; i < 2; i++)
        side[i] = side_of(&mesh->triangle[e->triangle[i]], e->opposite[i]);
    for (size_t i = 0; i < 2; i++) {
        panel *p = &panels[e->triangle[i]];
        p->edge[side[i]] = edge;
        p->beyond[side[i]] = e->triangle[1 - i];
        p->turned[side[i]] = side[1 - i];
        p->inner++;
    }
}

/* ---- What a triangle's quadratic says. */

/* Its inner sides, in order. */
static size_t inner_of(const panel *p, size_t side[SIDES])
{
    size_t count = 0;
    for (size_t c = 0; c < SIDES; c++)
        if (p->edge[c] != TRAMA_NONE)
            side[count++] = c;
    return count;
}

/* d C^-1 J^T (J C^-1 J^T)^-1, J the rows of hinge angles: of the curvatures that have the angles
 * that of least energy. */
static bool set_says(panel *panels, size_t triangle, double nu)
{
    panel *p = &panels[triangle];
    double j[SIDES][SIDES], m[SIDES][SIDES];
    size_t side[SIDES];
    const size_t count = inner_of(p, side);
    for (size_t i = 0; i < count; i++) {
        const size_t c = side[i];
        const double *other = panels[p->beyond[c]].own[p->turned[c]];
        const double both[3] = {p->own[c][0] + other[0], p->own[c][1] + other[1],
                                p->own[c][2] + other[2]};
        set_row(both, p->frame[c], j[i]);
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++)
            m[i][k] = product(j[i], j[k], nu);
    const bool regular = invert(count, m);
    for (size_t c = 0; c < SIDES; c++)
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < count; k++)
                p->says[c][side[i]] += product(p->d[c], j[k], nu) * m[k][i];
    return regular;
}

/* ---- Plates. */

/* The place of a number in a list, where it is put if it is new. */
static size_t place_of(size_t *list, size_t *count, size_t number)
{
    size_t i = 0;
    while (i < *count && list[i] != number)
        i++;
    if (i == *count)
        list[(*count)++] = number;
    return i;
}

/* Adds `share` times what a triangle says of its side to the angles that make up a normal. */
static void add_says(const panel *p, size_t side, double share, fem_plate *plate, double *normal)
{
    for (size_t c = 0; c < SIDES; c++)
        if (p->edge[c] != TRAMA_NONE)
            normal[place_of(plate->edge, &plate->hinges, p->edge[c])] += share * p->says[side][c];
}

/* The normal at an inner side, from the face, by hinge angles. A triangle at a border has no word
 * where the other has more neighbours. */
static void set_normal(const panel *panels, const panel *p, size_t side, fem_plate *plate,
                       double *normal)
{
    const panel *other = &panels[p->beyond[side]];
    const double share = p->inner == other->inner ? 0.5 : p->inner > other->inner ? 1.0 : 0.0;
    add_says(p, side, share, plate, normal);
    add_says(other, p->turned[side], share - 1.0, plate, normal);
    normal[place_of(plate->edge, &plate->hinges, p->edge[side])] += 1.0 - share;
}

/* K = W^T A (d C^-1 d^T)^-1 W, W the normals at inner sides by hinge angles. */
static bool set_stiffness(const panel *panels, size_t triangle, double rigidity, double nu,
                          fem_plate *plate)
{
    const panel *p = &panels[triangle];
    double normal[SIDES][FEM_PLATE_HINGES] = {{0.0}}, m[SIDES][SIDES];
    size_t side[SIDES];
    const size_t count = inner_of(p, side);
    for (size_t i = 0; i < count; i++)
        set_normal(panels, p, side[i], plate, normal[i]);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++)
            m[i][k] = product(p->d[side[i]], p->d[side[k]], nu);
    const bool regular = invert(count, m);
    const double scale = p->area * rigidity * (1.0 - nu * nu);
    for (size_t a = 0; a < plate->hinges; a++)
        for (size_t b = 0; b < plate->hinges; b++)
            for (size_t i = 0; i < count; i++)
                for (size_t k = 0; k < count; k++)
                    plate->stiffness[a][b] += scale * normal[i][a] * m[i][k] * normal[k][b];
    return regular;
}

static void find_nodes(const trama_mesh *mesh, const trama_hinge *hinge, fem_plate *plate)
{
    for (size_t h = 0; h < plate->hinges; h++) {
        size_t node[TRAMA_ELEMENT_NODES];
        trama_hinge_find(&mesh->edge[plate->edge[h]], node);
        for (size_t i = 0; i < TRAMA_HINGE_NODES; i++)
            plate->place[h][i] = (unsigned char)place_of(plate->node, &plate->nodes, node[i]);
        plate->angle[h] = hinge[plate->edge[h]].angle;
    }
}

static trama_status make(const trama_mesh *mesh, const double *q, const trama_hinge *hinge,
                         double rigidity, double nu, panel *panels, fem_plate *plate,
                         trama_error *error)
{
    for (size_t i = 0; i < mesh->triangle_count; i++)
        lay(mesh, q, i, &panels[i]);
    for (size_t i = 0; i < mesh->edge_count; i++)
        join(mesh, i, panels);
    bool regular = true;
    size_t at = 0;
    for (size_t i = 0; regular && i < mesh->triangle_count; i++)
        regular = set_says(panels, at = i, nu);
    for (size_t i = 0; regular && i < mesh->triangle_count; i++) {
        plate[i] = (fem_plate){0};
        regular = set_stiffness(panels, at = i, rigidity, nu, &plate[i]);
        find_nodes(mesh, hinge, &plate[i]);
    }
    return regular ? TRAMA_OK
                   : trama_fail(error, TRAMA_BAD_INPUT, "flexural_rigidity",
                                "triangle %zu and its neighbours have their nodes on a conic, so "
                                "that no one quadratic goes through them; allowed: a mesh without",
                                at);
}

trama_status trama_fem_plates_make(const trama_mesh *mesh, const double *q,
                                   const trama_hinge *hinge, double rigidity, double poisson,
                                   fem_plate *plate, trama_error *error)
{
    panel *panels = calloc(mesh->triangle_count + 1, sizeof *panels);
    if (!panels)
        return trama_fail_memory(error);
    const trama_status status = make(mesh, q, hinge, rigidity, poisson, panels, plate, error);
    free(panels);
    return status;
}
