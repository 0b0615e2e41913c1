/* Whether a sweep of the mesh also sweeps what its damping does: the force on a node is the same
 * however many share a cloth. */
#include "plan/plan.h"

/* How fine it is: nodes, or the cells of a form that is cut into them later. */
static long fineness_of(const trama_scene_spec *scene)
{
    const long *lattice = scene->lattice.points, *shell = scene->shell.points;
    return (long)scene->mesh.vertex_count + scene->grid.points[0] * scene->grid.points[1] +
           lattice[0] * lattice[1] * lattice[2] + shell[0] * shell[1] +
           (long)scene->tetrahedra.vertex_count + scene->body.cells;
}

static bool is_damped_by_node(const plan_object *object)
{
    return object->model->pointwise && object->model->air != TRAMA_AIR_PER_AREA &&
           object->scene.damping != 0.0;
}

/* The first case of the same experiment whose object `o` is damped alike. */
static const plan_object *first_alike(const plan *p, size_t i, size_t o)
{
    const plan_object *object = &p->cases[i].object[o];
    for (size_t j = 0; j < i; j++) {
        const plan_case *c = &p->cases[j];
        if (c->experiment == p->cases[i].experiment && o < c->object_count &&
            c->object[o].model == object->model &&
            c->object[o].scene.damping == object->scene.damping)
            return &c->object[o];
    }
    return object;
}

bool plan_damping_is_swept(const plan *p, char *text, size_t size)
{
    for (size_t i = 0; i < p->case_count; i++)
        for (size_t o = 0; o < p->cases[i].object_count; o++) {
            const plan_object *object = &p->cases[i].object[o];
            if (!is_damped_by_node(object))
                continue;
            if (fineness_of(&object->scene) == fineness_of(&first_alike(p, i, o)->scene))
                continue;
            snprintf(text, size,
                     "%s: damping %g N s/m of %s is that of a node, and the mesh is swept: more "
                     "nodes damp one body more%s",
                     p->cases[i].experiment->file, object->scene.damping, object->model->name,
                     object->model->air == TRAMA_AIR_RATE ? "; air_damping, N s/m^3, is per area"
                                                          : "");
            return true;
        }
    return false;
}
