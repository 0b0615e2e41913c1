#include "task/sampled.h"
#include "measure/folds.h"
#include "measure/momentum.h"

#include <math.h>

static double iteration_of(const trama_view *view)
{
    return (double)view->system->iteration;
}
static double time_of(const trama_view *view)
{
    return view->system->t;
}
static double displacement_of(const trama_view *view)
{
    return view->displacement;
}
static double strain_of(const trama_view *view, const trama_object *object)
{
    return trama_edge_strain(object->scene, view->system->q + object->q_begin).value;
}
static double area_of(const trama_view *view, const trama_object *object)
{
    return trama_area_ratio(object->scene, view->system->q + object->q_begin);
}
static double drop_of(const trama_view *view, const trama_object *object)
{
    return trama_drop(object->scene, view->system->q + object->q_begin);
}
static double sawtooth_in_of(const trama_view *view, const trama_object *object)
{
    return trama_sawtooth_of(object->scene, view->system->q + object->q_begin,
                             view->before + object->q_begin)
        .in_plane;
}
static double sawtooth_out_of(const trama_view *view, const trama_object *object)
{
    return trama_sawtooth_of(object->scene, view->system->q + object->q_begin,
                             view->before + object->q_begin)
        .out_of_plane;
}
static double kinetic_of(const trama_view *view)
{
    return trama_budget_kinetic(view->budget);
}
static double work_of(const trama_view *view)
{
    return trama_budget_work(view->budget);
}
static double potential_of(const trama_view *view)
{
    return trama_budget_potential(view->budget);
}
static double excess_of(const trama_view *view)
{
    return trama_budget_excess(view->budget);
}

static double interactions_of(const trama_view *view)
{
    return trama_budget_interactions(view->budget);
}
static double dissipated_of(const trama_view *view)
{
    return trama_budget_dissipated(view->budget);
}

static double centre_of(const trama_view *view, size_t axis)
{
    double centre[3];
    trama_centre(view->system, centre);
    return centre[axis];
}
static double centre_x_of(const trama_view *view)
{
    return centre_of(view, 0);
}
static double centre_y_of(const trama_view *view)
{
    return centre_of(view, 1);
}
static double centre_z_of(const trama_view *view)
{
    return centre_of(view, 2);
}
static double momentum_of(const trama_view *view)
{
    double p[3];
    trama_momentum(view->system, p);
    return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}
static double angular_of(const trama_view *view, size_t axis)
{
    double angular[3];
    trama_angular_momentum(view->system, angular);
    return angular[axis];
}
static double angular_x_of(const trama_view *view)
{
    return angular_of(view, 0);
}
static double angular_y_of(const trama_view *view)
{
    return angular_of(view, 1);
}
static double angular_z_of(const trama_view *view)
{
    return angular_of(view, 2);
}
static double volume_of(const trama_view *view, const trama_object *object)
{
    return trama_volume(object->scene, view->system->q + object->q_begin);
}
static trama_folds folds_of(const trama_view *view, const trama_object *object)
{
    return trama_folds_of(object->scene, view->system->q + object->q_begin);
}
static double out_of_plane_of(const trama_view *view, const trama_object *object)
{
    return folds_of(view, object).out_of_plane;
}
static double projection_of(const trama_view *view, const trama_object *object)
{
    return folds_of(view, object).projection;
}
static double lines_k_of(const trama_view *view, const trama_object *object)
{
    return folds_of(view, object).lines[0];
}
static double lines_l_of(const trama_view *view, const trama_object *object)
{
    return folds_of(view, object).lines[1];
}

const sampled_whole sampled_of_whole[] = {
    {"iteration", "1", "iterations done", SAMPLED_RUN, iteration_of},
    {"time", "s", "time", SAMPLED_RUN, time_of},
    {"displacement", "m", "largest displacement of a node in the iteration", SAMPLED_RUN,
     displacement_of},
    {"centre_x", "m", "centre of mass", SAMPLED_SHAPE, centre_x_of},
    {"centre_y", "m", "centre of mass", SAMPLED_SHAPE, centre_y_of},
    {"centre_z", "m", "centre of mass", SAMPLED_SHAPE, centre_z_of},
    {"momentum", "kg m/s", "of the whole, its magnitude", SAMPLED_MOTION, momentum_of},
    {"angular_momentum_x", "kg m^2/s", "about the centre of mass", SAMPLED_MOTION, angular_x_of},
    {"angular_momentum_y", "kg m^2/s", "about the centre of mass", SAMPLED_MOTION, angular_y_of},
    {"angular_momentum_z", "kg m^2/s", "about the centre of mass", SAMPLED_MOTION, angular_z_of},
    {"kinetic", "J", "kinetic energy", SAMPLED_BUDGET, kinetic_of},
    {"potential", "J", "of gravity and point forces, 0 with all nodes at the origin",
     SAMPLED_BUDGET, potential_of},
    {"work", "J", "work of the loads since the start", SAMPLED_BUDGET, work_of},
    {"excess", "J", "energy that the work of the loads does not explain", SAMPLED_BUDGET,
     excess_of},
    {"interactions", "J", "potential energy of the interactions' forces", SAMPLED_ACTING,
     interactions_of},
    {"dissipated", "J", "kinetic energy that contact rows and filters took away", SAMPLED_ACTING,
     dissipated_of},
};
const size_t sampled_of_whole_count = sizeof sampled_of_whole / sizeof sampled_of_whole[0];

const sampled_object sampled_of_object[] = {
    {"strain", "1", "largest |l/l0 - 1| of an edge", SAMPLED_SHAPE, strain_of},
    {"area_ratio", "1", "area over rest area", SAMPLED_SHAPE, area_of},
    {"drop", "m", "from the highest to the lowest node along gravity", SAMPLED_SHAPE, drop_of},
    {"sawtooth_in_plane", "m", "r.m.s. of the shortest wave, in the surface", SAMPLED_MOTION,
     sawtooth_in_of},
    {"sawtooth_out_of_plane", "m", "r.m.s. of the shortest wave, out of the surface",
     SAMPLED_MOTION, sawtooth_out_of},
    {"volume", "m^3", "enclosed by a closed mesh; not a number: it has a border", SAMPLED_SHAPE,
     volume_of},
    {"out_of_plane", "m", "r.m.s. distance from the plane of least squares", SAMPLED_SHAPE,
     out_of_plane_of},
    {"projection", "1", "area over its projection on that plane", SAMPLED_SHAPE, projection_of},
    {"fold_lines_k", "1", "fold lines met along k", SAMPLED_SHAPE, lines_k_of},
    {"fold_lines_l", "1", "fold lines met along l", SAMPLED_SHAPE, lines_l_of},
};
const size_t sampled_of_object_count = sizeof sampled_of_object / sizeof sampled_of_object[0];
