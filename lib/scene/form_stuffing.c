#include "scene/form_stuffing.h"

#include "core/memory.h"
#include "scene/form_lattice.h"

#include <stdlib.h>

/* ---- Nodes. */

/* An edge with a crossing: the point where the function is positive, and that where it is negative.
 */
typedef struct cut {
    size_t plus, minus;
    size_t name; /* of the node there, from 1; 0: none yet */
} cut;

typedef struct filling {
    form_lattice l;
    cut *cut; /* in the order of plus, then of minus */
    size_t cut_count;
    vec *node; /* m, about the body's centre */
    size_t node_count;
    trama_tetrahedron *item;
    size_t count, capacity;
    bool no_memory;
} filling;

static int by_ends(const void *a, const void *b)
{
    const cut *c = a, *d = b;
    if (c->plus != d->plus)
        return c->plus < d->plus ? -1 : 1;
    return c->minus < d->minus ? -1 : c->minus > d->minus;
}

/* Of the edges from points where the function is positive; with `list` NULL, their number alone. */
static size_t list_cuts(const form_lattice *l, cut *list)
{
    size_t count = 0;
    for (size_t i = 0; i < l->places; i++)
        for (size_t w = 0, j; w < FORM_NEIGHBOURS && l->value[i] > 0.0; w++)
            if (trama_form_lattice_neighbour(l, i, w, &j) && l->value[j] < 0.0) {
                if (list)
                    list[count] = (cut){i, j, 0};
                count++;
            }
    return count;
}

static size_t node_of_point(filling *f, size_t place)
{
    if (f->l.name[place] == 0) {
        f->node[f->node_count] = f->l.at[place];
        f->l.name[place] = ++f->node_count;
    }
    return f->l.name[place] - 1;
}

static size_t node_of_cut(filling *f, size_t plus, size_t minus)
{
    const cut key = {plus, minus, 0};
    cut *found = bsearch(&key, f->cut, f->cut_count, sizeof key, by_ends);
    if (found->name == 0) {
        f->node[f->node_count] = trama_form_lattice_crossing(&f->l, f->l.at[plus], f->l.at[minus]);
        found->name = ++f->node_count;
    }
    return found->name - 1;
}

/* Turned so that its volume is positive. */
static void add(filling *f, size_t a, size_t b, size_t c, size_t d)
{
    trama_tetrahedron *more = trama_with_room(f->item, f->count, &f->capacity, sizeof *more);
    f->no_memory = f->no_memory || !more;
    if (!more)
        return;
    const vec o = f->node[a];
    const double six = dot(cross(minus(f->node[b], o), minus(f->node[c], o)), minus(f->node[d], o));
    f->item = more;
    f->item[f->count++] =
        six > 0.0 ? (trama_tetrahedron){{a, b, c, d}} : (trama_tetrahedron){{b, a, c, d}};
}

/* ---- Stencils. */

/* The four points of a lattice tetrahedron, by the sign of the function, each in the order of
 * places. On a face with two points inside and one outside, the quadrangle between them and the
 * crossings is cut from the first of the two, so that both tetrahedra at the face cut it alike. */
typedef struct corners {
    size_t plus[4], zero[4], minus[4];
    size_t plus_count, zero_count, minus_count;
} corners;

static void add_whole(filling *f, const size_t place[4])
{
    size_t node[4];
    for (int i = 0; i < 4; i++)
        node[i] = node_of_point(f, place[i]);
    add(f, node[0], node[1], node[2], node[3]);
}

/* One point inside: the corner there is cut off. */
static void add_corner(filling *f, const corners *c)
{
    size_t node[4] = {node_of_point(f, c->plus[0])}, count = 1;
    for (size_t i = 0; i < c->zero_count; i++)
        node[count++] = node_of_point(f, c->zero[i]);
    for (size_t i = 0; i < c->minus_count; i++)
        node[count++] = node_of_cut(f, c->plus[0], c->minus[i]);
    add(f, node[0], node[1], node[2], node[3]);
}

/* Two inside, one on the surface: a pyramid. */
static void add_pyramid(filling *f, const corners *c)
{
    const size_t a = node_of_point(f, c->plus[0]), b = node_of_point(f, c->plus[1]);
    const size_t top = node_of_point(f, c->zero[0]);
    const size_t below_a = node_of_cut(f, c->plus[0], c->minus[0]);
    const size_t below_b = node_of_cut(f, c->plus[1], c->minus[0]);
    add(f, a, b, below_b, top);
    add(f, a, below_a, below_b, top);
}

/* Two inside, two outside: a wedge, whose face on the surface is cut along its shorter diagonal. */
static void add_wedge(filling *f, const corners *c)
{
    const size_t a = node_of_point(f, c->plus[0]), b = node_of_point(f, c->plus[1]);
    size_t of_a[2], of_b[2];
    for (int i = 0; i < 2; i++) {
        of_a[i] = node_of_cut(f, c->plus[0], c->minus[i]);
        of_b[i] = node_of_cut(f, c->plus[1], c->minus[i]);
    }
    const vec one = minus(f->node[of_a[0]], f->node[of_b[1]]);
    const vec other = minus(f->node[of_a[1]], f->node[of_b[0]]);
    const int i = dot(one, one) <= dot(other, other) ? 0 : 1;
    add(f, a, b, of_b[0], of_b[1]);
    add(f, a, of_a[0], of_a[1], of_b[1 - i]);
    add(f, a, of_a[i], of_b[0], of_b[1]);
}

/* Three inside: the corner at the fourth is cut off, and a prism stays. */
static void add_prism(filling *f, const corners *c)
{
    size_t top[3], below[3];
    for (int i = 0; i < 3; i++) {
        top[i] = node_of_point(f, c->plus[i]);
        below[i] = node_of_cut(f, c->plus[i], c->minus[0]);
    }
    add(f, top[0], top[1], top[2], below[2]);
    add(f, top[0], top[1], below[1], below[2]);
    add(f, top[0], below[0], below[1], below[2]);
}

static corners sort_corners(const form_lattice *l, const size_t place[4])
{
    corners c = {{0}, {0}, {0}, 0, 0, 0};
    for (int i = 0; i < 4; i++) {
        const double value = l->value[place[i]];
        if (value > 0.0)
            c.plus[c.plus_count++] = place[i];
        else if (value < 0.0)
            c.minus[c.minus_count++] = place[i];
        else
            c.zero[c.zero_count++] = place[i];
    }
    return c;
}

static int by_place(const void *a, const void *b)
{
    const size_t i = *(const size_t *)a, j = *(const size_t *)b;
    return i < j ? -1 : i > j;
}

static void fill_tetrahedron(filling *f, size_t place[4])
{
    qsort(place, 4, sizeof *place, by_place);
    const corners c = sort_corners(&f->l, place);
    if (c.plus_count == 0)
        return;
    if (c.minus_count == 0)
        add_whole(f, place);
    else if (c.plus_count == 1)
        add_corner(f, &c);
    else if (c.plus_count == 3)
        add_prism(f, &c);
    else if (c.minus_count == 2)
        add_wedge(f, &c);
    else
        add_pyramid(f, &c);
}

/* The four tetrahedra around the long edge from an even point along an axis: each has two
 * neighbours of the ring of four odd points around the edge. */
static void fill_around(filling *f, const long from[3], int axis)
{
    static const long ring[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    size_t around[4], ends[2];
    for (int end = 0; end < 2; end++) {
        long c[3] = {from[0], from[1], from[2]};
        c[axis] += 2 * end;
        ends[end] = trama_form_lattice_place(&f->l, c);
    }
    for (int i = 0; i < 4; i++) {
        long c[3] = {from[0], from[1], from[2]};
        c[axis] += 1;
        c[(axis + 1) % 3] += ring[i][0];
        c[(axis + 2) % 3] += ring[i][1];
        around[i] = trama_form_lattice_place(&f->l, c);
    }
    for (int i = 0; i < 4; i++)
        fill_tetrahedron(f, (size_t[4]){ends[0], ends[1], around[i], around[(i + 1) % 4]});
}

/* Beyond the reach less two, the function is negative. */
static void fill_lattice(filling *f)
{
    const long *reach = f->l.reach;
    long c[3];
    for (c[0] = 1 - reach[0]; c[0] < reach[0] - 1; c[0]++)
        for (c[1] = 1 - reach[1]; c[1] < reach[1] - 1; c[1]++)
            for (c[2] = 1 - reach[2]; c[2] < reach[2] - 1; c[2]++)
                for (int axis = 0; axis < 3; axis++)
                    if (trama_form_lattice_is_point(c) && c[0] % 2 == 0)
                        fill_around(f, c, axis);
}

/* ---- The end. */

typedef struct placed {
    vec at;
    size_t node;
} placed;

static int by_position(const void *a, const void *b)
{
    const placed *p = a, *q = b;
    if (p->at.x != q->at.x)
        return p->at.x < q->at.x ? -1 : 1;
    if (p->at.y != q->at.y)
        return p->at.y < q->at.y ? -1 : 1;
    if (p->at.z != q->at.z)
        return p->at.z < q->at.z ? -1 : 1;
    return p->node < q->node ? -1 : p->node > q->node;
}

/* Nodes in the order of x, then y, then z. */
static trama_status hand_over(filling *f, trama_tetrahedra *made, trama_error *error)
{
    const size_t n = f->node_count;
    const double *centre = f->l.form->centre;
    placed *order = calloc(n + 1, sizeof *order);
    size_t *name = calloc(n + 1, sizeof *name);
    made->vertex = calloc(3 * n + 1, sizeof *made->vertex);
    const bool whole = order && name && made->vertex && !f->no_memory;
    for (size_t i = 0; whole && i < n; i++)
        order[i] = (placed){f->node[i], i};
    if (whole)
        qsort(order, n, sizeof *order, by_position);
    for (size_t i = 0; whole && i < n; i++) {
        name[order[i].node] = i;
        made->vertex[i] = centre[0] + order[i].at.x;
        made->vertex[n + i] = centre[1] + order[i].at.y;
        made->vertex[2 * n + i] = centre[2] + order[i].at.z;
    }
    for (size_t i = 0; whole && i < f->count; i++)
        for (int c = 0; c < 4; c++)
            f->item[i].node[c] = name[f->item[i].node[c]];
    made->vertex_count = n;
    made->item = f->item;
    made->count = f->count;
    f->item = NULL;
    free(order);
    free(name);
    return whole ? TRAMA_OK : trama_fail_memory(error);
}

static bool make_room(filling *f)
{
    f->cut_count = list_cuts(&f->l, NULL);
    f->cut = calloc(f->cut_count + 1, sizeof *f->cut);
    f->node = calloc(f->l.places + f->cut_count + 1, sizeof *f->node);
    if (!f->cut || !f->node)
        return false;
    list_cuts(&f->l, f->cut);
    qsort(f->cut, f->cut_count, sizeof *f->cut, by_ends);
    return true;
}

trama_status trama_form_stuff(const trama_form *form, trama_tetrahedra *made, trama_error *error)
{
    filling f = {.count = 0};
    trama_status status = TRAMA_OK;
    if (!trama_form_lattice_make(form, &f.l) || !make_room(&f)) {
        status = trama_fail_memory(error);
    } else {
        fill_lattice(&f);
        status = hand_over(&f, made, error);
    }
    trama_form_lattice_free(&f.l);
    free(f.cut);
    free(f.node);
    free(f.item);
    return status;
}
