/* The reader of Gmsh's meshes makes a plan of an experiment on any .msh file, or says in one line
 * why not. */
#include "fuzz.h"

#include "plan/plan.h"

static const char experiment[] = "experiment: mesh\n"
                                 "case:\n"
                                 "  model: {name: soft_body, mass: 1, young: 1}\n"
                                 "  scene: {tetrahedra: {file: input.msh, scale: 0.5}}\n"
                                 "  integrator: {name: symplectic_euler}\n"
                                 "  task: {name: run, dt: 0.1, horizon: 10}\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *files[] = {(char *)fuzz_file("input.yaml", experiment, sizeof experiment - 1)};
    config_error error = {""};
    plan p;
    fuzz_file("input.msh", data, size);
    if (!plan_load(files, 1, NULL, &p, &error))
        fuzz_expect_line(error.text);
    plan_free(&p);
    return 0;
}
