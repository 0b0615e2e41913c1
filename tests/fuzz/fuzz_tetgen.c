/* The readers of TetGen's meshes make a plan of an experiment on any .node or .ele file, beside a
 * sound one of the other kind, or say in one line why not. */
#include "fuzz.h"

static const char nodes[] = "5 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n4 1 1 1\n";
static const char elements[] = "2 4 0\n1 0 1 2 3\n2 1 2 3 4\n";
static const char experiment[] = "experiment: mesh\n"
                                 "case:\n"
                                 "  model: {name: soft_body, mass: 1, young: 1}\n"
                                 "  scene: {tetrahedra: {nodes: input.node, elements: input.ele}}\n"
                                 "  integrator: {name: symplectic_euler}\n"
                                 "  task: {name: run, dt: 0.1, horizon: 10}\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_file("input.node", data, size);
    fuzz_file("input.ele", elements, sizeof elements - 1);
    fuzz_plan(experiment, sizeof experiment - 1);
    fuzz_file("input.node", nodes, sizeof nodes - 1);
    fuzz_file("input.ele", data, size);
    fuzz_plan(experiment, sizeof experiment - 1);
    return 0;
}
