#include "support/touching.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

const touching_choice touching_models[TOUCHING_MODELS] = {
    {"cosserat", "zeta=100 xi=0.3 phi=0.001 mass=1"},
    {"provot", "structural=40 shear=20 density=0.3 sweeps=0"},
    {"bridson", "structural=40 shear=20 density=0.3 sweeps=0"},
    {"nedel", "mass=0.1 elasticity=40 curvature=0.1"},
};

const touching_choice touching_guards[TOUCHING_GUARDS] = {
    {"bridson_collision", "friction=0.3"},
    {"bridson_collision", "rounds=0 thickness=1e-5"}, /* impact zones alone */
    {"provot_collision", TOUCHING_CORRECTED " friction=0.3"},
};

const touching_choice touching_obstacles[TOUCHING_OBSTACLES] = {
    {"sphere_mesh", "radius=0.12 position=0.25,-0.121,0.25 points=9,9 centre=0.25,-0.121,0.25 "
                    "angular_velocity=0,30,0 velocity=0.5,1,0"},
    {"box_mesh", "low=0.1,-0.2,0.12 high=0.4,-0.002,0.4 points=3,3,3 velocity=0,2,0"},
    {"round_table", "radius=0.2 points=5 position=0.25,-0.002,0.26 centre=0.25,-0.002,0.26 "
                    "angular_velocity=5,20,0"},
    {"round_table", "radius=0.1 points=5 thickness=0.3 normal=0,0,1 position=0.25,-0.103,0.4 "
                    "centre=0.25,-0.103,0.25 velocity=0,2,0 angular_velocity=0,0,30"},
};

const char touching_loose[] = "structural=0 shear=0 density=0.3 sweeps=0";

/* ---- Sheets. */

trama_scene_spec touching_sheet(long points, double side, double x, double y, double z)
{
    return (trama_scene_spec){.grid = {.points = {points, points},
                                       .side = {side, side},
                                       .origin = {x, y, z},
                                       .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                              .perturbation = 1e-3,
                              .seed = 7};
}

trama_pin touching_hold(void)
{
    trama_pin pin;
    trama_fields_default(trama_pin_fields, &pin);
    pin.k[0] = pin.l[0] = 0;
    pin.k[1] = pin.l[1] = -1;
    return pin;
}

/* ---- What is seen. */

double touching_observed(const objects *o, const char *name)
{
    return objects_observed(o, 0, name);
}

double touching_kinetic(const trama_system *system)
{
    double sum = 0.0;
    for (size_t i = 0; i < system->nv; i++)
        sum += 0.5 * system->mass[i] * system->v[i] * system->v[i];
    return sum;
}

/* ---- Scenes. */

void touching_begin_fall(objects *o, size_t model, const char *response, const char *settings)
{
    const touching_choice *of = &touching_models[model], *under = &touching_models[TOUCHING_PROVOT];
    trama_pin pin = touching_hold();
    trama_scene_spec cloth = touching_sheet(6, 0.5, 0.0, 0.012, 0.0),
                     table = touching_sheet(3, 0.22, 0.13, 0.0, 0.14);
    cloth.velocity[0] = 0.4;
    cloth.velocity[1] = -3.0;
    table.pins = &pin;
    table.pin_count = 1;
    objects_begin(o);
    objects_add(o, "cloth", of->name, of->settings, &cloth);
    objects_add(o, "table", under->name, under->settings, &table);
    objects_join(o, "touch", response, settings, 2, 0, 1);
}

void touching_begin_obstacle(objects *o, size_t model, size_t obstacle, const char *response,
                             const char *settings)
{
    const touching_choice *of = &touching_models[model], *under = &touching_obstacles[obstacle];
    trama_scene_spec cloth = touching_sheet(6, 0.5, 0.0, 0.012, 0.0);
    cloth.velocity[1] = -3.0;
    objects_begin(o);
    objects_add(o, "cloth", of->name, of->settings, &cloth);
    objects_add(o, "obstacle", under->name, under->settings, NULL);
    objects_join(o, "touch", response, settings, 2, 0, 1);
}

void touching_begin_loose(objects *o, const char *response, const char *settings)
{
    const trama_scene_spec low = touching_sheet(5, 0.5, 0.0, 0.0, 0.0);
    trama_scene_spec high = touching_sheet(4, 0.3, 0.11, 0.02, 0.07);
    high.velocity[0] = 2.0;
    high.velocity[1] = -20.0;
    objects_begin(o);
    objects_add(o, "low", "provot", touching_loose, &low);
    objects_add(o, "high", "provot", "structural=0 shear=0 density=0.7 sweeps=0", &high);
    objects_join(o, "touch", response, settings, 2, 0, 1);
}

/* ---- A folded sheet. */

enum { ROWS_MOST = 12, COLUMNS_MOST = 5, NODES_MOST = ROWS_MOST * COLUMNS_MOST };

static void fold(size_t flap, size_t columns, trama_mesh_spec *mesh)
{
    static double x[3 * NODES_MOST];
    static trama_triangle face[2 * NODES_MOST];
    const double angle = 3.14159265358979 / 3.0, radius = 0.01;
    const size_t rows = 2 * flap + 2, n = rows * columns;
    assert_true(rows <= ROWS_MOST && columns <= COLUMNS_MOST);
    *mesh = (trama_mesh_spec){.vertex_count = n, .vertex = x, .face = face};
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++) {
            const size_t i = r * columns + c;
            const bool low = r < flap, high = r >= flap + 2;
            const double turn = angle * ((double)r - (double)flap + 1.0);
            x[i] = low    ? -0.05 * (double)(flap - 1 - r)
                   : high ? -0.047 * (double)(r - flap - 2)
                          : radius * sin(turn);
            x[n + i] = low ? 0.0 : high ? 2.0 * radius : radius - radius * cos(turn);
            x[2 * n + i] = 0.05 * (double)c + (high ? 0.003 : 0.0);
        }
    for (size_t r = 0; r + 1 < rows; r++)
        for (size_t c = 0; c + 1 < columns; c++) {
            const size_t a = r * columns + c, b = a + 1, d = a + columns, e = d + 1;
            face[mesh->face_count++] = (trama_triangle){{a, d, b}};
            face[mesh->face_count++] = (trama_triangle){{b, d, e}};
        }
}

void touching_begin_folded(objects *o, size_t flap, size_t columns, const char *response,
                           const char *settings)
{
    trama_scene_spec cloth = {0};
    fold(flap, columns, &cloth.mesh);
    objects_begin(o);
    objects_add(o, "cloth", "bridson", "structural=40 density=0.3 sweeps=0", &cloth);
    objects_join(o, "self", response, settings, 1, 0);
}

void touching_throw(trama_system *system, size_t flap, size_t columns)
{
    const size_t n = system->nq / 3;
    for (size_t i = (flap + 2) * columns; i < n; i++)
        system->v[n + i] = -100.0;
}
