#include "task/reactions.h"

#include "measure/reaction.h"

#include <string.h>

const trama_observable task_reactions[TASK_REACTIONS] = {
    {"force_x", "N",
     "x of the force on all moving objects, mean over the last step; obstacles and the world carry "
     "its opposite"},
    {"force_y", "N", "y of the same"},
    {"force_z", "N", "z of the same"},
    {"normal_force", "N", "sum of the normal forces of all contacts, mean over the last step"},
    {"friction_force", "N",
     "sum of the magnitudes of friction of all contacts, mean over the last step"},
    {"joint_force", "N", "largest force of a joint, mean over the last step"},
    {"joint_torque", "N m", "largest torque of a joint, mean over the last step"},
};

const trama_observable task_pin_forces[TASK_PIN_FORCES] = {
    {"pin_force_x", "N", "x of the force with which pins and stops hold it"},
    {"pin_force_y", "N", "y of the same"},
    {"pin_force_z", "N", "z of the same"},
};

const trama_observable task_attitudes[TASK_ATTITUDES] = {
    {"orientation_w", "1", "of the body: the quaternion of its principal axes"},
    {"orientation_x", "1", "x of the same"},
    {"orientation_y", "1", "y of the same"},
    {"orientation_z", "1", "z of the same"},
    {"angular_velocity_x", "rad/s", "of the body, about x of the world"},
    {"angular_velocity_y", "rad/s", "the same about y"},
    {"angular_velocity_z", "rad/s", "the same about z"},
};

void task_reactions_of(const trama_view *view, size_t interaction, double *room,
                       double value[TASK_REACTIONS])
{
    const trama_reaction r = trama_reaction_of(view->system, view->integrator, interaction, room);
    memcpy(value, r.force, sizeof r.force);
    value[3] = r.normal;
    value[4] = r.friction;
    value[5] = r.joint;
    value[6] = r.torque;
}

void task_pin_forces_of(const trama_view *view, size_t object, double *room,
                        double value[TASK_PIN_FORCES])
{
    trama_pin_force(view->system, object, room, value);
}

void task_attitudes_of(const trama_view *view, const trama_mark *body, double value[TASK_ATTITUDES])
{
    trama_mark_orientation(body, view->system, value);
    trama_mark_spin(body, view->system, value + 4);
}
