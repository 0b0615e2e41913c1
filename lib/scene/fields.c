/* The parts of a scene, as the configuration names them. */
#include "scene/scene.h"

#include <float.h>

enum { POINTS_MAX = 65536 };

static const trama_field grid_table[] = {
    {TRAMA_FIELD_OF(trama_grid, points), .broadcast = true, .required = true, .unit = "1",
     .minimum = 2, .maximum = POINTS_MAX, .summary = "nodes along each direction"},
    {TRAMA_FIELD_OF(trama_grid, side), .broadcast = true, .required = true, .unit = "m",
     .minimum = 1e-30, .maximum = 1e30, .summary = "lengths of the sides at rest"},
    {TRAMA_FIELD_OF(trama_grid, origin), .unit = "m", .summary = "position of node [0, 0]"},
    {TRAMA_FIELD_AS("axis1", trama_grid, axis[0]), .unit = "1", .fallback = {1, 0, 0},
     .summary = "direction in which k grows (any length)"},
    {TRAMA_FIELD_AS("axis2", trama_grid, axis[1]), .unit = "1", .fallback = {0, 0, 1},
     .summary = "direction in which l grows, at a right angle to axis1 (any length)"},
};
const trama_fields trama_grid_fields = TRAMA_FIELDS(grid_table, trama_grid);

static const trama_field lattice_table[] = {
    {TRAMA_FIELD_OF(trama_lattice, points), .broadcast = true, .required = true, .unit = "1",
     .minimum = 1, .maximum = POINTS_MAX, .summary = "nodes along x, y and z"},
    {TRAMA_FIELD_OF(trama_lattice, side), .broadcast = true, .unit = "m", .maximum = 1e30,
     .summary = "lengths of the sides at rest; 0 where there is one node"},
    {TRAMA_FIELD_OF(trama_lattice, origin), .unit = "m", .summary = "position of node [0, 0, 0]"},
};
const trama_fields trama_lattice_fields = TRAMA_FIELDS(lattice_table, trama_lattice);

static const char *const forms[] = {"cylinder", "torus", NULL};

static const trama_field shell_table[] = {
    {TRAMA_CHOICE_OF(trama_shell, form, forms),
     .summary = "cylinder: radius and length; torus: radius and tube"},
    {TRAMA_FIELD_OF(trama_shell, points), .broadcast = true, .required = true, .unit = "1",
     .minimum = 2, .maximum = POINTS_MAX,
     .summary = "nodes along the cylinder and around it; around the torus and around its tube"},
    {TRAMA_FIELD_OF(trama_shell, radius), .required = true, .unit = "m", .minimum = 1e-30,
     .maximum = 1e30, .summary = "of the cylinder; of the circle in the middle of the tube"},
    {TRAMA_FIELD_OF(trama_shell, length), .unit = "m", .maximum = 1e30,
     .summary = "of the cylinder"},
    {TRAMA_FIELD_OF(trama_shell, tube), .unit = "m", .maximum = 1e30,
     .summary = "radius of the torus' tube"},
    {TRAMA_FIELD_OF(trama_shell, origin), .unit = "m",
     .summary = "middle of the cylinder's first ring, or of the torus"},
    {TRAMA_FIELD_OF(trama_shell, axis), .unit = "1", .fallback = {0, 1, 0},
     .summary = "direction of the axis (any length)"},
};
const trama_fields trama_shell_fields = TRAMA_FIELDS(shell_table, trama_shell);

static const char *const bodies[] = {"box", "ball", "pillow", "capsule", NULL};

static const trama_field body_table[] = {
    {TRAMA_CHOICE_OF(trama_form, form, bodies), .required = true,
     .summary = "box and pillow: side; ball: radius; capsule, a cylinder along x with hemispheres: "
                "radius and length"},
    {TRAMA_FIELD_OF(trama_form, cells), .required = true, .unit = "1", .minimum = 1,
     .maximum = 1000, .summary = "along the shortest extent; as many a length along the others"},
    {TRAMA_FIELD_OF(trama_form, side), .broadcast = true, .unit = "m", .maximum = 1e9,
     .summary = "of a box and of a pillow"},
    {TRAMA_FIELD_OF(trama_form, radius), .unit = "m", .maximum = 1e9,
     .summary = "of a ball and of a capsule"},
    {TRAMA_FIELD_OF(trama_form, length), .unit = "m", .maximum = 1e9,
     .summary = "of a capsule, between the centres of its hemispheres"},
    {TRAMA_FIELD_OF(trama_form, centre), .unit = "m", .summary = "where the middle lies"},
};
const trama_fields trama_form_fields = TRAMA_FIELDS(body_table, trama_form);

static const trama_field scene_table[] = {
    {TRAMA_FIELD_OF(trama_scene_spec, gravity), .unit = "m/s^2",
     .summary = "acceleration of gravity"},
    {TRAMA_FIELD_OF(trama_scene_spec, velocity), .unit = "m/s",
     .summary = "initial velocity of every node"},
    {TRAMA_FIELD_OF(trama_scene_spec, damping), .unit = "N s/m^3", .node_unit = "N s/m",
     .maximum = DBL_MAX,
     .summary =
         "rho of the force -rho v per area of cosserat; per node of all other models (N s/m), "
         "whose effect grows with their number: air_damping does not"},
    {TRAMA_FIELD_OF(trama_scene_spec, air_damping), .unit = "N s/m^3", .maximum = DBL_MAX,
     .later = true,
     .summary = "rho of the force -rho v per rest area, the same for every cloth and mesh; instead "
                "of damping"},
    {TRAMA_FIELD_OF(trama_scene_spec, drag), .unit = "N s/m^3", .node_unit = "N s/m",
     .maximum = DBL_MAX,
     .summary =
         "rho_R of the fluid's force rho_R (n . (u - v)) n per area of cosserat; per node of all "
         "other models (N s/m)"},
    {TRAMA_FIELD_OF(trama_scene_spec, wind), .unit = "m/s", .summary = "velocity u of the fluid"},
    {TRAMA_FIELD_OF(trama_scene_spec, perturbation), .unit = "m", .maximum = DBL_MAX,
     .summary = "largest random displacement of a node along the grid's normal"},
    {TRAMA_FIELD_OF(trama_scene_spec, seed), .unit = "1", .fallback = {1},
     .summary = "seed of the perturbation"},
    {TRAMA_FIELD_OF(trama_scene_spec, wave), .unit = "m",
     .summary = "amplitude of a smooth initial displacement along axis1, axis2, normal"},
    {TRAMA_FIELD_OF(trama_scene_spec, wave_numbers), .unit = "1", .maximum = POINTS_MAX,
     .fallback = {1, 1},
     .summary = "half waves p of that displacement along k and l: sin(pi p s), s from 0 to 1; 0: "
                "constant"},
};
const trama_fields trama_scene_fields = TRAMA_FIELDS(scene_table, trama_scene_spec);

static const trama_field pin_table[] = {
    TRAMA_NODE_FIELDS(trama_pin, , .required = true),
    {TRAMA_FIELD_OF(trama_pin, free), .unit = "",
     .summary = "axes that are not held (the thesis' X, Y, Z = 1)"},
    TRAMA_MOTION_FIELDS(trama_pin, motion),
    {TRAMA_FIELD_OF(trama_pin, points), .broadcast = true, .unit = "1", .minimum = -TRAMA_LIST_MAX,
     .maximum = TRAMA_LIST_MAX, .fallback = {0, -1},
     .summary = "first and last of the set's points that the nodes are attached to, in order; "
                "default: all"},
    TRAMA_INTERVAL_FIELDS(trama_pin, ),
};
const trama_fields trama_pin_fields = TRAMA_FIELDS(pin_table, trama_pin);

static const trama_field stop_table[] = {
    TRAMA_NODE_FIELDS(trama_stop, , .required = true),
    {TRAMA_FIELD_OF(trama_stop, point), .unit = "m", .minimum = -DBL_MAX, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN, TRAMA_NAN, TRAMA_NAN},
     .summary = "a point of the plane that the nodes stop at"},
    {TRAMA_FIELD_OF(trama_stop, normal), .unit = "m", .minimum = -DBL_MAX, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN, TRAMA_NAN, TRAMA_NAN},
     .summary = "direction to the plane's side that they come from (any length)"},
    {TRAMA_FIELD_OF(trama_stop, low), .unit = "m", .minimum = -DBL_MAX, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN, TRAMA_NAN, TRAMA_NAN},
     .summary = "lowest corner of the box that the nodes stop at"},
    {TRAMA_FIELD_OF(trama_stop, high), .unit = "m", .minimum = -DBL_MAX, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN, TRAMA_NAN, TRAMA_NAN}, .summary = "highest corner of that box"},
    TRAMA_INTERVAL_FIELDS(trama_stop, ),
};
const trama_fields trama_stop_fields = TRAMA_FIELDS(stop_table, trama_stop);

static const trama_field point_set_table[] = {
    {TRAMA_LIST_OF(trama_point_set, points, 3), .required = true, .unit = "m",
     .summary = "[[x, y, z], ...]: the points at the start of the run"},
    TRAMA_MOTION_FIELDS(trama_point_set, motion),
};
const trama_fields trama_point_set_fields = TRAMA_FIELDS(point_set_table, trama_point_set);

static const trama_field gauge_table[] = {
    TRAMA_NODE_FIELDS(trama_gauge, , .required = true),
    {TRAMA_FIELD_OF(trama_gauge, origin), .unit = "m",
     .summary = "place from which the slope to the nodes' mean place is taken"},
};
const trama_fields trama_gauge_fields = TRAMA_FIELDS(gauge_table, trama_gauge);
