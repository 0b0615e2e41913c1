/* libtrama: models of cloth and bodies, methods that step them, and measurements. The library opens
 * no file, prints nothing, and never ends the program. Include this header alone, in C (11 and
 * later) or C++ (17 and later). The smallest complete program:
 *
 *     #include <stdio.h>
 *     #include <stdlib.h>
 *     #include <trama/trama.h>
 *
 *     int main(void)
 *     {
 *         trama_error error;
 *         trama_scene_spec spec = {0};
 *         trama_scene *scene = NULL;
 *         trama_system *system = NULL;
 *         trama_integrator *integrator = NULL;
 *         const trama_model_type *model = trama_model_find("oscillator");
 *         const trama_integrator_type *method = trama_integrator_find("rk4");
 *         void *parameters = trama_parameters_create(model->parameters, "omega=1", &error);
 *         trama_fields_default(trama_scene_fields, &spec);
 *         if (parameters && trama_scene_create(&spec, &scene, &error) == TRAMA_OK &&
 *             trama_system_create(model, parameters, scene, &system, &error) == TRAMA_OK &&
 *             trama_integrator_create(method, NULL, system, &integrator, &error) == TRAMA_OK) {
 *             for (int i = 0; i < 1000; i++)
 *                 trama_integrator_step(integrator, system, 1e-3);
 *             printf("after %g s: %.6f m\n", system->t, system->q[0]);
 *         } else {
 *             fprintf(stderr, "%s: %s\n", error.path, error.text);
 *         }
 *         trama_integrator_destroy(integrator);
 *         trama_system_destroy(system);
 *         trama_scene_destroy(scene);
 *         free(parameters);
 *         return 0;
 *     }
 *
 *     cc small.c $(pkg-config --cflags --libs trama) -o small       after 1 s: 0.540302 m
 *
 * Read the first four headers first, and the others when you need them.
 *
 *   system.h                      a system: objects, interactions among them, and their state: q
 *                                 (m, or rad) and v, all x, then all y, then all z of an object
 *   scene/scene.h                 what an object starts as, what holds it and what acts on it: a
 *                                 grid, a mesh, tetrahedra; pins, gravity, drag, forces, motions
 *   model/model.h                 what an object is made of: trama_model_find("cosserat")
 *   integrator/integrator.h       how it steps: trama_integrator_find("rk4")
 *
 *   core/field.h                  parameters by name: each table has units, ranges, defaults
 *   core/settings.h               the same from text: "zeta=20 density=0.2"
 *   core/status.h                 what a function that fails says: bad input, or no memory
 *   interaction/interaction.h     contact, springs and joints among objects
 *   solver/solver.h               a solver of one's own, or of another library, among the methods;
 *                                 solver/problem.h: what it is given
 *   trama_plugin.h                types of one's own for the program `trama`, in a shared library
 *
 *   measure/run.h, search.h       a run with its detectors; the largest stable step
 *   measure/equilibrium.h, energy.h, drift.h, accuracy.h, spectrum.h, amplification.h, ...
 *                                 what is measured on runs and states, one header each
 *
 *   force/, rigid/, rows/, surface/    of whoever writes a force, a body, a contact
 *   collision/, linear/                detection between meshes; sparse matrices and their solvers
 *   core/threads.h, isa.h, random.h    threads, instruction sets and seeds: none changes a bit
 *   references.h                       the publications that models and methods cite, as BibTeX
 *
 * Each declaration states the shapes, units, errors and source of a function's arguments and
 * result. The caller destroys what it creates, after all that was made from it. Destroying NULL
 * does nothing. A system and its integrator belong to one thread at a time. Only names that begin
 * with trama_ are exported. examples/library is a complete program in C, examples/cplusplus a
 * solver in C++. */
#ifndef TRAMA_TRAMA_H
#define TRAMA_TRAMA_H

#include "collision/broad.h"
#include "collision/ccd.h"
#include "collision/closed_surface.h"
#include "collision/cones.h"
#include "collision/detect.h"
#include "collision/extent.h"
#include "collision/pair_list.h"
#include "collision/proximity.h"
#include "collision/soup.h"
#include "collision/traversal.h"
#include "collision/tree.h"
#include "collision/triangle_grid.h"
#include "core/advance.h"
#include "core/archive.h"
#include "core/field.h"
#include "core/isa.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "core/random.h"
#include "core/registry.h"
#include "core/settings.h"
#include "core/sort.h"
#include "core/status.h"
#include "core/target.h"
#include "core/text.h"
#include "core/threads.h"
#include "force/force.h"
#include "integrator/integrator.h"
#include "interaction/interaction.h"
#include "linear/direct.h"
#include "linear/krylov.h"
#include "linear/lanczos.h"
#include "linear/operator.h"
#include "linear/sparse.h"
#include "measure/accuracy.h"
#include "measure/accurate.h"
#include "measure/amplification.h"
#include "measure/buckling.h"
#include "measure/detector.h"
#include "measure/drift.h"
#include "measure/energy.h"
#include "measure/equilibrium.h"
#include "measure/folds.h"
#include "measure/gauge.h"
#include "measure/geometry.h"
#include "measure/line.h"
#include "measure/mode.h"
#include "measure/modes.h"
#include "measure/momentum.h"
#include "measure/passing.h"
#include "measure/push.h"
#include "measure/run.h"
#include "measure/search.h"
#include "measure/spectrum.h"
#include "measure/symptom.h"
#include "measure/waves.h"
#include "measure/whole.h"
#include "model/model.h"
#include "model/rigid/rigid.h"
#include "references.h"
#include "rigid/contact.h"
#include "rigid/gjk.h"
#include "rigid/mass.h"
#include "rigid/mpr.h"
#include "rigid/mpr_published.h"
#include "rigid/polyhedron.h"
#include "rigid/sat.h"
#include "rigid/shape.h"
#include "rigid/sweep.h"
#include "rows/rows.h"
#include "scene/form.h"
#include "scene/loads.h"
#include "scene/mesh.h"
#include "scene/motion.h"
#include "scene/scene.h"
#include "scene/tetrahedra.h"
#include "solver/problem.h"
#include "solver/solver.h"
#include "surface/bodies.h"
#include "surface/material.h"
#include "surface/surface.h"
#include "system.h"
#include "system_tangent.h"

#endif
