/* A problem as a message: a header of JSON, and the arrays that it lists. A table describes each
 * array by the contents of a row. */
#include "program/message.h"

#include "core/memory.h"
#include "results/text_buffer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- arrays --- */

typedef struct message_array {
    const char *name;
    size_t columns;
    bool always; /* listed even if it has no rows, as those that were there first */
    size_t (*rows)(const trama_problem *p);
    void (*row)(const trama_problem *p, size_t i, double *to);
} message_array;

static void put_nodes(const size_t *node, size_t count, double *to)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (double)node[i];
}

static void put(const double *from, size_t count, double *to)
{
    memcpy(to, from, count * sizeof *to);
}

static size_t nodes_of(const trama_problem *p)
{
    return p->nodes;
}

static void mass_row(const trama_problem *p, size_t i, double *to)
{
    to[0] = p->mass[i];
}

static void position_row(const trama_problem *p, size_t i, double *to)
{
    put(p->position + 3 * i, 3, to);
}

static void velocity_row(const trama_problem *p, size_t i, double *to)
{
    put(p->velocity + 3 * i, 3, to);
}

static void drag_row(const trama_problem *p, size_t i, double *to)
{
    to[0] = p->drag[i];
}

static void held_row(const trama_problem *p, size_t i, double *to)
{
    put(p->held + 3 * i, 3, to);
}

static size_t springs_of(const trama_problem *p)
{
    return p->springs;
}

static void spring_row(const trama_problem *p, size_t i, double *to)
{
    const trama_spring *s = &p->spring[i];
    put_nodes(s->node, 2, to);
    put((const double[]){s->stiffness, s->damping, s->rest}, 3, to + 2);
}

static size_t bends_of(const trama_problem *p)
{
    return p->bends;
}

static void bend_row(const trama_problem *p, size_t i, double *to)
{
    const trama_bend *b = &p->bend[i];
    put_nodes(b->node, 4, to);
    put((const double[]){b->stiffness, b->damping, b->sine, b->factor}, 4, to + 4);
}

static size_t membranes_of(const trama_problem *p)
{
    return p->membranes;
}

static void membrane_row(const trama_problem *p, size_t i, double *to)
{
    const trama_membrane *m = &p->membrane[i];
    put_nodes(m->node, 3, to);
    put((const double[]){m->stiffness, m->poisson}, 2, to + 3);
    put(m->rest[0], 6, to + 5);
}

static size_t tetrahedra_of(const trama_problem *p)
{
    return p->tetrahedra;
}

static void tetrahedron_row(const trama_problem *p, size_t i, double *to)
{
    const trama_elastic_tetrahedron *t = &p->tetrahedron[i];
    put_nodes(t->node, 4, to);
    put((const double[]){t->young, t->poisson}, 2, to + 4);
    put(t->rest[0], 12, to + 6);
}

static size_t faces_of(const trama_problem *p)
{
    return p->faces;
}

static void face_row(const trama_problem *p, size_t i, double *to)
{
    put_nodes(p->face[i], 3, to);
}

static size_t touching_nodes_of(const trama_problem *p)
{
    return p->has[TRAMA_HAS_NODE_CONTACT] ? p->nodes : 0;
}

static void object_row(const trama_problem *p, size_t i, double *to)
{
    size_t o = 0;
    while (i >= p->object[o].first_node + p->object[o].nodes)
        o++;
    to[0] = (double)o;
}

static void put_state(const trama_solid_state *s, double *to)
{
    memcpy(to, s, TRAMA_SOLID_NUMBERS * sizeof *to);
}

static void put_solid(const trama_problem_solid *s, double *to)
{
    put((const double[]){(double)s->shape, (double)s->object, (double)s->is.group, s->is.friction,
                         s->is.restitution},
        5, to);
    put(s->is.offset, 3, to + 5);
    put(s->is.turn, 4, to + 8);
}

static size_t bodies_of(const trama_problem *p)
{
    return p->bodies;
}

static void body_row(const trama_problem *p, size_t i, double *to)
{
    put_state(&p->body[i].start, to);
}

static void body_mass_row(const trama_problem *p, size_t i, double *to)
{
    to[0] = p->body[i].is.mass;
    put(p->body[i].is.moment, 3, to + 1);
}

static void body_drag_row(const trama_problem *p, size_t i, double *to)
{
    put(p->body[i].is.drag, 2, to);
}

static void body_solid_row(const trama_problem *p, size_t i, double *to)
{
    put_solid(&p->body[i], to);
}

static size_t obstacles_of(const trama_problem *p)
{
    return p->obstacles;
}

static void obstacle_row(const trama_problem *p, size_t i, double *to)
{
    put_state(&p->obstacle[i].start, to);
}

static void obstacle_solid_row(const trama_problem *p, size_t i, double *to)
{
    put_solid(&p->obstacle[i], to);
}

static size_t points_of(const trama_problem *p)
{
    size_t points = 0;
    for (size_t i = 0; i < p->shapes; i++)
        points += p->shape[i].points;
    return points;
}

static void point_row(const trama_problem *p, size_t i, double *to)
{
    const trama_problem_shape *shape = p->shape;
    for (; i >= shape->points; shape++)
        i -= shape->points;
    put(shape->point[i], 3, to);
}

static size_t triangles_of(const trama_problem *p)
{
    size_t triangles = 0;
    for (size_t i = 0; i < p->shapes; i++)
        triangles += p->shape[i].triangles;
    return triangles;
}

static void triangle_row(const trama_problem *p, size_t i, double *to)
{
    const trama_problem_shape *shape = p->shape;
    for (; i >= shape->triangles; shape++)
        i -= shape->triangles;
    for (size_t c = 0; c < 3; c++)
        to[c] = (double)shape->triangle[i][c];
}

static const message_array arrays[] = {
    {"mass", 1, true, nodes_of, mass_row},
    {"position", 3, true, nodes_of, position_row},
    {"velocity", 3, true, nodes_of, velocity_row},
    {"drag", 1, true, nodes_of, drag_row},
    {"held", 3, true, nodes_of, held_row},
    {"spring", 5, true, springs_of, spring_row},
    {"bend", 8, false, bends_of, bend_row},
    {"membrane", 11, false, membranes_of, membrane_row},
    {"tetrahedron", 18, false, tetrahedra_of, tetrahedron_row},
    {"face", 3, false, faces_of, face_row},
    {"node_object", 1, false, touching_nodes_of, object_row},
    {"body", TRAMA_SOLID_NUMBERS, false, bodies_of, body_row},
    {"body_mass", 4, false, bodies_of, body_mass_row},
    {"body_drag", 2, false, bodies_of, body_drag_row},
    {"body_solid", 12, false, bodies_of, body_solid_row},
    {"obstacle", TRAMA_SOLID_NUMBERS, false, obstacles_of, obstacle_row},
    {"obstacle_solid", 12, false, obstacles_of, obstacle_solid_row},
    {"shape_point", 3, false, points_of, point_row},
    {"shape_triangle", 3, false, triangles_of, triangle_row},
};
enum { ARRAYS = sizeof arrays / sizeof *arrays };

static void write_arrays(FILE *out, const trama_problem *p)
{
    const char *comma = "";
    for (size_t a = 0; a < ARRAYS; a++) {
        const size_t rows = arrays[a].rows(p);
        if (rows == 0 && !arrays[a].always)
            continue;
        fprintf(out, "%s{\"name\": \"%s\", \"shape\": [%zu", comma, arrays[a].name, rows);
        if (arrays[a].columns > 1)
            fprintf(out, ", %zu", arrays[a].columns);
        fputs("]}", out);
        comma = ", ";
    }
}

static bool fill_numbers(const trama_problem *p, problem_message *message)
{
    for (size_t a = 0; a < ARRAYS; a++)
        message->count += arrays[a].columns * arrays[a].rows(p);
    message->numbers = trama_doubles(message->count + 1);
    double *to = message->numbers;
    for (size_t a = 0; to && a < ARRAYS; a++) {
        const size_t rows = arrays[a].rows(p);
        for (size_t i = 0; i < rows; i++, to += arrays[a].columns)
            arrays[a].row(p, i, to);
    }
    return message->numbers != NULL;
}

/* --- the header --- */

static const char *const kinds[TRAMA_SOLID_KINDS] = {
    [TRAMA_SOLID_SPHERE] = "sphere",     [TRAMA_SOLID_BOX] = "box",
    [TRAMA_SOLID_CYLINDER] = "cylinder", [TRAMA_SOLID_CAPSULE] = "capsule",
    [TRAMA_SOLID_CONE] = "cone",         [TRAMA_SOLID_HULL] = "hull",
    [TRAMA_SOLID_PLANE] = "plane",       [TRAMA_SOLID_MESH] = "mesh",
};
static const char *const joints[TRAMA_JOINT_KINDS] = {[TRAMA_JOINT_BALL] = "ball",
                                                      [TRAMA_JOINT_HINGE] = "hinge",
                                                      [TRAMA_JOINT_DISTANCE] = "distance"};
static const char *const ends[] = {
    [TRAMA_END_WORLD] = "world", [TRAMA_END_BODY] = "body", [TRAMA_END_OBSTACLE] = "obstacle"};

static void write_vector(FILE *out, const double x[3])
{
    fprintf(out, "[%.17g, %.17g, %.17g]", x[0], x[1], x[2]);
}

static const char *truth(bool is)
{
    return is ? "true" : "false";
}

/* JSON has no NAN. */
static void write_number(FILE *out, const char *name, double value)
{
    if (isnan(value))
        fprintf(out, ", \"%s\": null", name);
    else
        fprintf(out, ", \"%s\": %.17g", name, value);
}

static void write_features(FILE *out, const trama_problem *p)
{
    const char *comma = "";
    for (int f = 0; f < TRAMA_FEATURES; f++)
        if (p->has[f]) {
            fprintf(out, "%s\"%s\"", comma, trama_feature_name((trama_feature)f));
            comma = ", ";
        }
}

static void write_shapes(FILE *out, const trama_problem *p)
{
    for (size_t i = 0; i < p->shapes; i++) {
        const trama_problem_shape *shape = &p->shape[i];
        fprintf(out, "%s{\"kind\": \"%s\", \"size\": ", i ? ", " : "", kinds[shape->kind]);
        write_vector(out, shape->size);
        fprintf(out, ", \"points\": %zu, \"triangles\": %zu}", shape->points, shape->triangles);
    }
}

static void write_contacts(FILE *out, const trama_problem *p)
{
    for (size_t i = 0; i < p->contacts; i++) {
        const trama_problem_contact *contact = &p->contact[i];
        const trama_contact_law *law = &contact->law;
        const char *comma = "";
        fprintf(out, "%s{\"objects\": [", i ? ", " : "");
        for (size_t o = 0; o < p->objects; o++)
            if (contact->object[o]) {
                fprintf(out, "%s%zu", comma, o);
                comma = ", ";
            }
        fprintf(out, "], \"bodies\": %s, \"nodes\": %s", truth(law->bodies), truth(law->nodes));
        write_number(out, "friction", law->friction);
        write_number(out, "restitution", law->restitution);
        write_number(out, "rest_speed", law->rest_speed);
        write_number(out, "thickness", law->thickness);
        fputc('}', out);
    }
}

static void write_joints(FILE *out, const trama_problem *p)
{
    for (size_t i = 0; i < p->joints; i++) {
        const trama_problem_joint *joint = &p->joint[i];
        fprintf(out, "%s{\"kind\": \"%s\", \"ends\": [", i ? ", " : "", joints[joint->kind]);
        for (size_t side = 0; side < 2; side++) {
            const trama_problem_end *end = &joint->end[side];
            fprintf(out, "%s{\"in\": \"%s\", \"index\": %zu, \"at\": ", side ? ", " : "",
                    ends[end->in], end->index);
            write_vector(out, end->at);
            fputc('}', out);
        }
        fputs("], \"axis\": ", out);
        write_vector(out, joint->axis);
        write_number(out, "length", joint->length);
        fputc('}', out);
    }
}

static void write_header(FILE *out, const trama_problem *p, const program *of, const void *options)
{
    fprintf(out, "{\"nodes\": %zu, \"springs\": %zu, \"bodies\": %zu, \"obstacles\": %zu", p->nodes,
            p->springs, p->bodies, p->obstacles);
    fputs(", \"gravity\": ", out);
    write_vector(out, p->gravity);
    fputs(", \"has\": [", out);
    write_features(out, p);
    fputs("], \"options\": ", out);
    program_write_options(&of->options, options, out);
    fputs(", \"shapes\": [", out);
    write_shapes(out, p);
    fputs("], \"contacts\": [", out);
    write_contacts(out, p);
    fputs("], \"joints\": [", out);
    write_joints(out, p);
    fputs("], \"arrays\": [", out);
    write_arrays(out, p);
    fputs("]}", out);
}

/* --- both --- */

bool message_make(const trama_problem *problem, const program *of, const void *options,
                  problem_message *message)
{
    text_buffer text;
    *message = (problem_message){0};
    if (text_begin(&text))
        write_header(text.stream, problem, of, options);
    message->header = text_take(&text, &message->size);
    for (size_t i = 0; i < sizeof message->length; i++)
        message->length[i] = (unsigned char)((uint64_t)message->size >> (8 * i));
    return message->header && fill_numbers(problem, message);
}

void message_free(problem_message *message)
{
    free(message->header);
    free(message->numbers);
}
