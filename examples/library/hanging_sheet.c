/* A square metre of cloth, held by two corners, falls for two seconds: how far does it sag?
 *
 * With pkg-config: cc -O2 hanging_sheet.c $(pkg-config --cflags --libs trama) -o hanging_sheet */
#include <trama/trama.h>

#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 17, STEPS = 2000 };
static const double h = 1e-3; /* s */

/* N/m, N m, N, kg/m^2; `trama list cosserat` describes them */
static const char cloth[] = "zeta=20 xi=1e-4 phi=0 density=0.2";

static trama_scene_spec hanging(trama_pin pins[2])
{
    trama_scene_spec spec = {0};
    trama_fields_default(trama_scene_fields, &spec);
    trama_fields_default(trama_grid_fields, &spec.grid);
    for (int i = 0; i < 2; i++) {
        spec.grid.points[i] = POINTS;
        spec.grid.side[i] = 1.0;
        trama_fields_default(trama_pin_fields, &pins[i]);
        pins[i].l[0] = pins[i].l[1] = i == 0 ? 0 : -1; /* two corners of the edge k = 0 */
    }
    spec.gravity[1] = -9.8;
    spec.damping = 0.5; /* N s/m^3 */
    spec.pins = pins;
    spec.pin_count = 2;
    return spec;
}

/* Height of the lowest node, m. */
static double lowest(const trama_system *system)
{
    const size_t nodes = system->nq / 3;
    double low = system->q[nodes];
    for (size_t i = 1; i < nodes; i++)
        if (system->q[nodes + i] < low)
            low = system->q[nodes + i];
    return low;
}

static int fail(const trama_error *error)
{
    fprintf(stderr, "%s: %s\n", error->path, error->text);
    return EXIT_FAILURE;
}

int main(void)
{
    trama_error error;
    trama_pin pins[2];
    trama_scene *scene = NULL;
    trama_system *system = NULL;
    trama_integrator *integrator = NULL;
    const trama_model_type *model = trama_model_find("cosserat");
    const trama_integrator_type *method = trama_integrator_find("symplectic_euler");
    void *parameters = trama_parameters_create(model->parameters, cloth, &error);
    const trama_scene_spec spec = hanging(pins);
    int code = EXIT_SUCCESS;

    if (!parameters || trama_scene_create(&spec, &scene, &error) != TRAMA_OK ||
        trama_system_create(model, parameters, scene, &system, &error) != TRAMA_OK ||
        trama_integrator_create(method, NULL, system, &integrator, &error) != TRAMA_OK) {
        code = fail(&error);
    } else {
        for (int step = 0; step < STEPS; step++)
            trama_integrator_step(integrator, system, h);
        printf("after %g s the lowest node is %.4f m below the pins\n", system->t, -lowest(system));
    }
    trama_integrator_destroy(integrator);
    trama_system_destroy(system);
    trama_scene_destroy(scene);
    free(parameters);
    return code;
}
