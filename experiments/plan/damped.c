/* Detects sweeps of the mesh that also change the damping or drag: both act per node, so a finer
 * mesh of the same cloth has more. */
#include "plan/plan.h"

typedef enum air_force { DAMPING, DRAG, AIR_FORCES } air_force;

static double constant_of(const plan_object *object, air_force force)
{
    return force == DRAG ? object->scene.drag : object->scene.damping;
}

/* How fine it is: nodes, or the cells of a form that is cut into them later. */
static long fineness_of(const trama_scene_spec *scene)
{
    const long *lattice = scene->lattice.points, *shell = scene->shell.points;
    return (long)scene->mesh.vertex_count + scene->grid.points[0] * scene->grid.points[1] +
           lattice[0] * lattice[1] * lattice[2] + shell[0] * shell[1] +
           (long)scene->tetrahedra.vertex_count + scene->body.cells;
}

static bool is_damped_by_node(const plan_object *object, air_force force)
{
    return object->model->pointwise && object->model->air != TRAMA_AIR_PER_AREA &&
           constant_of(object, force) != 0.0;
}

/* The first case of the same experiment whose object `o` is damped alike. */
static const plan_object *first_alike(const plan *p, size_t i, size_t o, air_force force)
{
    const plan_object *object = &p->cases[i].object[o];
    for (size_t j = 0; j < i; j++) {
        const plan_case *c = &p->cases[j];
        if (c->experiment == p->cases[i].experiment && o < c->object_count &&
            c->object[o].model == object->model &&
            constant_of(&c->object[o], force) == constant_of(object, force))
            return &c->object[o];
    }
    return object;
}

static bool is_swept(const plan *p, size_t i, size_t o, air_force force)
{
    const plan_object *object = &p->cases[i].object[o];
    return is_damped_by_node(object, force) &&
           fineness_of(&object->scene) != fineness_of(&first_alike(p, i, o, force)->scene);
}

static void say(const plan_case *c, const plan_object *object, air_force force, char *text,
                size_t size)
{
    const bool has_other = force == DAMPING && object->model->air == TRAMA_AIR_RATE;
    snprintf(text, size,
             "%s: %s %g N s/m of %s is that of a node, and the mesh is swept: more nodes damp one "
             "body more%s",
             c->experiment->file, force == DRAG ? "drag" : "damping", constant_of(object, force),
             object->model->name, has_other ? "; air_damping, N s/m^3, is per area" : "");
}

bool plan_damping_is_swept(const plan *p, char *text, size_t size)
{
    for (size_t i = 0; i < p->case_count; i++)
        for (size_t o = 0; o < p->cases[i].object_count; o++)
            for (air_force force = DAMPING; force < AIR_FORCES; force++)
                if (is_swept(p, i, o, force)) {
                    say(&p->cases[i], &p->cases[i].object[o], force, text, size);
                    return true;
                }
    return false;
}
