#include "plan/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Puts `prefix` before the error's path. */
static trama_status place_error(const char *prefix, trama_error *error)
{
    char path[sizeof error->path];
    snprintf(path, sizeof path, "%.47s%s%.47s", prefix, *error->path ? "." : "", error->path);
    memcpy(error->path, path, sizeof path);
    return error->status;
}

static trama_status make_scenes(const plan_case *c, plan_made *made, trama_error *error)
{
    char prefix[96];
    made->scene = calloc(c->object_count + 1, sizeof(trama_scene *));
    if (!made->scene)
        return trama_fail_memory(error);
    for (size_t o = 0; o < c->object_count; o++) {
        const plan_object *object = &c->object[o];
        snprintf(prefix, sizeof prefix, "%s%.40s%sscene", *object->name ? "objects." : "",
                 object->name, *object->name ? "." : "");
        trama_scene_spec scene = object->scene;
        scene.weighs = object->model->weighs;
        if (trama_scene_create(&scene, &made->scene[made->scene_count++], error) != TRAMA_OK)
            return place_error(prefix, error);
    }
    return TRAMA_OK;
}

static void describe(const plan_case *c, const plan_made *made, trama_object_spec *object,
                     trama_interaction_spec *interaction, trama_system_spec *spec)
{
    for (size_t o = 0; o < c->object_count; o++)
        object[o] = (trama_object_spec){c->object[o].name, c->object[o].model,
                                        c->object[o].model_parameters, made->scene[o]};
    *spec = (trama_system_spec){.object_count = c->object_count,
                                .object = object,
                                .interaction = interaction,
                                .contact = &c->contact};
    for (size_t i = 0; i < c->interaction_count; i++) {
        const plan_interaction *from = &c->interaction[i];
        trama_interaction_spec *to = &interaction[spec->interaction_count];
        *to = (trama_interaction_spec){from->name, from->type, from->parameters, from->count, {0}};
        memcpy(to->among, from->among, sizeof to->among);
        spec->interaction_count += from->enabled;
    }
}

static trama_status make_system(const plan_case *c, plan_made *made, trama_error *error)
{
    trama_system_spec spec;
    trama_object_spec *object = calloc(c->object_count + 1, sizeof *object);
    trama_interaction_spec *interaction = calloc(c->interaction_count + 1, sizeof *interaction);
    trama_status status = TRAMA_NO_MEMORY;
    if (object && interaction) {
        describe(c, made, object, interaction, &spec);
        status = trama_system_build(&spec, &made->system, error);
        if (status != TRAMA_OK && c->object_count > 0 && !*c->object[0].name)
            place_error("model", error);
    } else {
        trama_fail_memory(error);
    }
    free(object);
    free(interaction);
    return status;
}

trama_status plan_make(const plan_case *c, plan_made *made, trama_error *error)
{
    *made = (plan_made){0};
    const trama_status status = make_scenes(c, made, error);
    return status == TRAMA_OK ? make_system(c, made, error) : status;
}

void plan_unmake(plan_made *made)
{
    trama_system_destroy(made->system);
    for (size_t s = 0; s < made->scene_count; s++)
        trama_scene_destroy(made->scene[s]);
    free(made->scene);
    *made = (plan_made){0};
}

void plan_model_names(const plan_case *c, char *text, size_t size)
{
    size_t used = 0;
    *text = '\0';
    for (size_t o = 0; o < c->object_count && used < size; o++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", o > 0 ? ", " : "",
                                 c->object[o].model->name);
}
