/* What MuJoCo takes of a problem, and the problem in its format. A node is a body on slide joints
 * along its free axes, a spring a spatial tendon; a rigid body has a free joint, its principal
 * axes, and a geometry at its shape's place in them. Nodes that touch have balls of the contact's
 * thickness. Source: MuJoCo's XML reference. */
#include "engines/mujoco.h"

#include <math.h>

/* --- how much there is of contact --- */

enum { FEW = 24, MANY = 96 }; /* rows of constraints of a solid or a node that touches */

static bool has_contact(const trama_problem *p)
{
    return p->has[TRAMA_HAS_BODY_CONTACT] || p->has[TRAMA_HAS_NODE_CONTACT];
}

static size_t touching_of(const trama_problem *p)
{
    return (p->has[TRAMA_HAS_BODY_CONTACT] ? p->bodies : 0) +
           (p->has[TRAMA_HAS_NODE_CONTACT] ? p->nodes : 0) + p->obstacles;
}

/* MuJoCo 2.2 holds dense matrices of rows by rows and rows by coordinates, whose bytes it counts in
 * an int. */
static double bytes_of(const trama_problem *problem, int of_each)
{
    const double rows = (double)of_each * (double)touching_of(problem),
                 coordinates = 3.0 * (double)problem->nodes + 6.0 * (double)problem->bodies;
    return 8.0 * rows * (rows + 3.0 * coordinates);
}

/* Boxes in rows touch at many points: a small problem has room for them. */
static int rows_of_each(const trama_problem *p)
{
    const double much = 128.0 * 1024.0 * 1024.0;
    int rows = MANY;
    while (rows > FEW && bytes_of(p, rows) > much)
        rows /= 2;
    return rows;
}

static bool is_too_large(const trama_problem *problem)
{
    return has_contact(problem) && bytes_of(problem, FEW) > 2147483647.0;
}

/* --- what it takes --- */

static const trama_mapping mapping = {
    .taking = {[TRAMA_HAS_SPRINGS] = TRAMA_TAKES,
               [TRAMA_HAS_DAMPERS] = TRAMA_TAKES,
               [TRAMA_HAS_GRAVITY] = TRAMA_TAKES,
               [TRAMA_HAS_DRAG] = TRAMA_TAKES,
               [TRAMA_HAS_PINS] = TRAMA_TAKES,
               [TRAMA_HAS_GUIDES] = TRAMA_TAKES,
               [TRAMA_HAS_BODIES] = TRAMA_TAKES,
               [TRAMA_HAS_BODY_DRAG] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_BODY_CONTACT] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_NODE_CONTACT] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_FRICTION] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_SPHERES] = TRAMA_TAKES,
               [TRAMA_HAS_BOXES] = TRAMA_TAKES,
               [TRAMA_HAS_CYLINDERS] = TRAMA_TAKES,
               [TRAMA_HAS_CAPSULES] = TRAMA_TAKES,
               [TRAMA_HAS_HULLS] = TRAMA_TAKES,
               [TRAMA_HAS_PLANES] = TRAMA_TAKES},
    .how = {[TRAMA_HAS_DRAG] = "implicit in the velocity",
            [TRAMA_HAS_BODY_DRAG] = "a force by the velocity at the step's start",
            [TRAMA_HAS_BODY_CONTACT] =
                "soft: damper and spring of 0.02 s (solref), at least two steps",
            [TRAMA_HAS_NODE_CONTACT] = "soft, of balls of the thickness around nodes",
            [TRAMA_HAS_RESTITUTION] = "it has none",
            [TRAMA_HAS_GROUPS] = "not all pairs can be left out",
            [TRAMA_HAS_MESHES] = "a mesh is its convex hull",
            [TRAMA_HAS_MOVING_OBSTACLES] = "what is led does not rub"},
};

/* Whether sqrt(mu mu'), the problem's, and the larger, MuJoCo's, are the same of all pairs. */
static bool has_one_friction(const trama_problem *p)
{
    for (size_t i = 0; i < p->bodies; i++)
        if (p->body[i].is.friction != p->body[0].is.friction)
            return false;
    for (size_t i = 0; i < p->obstacles; i++)
        if (p->obstacle[i].is.friction != p->body[0].is.friction)
            return false;
    return true;
}

static void refuse(trama_mapping *m, trama_feature feature, const char *why)
{
    m->taking[feature] = TRAMA_REFUSES;
    snprintf(m->how[feature], TRAMA_SOLVER_WORDS, "%s", why);
}

trama_mapping mujoco_mapping(const trama_problem *problem, const char *cone)
{
    const trama_problem *p = problem;
    trama_mapping m = mapping;
    const trama_feature contact =
        p->has[TRAMA_HAS_BODY_CONTACT] ? TRAMA_HAS_BODY_CONTACT : TRAMA_HAS_NODE_CONTACT;
    snprintf(
        m.how[TRAMA_HAS_FRICTION], TRAMA_SOLVER_WORDS, "%s cones, soft: what sticks creeps%s", cone,
        !p->has[TRAMA_HAS_BODY_CONTACT] || has_one_friction(p) ? ""
                                                               : "; of two frictions the larger");
    if (is_too_large(p))
        refuse(&m, contact, "MuJoCo 2.2 counts the bytes of its constraints in 31 bits");
    for (size_t i = 0; i < p->contacts; i++)
        if (p->contact[i].law.nodes && p->contact[i].law.thickness == 0.0)
            refuse(&m, TRAMA_HAS_NODE_CONTACT,
                   "of no thickness: a ball around a node has a radius");
    return m;
}

/* --- geometries --- */

static const char *const types[TRAMA_SOLID_KINDS] = {
    [TRAMA_SOLID_SPHERE] = "sphere",     [TRAMA_SOLID_BOX] = "box",
    [TRAMA_SOLID_CYLINDER] = "cylinder", [TRAMA_SOLID_CAPSULE] = "capsule",
    [TRAMA_SOLID_HULL] = "mesh",         [TRAMA_SOLID_PLANE] = "plane",
};

/* MuJoCo has half edges, and half heights. */
static void write_size(FILE *out, const trama_problem_shape *shape, size_t number)
{
    const double *s = shape->size;
    if (shape->kind == TRAMA_SOLID_HULL)
        fprintf(out, " mesh='%zu'", number);
    else if (shape->kind == TRAMA_SOLID_PLANE)
        fprintf(out, " size='0 0 1'");
    else if (shape->kind == TRAMA_SOLID_BOX)
        fprintf(out, " size='%.17g %.17g %.17g'", s[0] / 2, s[1] / 2, s[2] / 2);
    else
        fprintf(out, " size='%.17g %.17g'", s[0], s[1] / 2);
}

/* MuJoCo takes the larger friction of two, so what has none of its own has 0. Nodes touch solids
 * and not each other, whatever solids do among themselves. */
static void write_geometry(FILE *out, const trama_problem *p, const trama_problem_solid *solid)
{
    const double *x = solid->is.offset, *q = solid->is.turn;
    const int bodies = p->has[TRAMA_HAS_BODY_CONTACT];
    fprintf(out, "<geom type='%s'", types[solid->is.kind]);
    write_size(out, &p->shape[solid->shape], solid->shape);
    fprintf(out,
            " pos='%.17g %.17g %.17g' quat='%.17g %.17g %.17g %.17g' friction='%.17g 0 0' "
            "contype='%d' conaffinity='%d'/>",
            x[0], x[1], x[2], q[0], q[1], q[2], q[3],
            isnan(solid->is.friction) ? 0.0 : solid->is.friction, bodies, bodies ? 3 : 2);
}

static void write_place(FILE *out, const trama_solid_state *at)
{
    const double *x = at->position, *q = at->orientation;
    fprintf(out, "<body pos='%.17g %.17g %.17g' quat='%.17g %.17g %.17g %.17g'>", x[0], x[1], x[2],
            q[0], q[1], q[2], q[3]);
}

static void write_solid(FILE *out, const trama_problem *p, const trama_problem_solid *solid)
{
    const double *m = solid->is.moment;
    write_place(out, &solid->start);
    if (solid->is.is_free)
        fprintf(out,
                "<freejoint/><inertial pos='0 0 0' mass='%.17g' diaginertia='%.17g %.17g %.17g'/>",
                solid->is.mass, m[0], m[1], m[2]);
    write_geometry(out, p, solid);
    fprintf(out, "</body>\n");
}

static void write_hull(FILE *out, const trama_problem_shape *shape, size_t number)
{
    fprintf(out, "<mesh name='%zu' vertex='", number);
    for (size_t i = 0; i < shape->points; i++)
        fprintf(out, "%.17g %.17g %.17g ", shape->point[i][0], shape->point[i][1],
                shape->point[i][2]);
    fprintf(out, "'/>\n");
}

/* --- nodes and springs --- */

static bool is_held(const trama_problem *p, size_t node)
{
    const double *held = p->held + 3 * node;
    return held[0] != 0.0 && held[1] != 0.0 && held[2] != 0.0;
}

/* The law by which nodes of an object touch; NULL: they do not. */
static const trama_contact_law *law_of(const trama_problem *p, size_t node)
{
    for (size_t o = 0; o < p->objects; o++)
        for (size_t i = 0; i < p->contacts; i++)
            if (node >= p->object[o].first_node &&
                node < p->object[o].first_node + p->object[o].nodes && p->contact[i].law.nodes &&
                p->contact[i].object[o])
                return &p->contact[i].law;
    return NULL;
}

static void write_node(FILE *out, const trama_problem *p, size_t node)
{
    static const char *const axis[3] = {"1 0 0", "0 1 0", "0 0 1"};
    const double *x = p->position + 3 * node, m = p->mass[node];
    if (is_held(p, node)) {
        fprintf(out, "<site name='%zu' pos='%.17g %.17g %.17g'/>\n", node, x[0], x[1], x[2]);
        return;
    }
    fprintf(out,
            "<body pos='%.17g %.17g %.17g'><inertial pos='0 0 0' mass='%.17g' "
            "diaginertia='%.17g %.17g %.17g'/>",
            x[0], x[1], x[2], m, m, m, m); /* nothing turns: any inertia will do */
    for (size_t i = 0; i < 3; i++)
        if (p->held[3 * node + i] == 0.0)
            fprintf(out, "<joint type='slide' axis='%s' damping='%.17g'/>", axis[i], p->drag[node]);
    const trama_contact_law *law = law_of(p, node);
    if (law) /* of more priority than solids: its friction counts */
        fprintf(out,
                "<geom type='sphere' size='%.17g' friction='%.17g 0 0' priority='1' contype='2' "
                "conaffinity='0'/>",
                law->thickness, law->friction);
    fprintf(out, "<site name='%zu'/></body>\n", node);
}

static void write_spring(FILE *out, const trama_spring *s)
{
    fprintf(out,
            "<spatial stiffness='%.17g' damping='%.17g' springlength='%.17g'><site site='%zu'/>"
            "<site site='%zu'/></spatial>\n",
            s->stiffness, s->damping, s->rest, (size_t)s->node[0], (size_t)s->node[1]);
}

/* --- the whole --- */

/* MuJoCo's own guess at its memory grows with the square of the coordinates, for constraints: where
 * there are none, it is given less. */
static void write_sizes(FILE *out, const trama_problem *p)
{
    const size_t touching = touching_of(p);
    const size_t rows = touching * (size_t)rows_of_each(p);
    if (has_contact(p))
        fprintf(out, "<size njmax='%zu' nconmax='%zu'/>\n", rows, rows / 3);
    else
        fprintf(out, "<size njmax='1' nconmax='1' nstack='%zu'/>\n",
                10000 + 300 * p->nodes + 600 * p->bodies);
}

static void write_elements(FILE *out, const trama_problem *p)
{
    for (size_t i = 0; i < p->nodes; i++)
        write_node(out, p, i);
    for (size_t i = 0; i < p->bodies; i++)
        write_solid(out, p, &p->body[i]);
    for (size_t i = 0; i < p->obstacles; i++)
        write_solid(out, p, &p->obstacle[i]);
}

void mujoco_write_model(FILE *out, const trama_problem *problem)
{
    const trama_problem *p = problem;
    fprintf(out, "<mujoco><option gravity='%.17g %.17g %.17g'>%s</option>\n", p->gravity[0],
            p->gravity[1], p->gravity[2],
            has_contact(p) ? "" : "<flag constraint='disable' contact='disable'/>");
    write_sizes(out, p);
    fprintf(out, "<asset>\n");
    for (size_t i = 0; i < p->shapes; i++)
        if (p->shape[i].kind == TRAMA_SOLID_HULL)
            write_hull(out, &p->shape[i], i);
    fprintf(out, "</asset>\n<worldbody>\n");
    write_elements(out, p);
    fprintf(out, "</worldbody>\n");
    if (p->springs > 0)
        fprintf(out, "<tendon>\n");
    for (size_t i = 0; i < p->springs; i++)
        write_spring(out, &p->spring[i]);
    fprintf(out, "%s</mujoco>\n", p->springs > 0 ? "</tendon>\n" : "");
}
