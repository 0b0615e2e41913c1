/* The reader of Gmsh's meshes makes a plan of an experiment on any .msh file, or says in one line
 * why not. */
#include "fuzz.h"

static const char experiment[] = "experiment: mesh\n"
                                 "case:\n"
                                 "  model: {name: soft_body, mass: 1, young: 1}\n"
                                 "  scene: {tetrahedra: {file: input.msh, scale: 0.5}}\n"
                                 "  integrator: {name: symplectic_euler}\n"
                                 "  task: {name: run, dt: 0.1, horizon: 10}\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_file("input.msh", data, size);
    fuzz_plan(experiment, sizeof experiment - 1);
    return 0;
}
