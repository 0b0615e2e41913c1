/* What benchmarks measure: a model on a square sheet under symplectic Euler, with the instruction
 * set that it is measured with. */
#ifndef BENCHMARK_RIG_H
#define BENCHMARK_RIG_H

#include "core/isa.h"
#include "integrator/integrator.h"
#include "model/model.h"

#include <stdbool.h>

typedef struct rig {
    trama_isa isa;
    trama_scene *scene;
    trama_system *system;
    trama_integrator *integrator;
} rig;

/* A value of the model's parameters, by name; an array takes `value` as each element. A value that
 * is not named keeps the table's default. */
typedef struct rig_value {
    const char *name; /* NULL: the list ends */
    double value;
} rig_value;

/* A square sheet of points x points under gravity, perturbed, which keeps numbers from being
 * denormal; what it leaves out, the caller adds. `side` and `perturbation`: m. */
trama_scene_spec rig_sheet(long points, double side, double damping, double perturbation);

/* The first node, held; lasts as long as the program. */
trama_pin *rig_corner(void);

/* False, with a line on standard error, if there is no such sheet or no memory. */
bool rig_open(rig *made, const char *model, const rig_value *values, const trama_scene_spec *sheet,
              trama_isa isa);
void rig_close(rig *made);

#endif
