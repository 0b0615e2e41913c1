#include "interaction/contact_find.h"

#include "collision/ccd.h"
#include "collision/proximity.h"
#include "core/threads.h"
#include "core/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- One pair. */

/* What the candidates of one search are tested by. */
typedef struct search {
    const trama_contact_mesh *mesh;
    trama_candidates pairs;
    double reach; /* m: of proximities, or the tolerance of hits */
    bool hits, passes;
    trama_mesh_contacts *contacts;
    /* The block of candidates that is tested: */
    size_t begin, count, parts;
    trama_mesh_contact *item;
} search;

static void four_of(const double *x, const uint32_t vertex[4], trama_four *four)
{
    for (int i = 0; i < 4; i++)
        memcpy(four->x[i], x + 3 * (size_t)vertex[i], 3 * sizeof(double));
}

/* The distance of the two at x0, and the closest points and their direction. */
static void look_near(const trama_four *at, trama_mesh_contact *contact)
{
    const trama_proximity closest =
        contact->edges ? trama_closest_edge_edge(at) : trama_closest_vertex_face(at);
    memcpy(contact->weight, closest.weight, sizeof contact->weight);
    contact->distance = sqrt(closest.squared);
    for (int axis = 0; axis < 3; axis++) {
        double apart = 0.0;
        for (int i = 0; i < 4; i++)
            apart += closest.weight[i] * at->x[i][axis];
        contact->normal[axis] = apart / contact->distance; /* NaN of two that touch */
    }
}

static trama_ccd_hit ask(const trama_four *at, const trama_four *end, bool edges, double separation)
{
    const trama_ccd_options options = {.separation = separation,
                                       .tolerance = trama_ccd_default().tolerance,
                                       .work = TRAMA_CONTACT_WORK};
    return edges ? trama_ccd_edge_edge(at, end, &options)
                 : trama_ccd_vertex_face(at, end, &options);
}

/* Whether they meet, and how. The separation that is asked for is below their distance, so that a
 * pair that does not come nearer is clear. */
static bool meet(const search *s, const trama_four *at, trama_mesh_contact *contact)
{
    trama_four end;
    four_of(s->mesh->x1, contact->vertex, &end);
    trama_ccd_hit hit = ask(at, &end, contact->edges, s->reach);
    if (hit.status == TRAMA_CCD_CLEAR) /* as most are */
        return false;
    look_near(at, contact);
    const double most = 0.1 * contact->distance;
    if (most < s->reach)
        hit = ask(at, &end, contact->edges, most);
    contact->when = hit.toi;
    contact->undecided = hit.status == TRAMA_CCD_UNDECIDED;
    memcpy(contact->weight, hit.weight, sizeof contact->weight);
    memcpy(contact->normal, hit.normal, sizeof contact->normal);
    return hit.status != TRAMA_CCD_CLEAR;
}

/* How much nearer the two may come, m: the farthest that a vertex of the one moves against a vertex
 * of the other. */
static double approach(const search *s, const trama_four *at, const trama_mesh_contact *contact)
{
    const int ends = contact->edges ? 2 : 1;
    double most = 0.0;
    vec way[4];
    for (int i = 0; i < 4; i++) {
        const double *to = s->mesh->x1 + 3 * (size_t)contact->vertex[i];
        way[i] = (vec){to[0] - at->x[i][0], to[1] - at->x[i][1], to[2] - at->x[i][2]};
    }
    for (int i = 0; i < ends; i++)
        for (int j = ends; j < 4; j++) {
            const vec apart = minus(way[i], way[j]);
            most = fmax(most, dot(apart, apart));
        }
    return sqrt(most);
}

static bool test(const search *s, trama_mesh_contact *contact)
{
    trama_four at;
    if (!trama_contact_mesh_yields(s->mesh, contact))
        return false;
    four_of(s->mesh->x0, contact->vertex, &at);
    if (s->hits)
        return meet(s, &at, contact);
    look_near(&at, contact);
    return contact->distance < s->reach + (s->passes ? approach(s, &at, contact) : 0.0);
}

/* Candidate i: vertices and faces come before edges. */
static trama_mesh_contact candidate(const search *s, size_t i)
{
    const trama_soup *soup = s->mesh->soup;
    trama_mesh_contact c = {.edges = i >= s->pairs.vertex_faces};
    const trama_pair pair =
        c.edges ? s->pairs.edge_edge[i - s->pairs.vertex_faces] : s->pairs.vertex_face[i];
    c.key = (uint64_t)c.edges << 63 | (uint64_t)pair.first << 32 | pair.second;
    if (c.edges) {
        memcpy(c.vertex, soup->edge[pair.first], 2 * sizeof(uint32_t));
        memcpy(c.vertex + 2, soup->edge[pair.second], 2 * sizeof(uint32_t));
    } else {
        c.vertex[0] = pair.first;
        memcpy(c.vertex + 1, soup->triangle[pair.second], 3 * sizeof(uint32_t));
    }
    return c;
}

/* ---- All candidates, a block at a time: few of them are contacts. */

enum { BLOCK = 1 << 16 };

static void test_part(void *context, size_t part)
{
    const search *s = context;
    const size_t end = trama_part_begin(s->count, s->parts, part + 1, 1);
    for (size_t i = trama_part_begin(s->count, s->parts, part, 1); i < end; i++) {
        s->item[i] = candidate(s, s->begin + i);
        s->contacts->is[i] = test(s, &s->item[i]);
    }
}

static bool reserve(trama_mesh_contacts *contacts, size_t count)
{
    if (!contacts->is)
        contacts->is = calloc(BLOCK, sizeof *contacts->is);
    if (!contacts->is)
        return false;
    if (contacts->capacity >= count)
        return true;
    const size_t more = count + count / 2;
    trama_mesh_contact *item = realloc(contacts->item, more * sizeof *item);
    if (!item)
        return false;
    contacts->item = item;
    contacts->capacity = more;
    return true;
}

/* Tests the candidates from s->begin on, and appends those that are contacts. */
static bool test_block(search *s, size_t all)
{
    trama_mesh_contacts *contacts = s->contacts;
    s->count = all - s->begin < BLOCK ? all - s->begin : BLOCK;
    if (!reserve(contacts, contacts->count + s->count))
        return false;
    s->item = contacts->item + contacts->count;
    s->parts = s->count < 256 ? 1 : s->mesh->threads;
    trama_threads_run(s->parts, test_part, s);
    for (size_t i = 0; i < s->count; i++)
        if (contacts->is[i])
            contacts->item[contacts->count++] = s->item[i];
    return true;
}

static trama_step_status look(search *s, const double *x1)
{
    trama_error error;
    const trama_status status =
        trama_detection_find(s->mesh->detect, s->mesh->x0, x1, s->reach, &s->pairs, &error);
    const size_t all = s->pairs.vertex_faces + s->pairs.edge_edges;
    s->contacts->count = 0;
    if (status != TRAMA_OK)
        return s->pairs.crowded ? TRAMA_STEP_REFUSED : TRAMA_STEP_NO_MEMORY;
    for (s->begin = 0; s->begin < all; s->begin += s->count)
        if (!test_block(s, all))
            return TRAMA_STEP_NO_MEMORY;
    return TRAMA_STEP_OK;
}

static trama_step_status run(search *s, const double *x1)
{
    trama_contact_clock *clock = s->mesh->clock;
    const double start = clock->now ? clock->now() : 0.0;
    const trama_step_status status = look(s, x1);
    clock->searches++;
    clock->spent += clock->now ? clock->now() - start : 0.0;
    return status;
}

trama_step_status trama_contact_find_near(const trama_contact_mesh *mesh, double reach,
                                          trama_mesh_contacts *contacts)
{
    search s = {.mesh = mesh, .reach = reach, .contacts = contacts};
    return run(&s, mesh->x0);
}

trama_step_status trama_contact_find_passing(const trama_contact_mesh *mesh, double reach,
                                             trama_mesh_contacts *contacts)
{
    search s = {.mesh = mesh, .reach = reach, .passes = true, .contacts = contacts};
    return run(&s, mesh->x1);
}

static int earlier(const void *a, const void *b)
{
    const trama_mesh_contact *first = a, *second = b;
    if (first->when != second->when)
        return first->when < second->when ? -1 : 1;
    return first->key < second->key ? -1 : first->key > second->key;
}

static bool are_equal(const double *a, const double *b, size_t count)
{
    bool equal = true;
    for (size_t i = 0; i < count; i++)
        equal = equal && a[i] == b[i];
    return equal;
}

/* Whether the last search that found nothing was this one. */
static bool is_known_clear(const trama_contact_mesh *mesh, double tolerance)
{
    const trama_contact_clear *clear = mesh->clear;
    const size_t count = 3 * mesh->vertices;
    return tolerance <= clear->tolerance && are_equal(mesh->x1, clear->x1, count) &&
           are_equal(mesh->x0, clear->x0, count) && are_equal(mesh->yield, clear->yield, count);
}

static void remember_clear(const trama_contact_mesh *mesh, double tolerance)
{
    trama_contact_clear *clear = mesh->clear;
    const size_t size = 3 * mesh->vertices * sizeof(double);
    clear->tolerance = tolerance;
    memcpy(clear->x0, mesh->x0, size);
    memcpy(clear->x1, mesh->x1, size);
    memcpy(clear->yield, mesh->yield, size);
}

trama_step_status trama_contact_find_hits(const trama_contact_mesh *mesh, double tolerance,
                                          trama_mesh_contacts *contacts)
{
    search s = {.mesh = mesh, .reach = tolerance, .hits = true, .contacts = contacts};
    contacts->count = 0;
    if (is_known_clear(mesh, tolerance))
        return TRAMA_STEP_OK;
    const trama_step_status status = run(&s, mesh->x1);
    if (status == TRAMA_STEP_OK && contacts->count == 0)
        remember_clear(mesh, tolerance);
    if (status == TRAMA_STEP_OK && contacts->count > 1)
        qsort(contacts->item, contacts->count, sizeof *contacts->item, earlier);
    return status;
}

void trama_mesh_contacts_free(trama_mesh_contacts *contacts)
{
    free(contacts->item);
    free(contacts->is);
    *contacts = (trama_mesh_contacts){0};
}

/* ---- Crossings. */

static vec at(const trama_contact_mesh *mesh, size_t vertex)
{
    const double *x = mesh->x0 + 3 * vertex;
    return (vec){x[0], x[1], x[2]};
}

/* Whether the edge from 0 to d is in the triangle where it meets its plane, the part s of its
 * length from 0, but for rounding. */
static bool is_inside(vec d, double s, vec a, vec b, vec c)
{
    const trama_four points = {
        {{s * d.x, s * d.y, s * d.z}, {a.x, a.y, a.z}, {b.x, b.y, b.z}, {c.x, c.y, c.z}}};
    const double size = dot(d, d) + dot(a, a) + dot(b, b) + dot(c, c);
    return trama_closest_vertex_face(&points).squared <= 1e-18 * size;
}

/* The depth if the edge passes through the triangle; 0 if not, or if they only touch. Of features
 * in one plane the signs of the volumes are those of their rounding, wherever the features lie, so
 * the point is looked at too. */
static double depth_of(const trama_contact_mesh *mesh, size_t edge, size_t triangle)
{
    const uint32_t *e = mesh->soup->edge[edge], *t = mesh->soup->triangle[triangle];
    const vec p = at(mesh, e[0]), d = minus(at(mesh, e[1]), p);
    const vec a = minus(at(mesh, t[0]), p), b = minus(at(mesh, t[1]), p),
              c = minus(at(mesh, t[2]), p);
    const vec normal = cross(minus(b, a), minus(c, a));
    const double first = -dot(a, normal), second = first + dot(d, normal);
    if (!(first * second < 0.0))
        return 0.0;
    const double s1 = dot(d, cross(a, b)), s2 = dot(d, cross(b, c)), s3 = dot(d, cross(c, a));
    if (!((s1 > 0.0 && s2 > 0.0 && s3 > 0.0) || (s1 < 0.0 && s2 < 0.0 && s3 < 0.0)))
        return 0.0;
    if (!is_inside(d, first / (first - second), a, b, c))
        return 0.0;
    return fmin(fabs(first), fabs(second)) / sqrt(dot(normal, normal));
}

double trama_contact_mesh_edge(const trama_contact_mesh *mesh, size_t edge)
{
    const uint32_t *e = mesh->soup->edge[edge];
    const vec along = minus(at(mesh, e[1]), at(mesh, e[0]));
    return sqrt(dot(along, along));
}

double trama_contact_mesh_area(const trama_contact_mesh *mesh, size_t triangle)
{
    const uint32_t *t = mesh->soup->triangle[triangle];
    const vec a = at(mesh, t[0]);
    const vec normal = cross(minus(at(mesh, t[1]), a), minus(at(mesh, t[2]), a));
    return 0.5 * sqrt(dot(normal, normal));
}

trama_step_status trama_contact_find_crossings(const trama_contact_mesh *mesh,
                                               trama_crossing *crossing)
{
    trama_error error;
    trama_edge_faces pairs;
    *crossing = (trama_crossing){0};
    if (trama_detection_find_edge_faces(mesh->detect, mesh->x0, &pairs, &error) != TRAMA_OK)
        return TRAMA_STEP_NO_MEMORY;
    for (size_t i = 0; i < pairs.count; i++) {
        const trama_pair pair = pairs.pair[i];
        const double depth = depth_of(mesh, pair.first, pair.second);
        crossing->count += depth > 0.0;
        if (depth > crossing->depth) {
            crossing->depth = depth;
            crossing->edge = pair.first;
            crossing->triangle = pair.second;
        }
    }
    return TRAMA_STEP_OK;
}
