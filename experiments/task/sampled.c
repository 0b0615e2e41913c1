#include "task/sampled.h"
#include "measure/folds.h"
#include "measure/gauge.h"
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
    return trama_object_strain(object, view->system->q + object->q_begin).value;
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
static double led_of(const trama_view *view)
{
    return trama_budget_led(view->budget);
}
static double air_of(const trama_view *view)
{
    return trama_budget_air(view->budget);
}
static double bookkeeping_of(const trama_view *view)
{
    return trama_budget_bookkeeping(view->budget);
}
static double damped_of(const trama_view *view, const trama_object *object)
{
    return trama_budget_damped_in(view->budget, (size_t)(object - view->system->object));
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
static double friction_of(const trama_view *view)
{
    return trama_budget_friction(view->budget);
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
    return trama_object_volume(object, view->system->q + object->q_begin);
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

static trama_gauge_reading gauge_of(const trama_view *view, const trama_object *object)
{
    return trama_gauge_read(object->scene, view->system->q + object->q_begin);
}
static double gauge_axis1_of(const trama_view *view, const trama_object *object)
{
    return gauge_of(view, object).moved[0];
}
static double gauge_axis2_of(const trama_view *view, const trama_object *object)
{
    return gauge_of(view, object).moved[1];
}
static double gauge_normal_of(const trama_view *view, const trama_object *object)
{
    return gauge_of(view, object).moved[2];
}
static double gauge_slope_of(const trama_view *view, const trama_object *object)
{
    return gauge_of(view, object).slope;
}

const sampled_whole sampled_of_whole[] = {
    {&column_series_iteration, SAMPLED_RUN, iteration_of},
    {&column_series_time, SAMPLED_RUN, time_of},
    {&column_series_displacement, SAMPLED_RUN, displacement_of},
    {&column_series_centre_x, SAMPLED_SHAPE, centre_x_of},
    {&column_series_centre_y, SAMPLED_SHAPE, centre_y_of},
    {&column_series_centre_z, SAMPLED_SHAPE, centre_z_of},
    {&column_series_momentum, SAMPLED_MOTION, momentum_of},
    {&column_series_angular_momentum_x, SAMPLED_MOTION, angular_x_of},
    {&column_series_angular_momentum_y, SAMPLED_MOTION, angular_y_of},
    {&column_series_angular_momentum_z, SAMPLED_MOTION, angular_z_of},
    {&column_series_kinetic, SAMPLED_BUDGET, kinetic_of},
    {&column_series_potential, SAMPLED_BUDGET, potential_of},
    {&column_series_work, SAMPLED_BUDGET, work_of},
    {&column_series_led_work, SAMPLED_LED, led_of},
    {&column_series_air_lost, SAMPLED_AIR, air_of},
    {&column_series_excess, SAMPLED_BUDGET, excess_of},
    {&column_series_bookkeeping, SAMPLED_SUMMED, bookkeeping_of},
    {&column_series_interactions, SAMPLED_ACTING, interactions_of},
    {&column_series_dissipated, SAMPLED_ACTING, dissipated_of},
    {&column_series_friction_lost, SAMPLED_ACTING, friction_of},
};
const size_t sampled_of_whole_count = sizeof sampled_of_whole / sizeof sampled_of_whole[0];

const sampled_object sampled_of_object[] = {
    {&column_series_strain, SAMPLED_SHAPE, strain_of},
    {&column_series_area_ratio, SAMPLED_SHAPE, area_of},
    {&column_series_drop, SAMPLED_SHAPE, drop_of},
    {&column_series_damping_lost, SAMPLED_DAMPING, damped_of},
    {&column_series_sawtooth_in_plane, SAMPLED_MOTION, sawtooth_in_of},
    {&column_series_sawtooth_out_of_plane, SAMPLED_MOTION, sawtooth_out_of},
    {&column_series_volume, SAMPLED_VOLUME, volume_of},
    {&column_series_out_of_plane, SAMPLED_SHAPE, out_of_plane_of},
    {&column_series_projection, SAMPLED_SHAPE, projection_of},
    {&column_series_fold_lines_k, SAMPLED_SHAPE, lines_k_of},
    {&column_series_fold_lines_l, SAMPLED_SHAPE, lines_l_of},
    {&column_series_gauge_axis1, SAMPLED_GAUGE, gauge_axis1_of},
    {&column_series_gauge_axis2, SAMPLED_GAUGE, gauge_axis2_of},
    {&column_series_gauge_normal, SAMPLED_GAUGE, gauge_normal_of},
    {&column_series_gauge_slope, SAMPLED_GAUGE, gauge_slope_of},
};
const size_t sampled_of_object_count = sizeof sampled_of_object / sizeof sampled_of_object[0];
