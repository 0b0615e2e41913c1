/* The reader of meshes makes a plan of an experiment on any OBJ file, or says in one line why not.
 */
#include "fuzz.h"

static const char experiment[] = "experiment: mesh\n"
                                 "case:\n"
                                 "  model: {name: bridson, mass: 1, structural: 1}\n"
                                 "  scene: {mesh: {file: input.obj, scale: 0.5}, pins: [{k: -1}]}\n"
                                 "  integrator: {name: symplectic_euler}\n"
                                 "  task: {name: run, dt: 0.1, horizon: 10}\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_file("input.obj", data, size);
    fuzz_plan(experiment, sizeof experiment - 1);
    return 0;
}
