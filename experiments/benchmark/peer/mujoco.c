/* MuJoCo (mujoco.org): soft contact, elliptic cones, its default solver (Newton) unless a number of
 * iterations is asked for, which are then of its projected Gauss-Seidel. */
#include "benchmark/peer/engine.h"

#include <mujoco/mujoco.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 400 };

typedef struct engine {
    mjModel *model;
    mjData *data;
    const peer_scene *scene;
    size_t count;
} engine;

static size_t write_box(char *text, const peer_scene *scene, const peer_box *b)
{
    return (size_t)snprintf(text, LINE,
                            "<body pos='%.17g %.17g %.17g' quat='%.17g %.17g %.17g %.17g'>%s"
                            "<geom type='box' size='%.17g %.17g %.17g' mass='%.17g' "
                            "friction='%.17g'/></body>\n",
                            b->position[0], b->position[1], b->position[2], b->orientation[0],
                            b->orientation[1], b->orientation[2], b->orientation[3],
                            b->mass > 0.0 ? "<freejoint/>" : "", b->side[0] / 2, b->side[1] / 2,
                            b->side[2] / 2, b->mass, scene->friction);
}

/* MuJoCo 2.2 holds dense matrices of rows by rows and rows by components, whose bytes it counts in
 * an int. */
static size_t rows_of(const peer_scene *scene)
{
    return 24 * scene->count;
}

static bool is_too_large(const peer_scene *scene)
{
    const double rows = (double)rows_of(scene), components = 6.0 * (double)scene->count;
    return 8.0 * rows * (rows + 3.0 * components) > 2147483647.0;
}

static mjModel *load(const peer_scene *scene)
{
    char error[400], *text = malloc(LINE * (scene->count + 4));
    static mjVFS files;
    size_t at = (size_t)sprintf(text,
                                "<mujoco><size nconmax='%zu' njmax='%zu'/>"
                                "<option timestep='%.17g' gravity='0 %.17g 0' cone='elliptic' %s/>"
                                "<worldbody>\n",
                                8 * scene->count, rows_of(scene), scene->h, -scene->gravity,
                                scene->iterations > 0 ? "solver='PGS'" : "");
    for (size_t i = 0; i < scene->count; i++)
        at += write_box(text + at, scene, &scene->box[i]);
    at += (size_t)sprintf(text + at, "</worldbody></mujoco>\n");
    mj_defaultVFS(&files);
    const int file = mj_makeEmptyFileVFS(&files, "scene.xml", (int)at);
    if (file < 0)
        return NULL;
    memcpy(files.filedata[mj_findFileVFS(&files, "scene.xml")], text, at);
    mjModel *model = mj_loadXML("scene.xml", &files, error, sizeof error);
    if (!model)
        fprintf(stderr, "MuJoCo: %s\n", error);
    mj_deleteVFS(&files);
    free(text);
    return model;
}

static void *open(const peer_scene *scene)
{
    if (is_too_large(scene)) {
        printf("MuJoCo cannot hold %zu boxes\n", scene->count);
        return NULL;
    }
    engine *e = calloc(1, sizeof *e);
    e->scene = scene;
    e->count = scene->count;
    e->model = load(scene);
    if (!e->model) {
        free(e);
        return NULL;
    }
    if (scene->iterations > 0)
        e->model->opt.iterations = (int)scene->iterations;
    e->data = mj_makeData(e->model);
    return e;
}

static void step(void *context)
{
    engine *e = context;
    mj_step(e->model, e->data);
}

static long contacts(void *context)
{
    return ((engine *)context)->data->ncon;
}

/* Bodies are numbered from 1 on in the order of the text; a free joint's spin is in the body's
 * frame. */
static void state(void *context, peer_state *states)
{
    engine *e = context;
    mj_kinematics(e->model, e->data);
    for (size_t i = 0; i < e->count; i++) {
        const size_t body = i + 1;
        const int first = e->model->body_dofadr[body];
        states[i] = (peer_state){.position = {0.0}};
        memcpy(states[i].position, e->data->xpos + 3 * body, sizeof states[i].position);
        memcpy(states[i].orientation, e->data->xquat + 4 * body, sizeof states[i].orientation);
        if (first < 0)
            continue;
        memcpy(states[i].velocity, e->data->qvel + first, sizeof states[i].velocity);
        mju_rotVecQuat(states[i].spin, e->data->qvel + first + 3, e->data->xquat + 4 * body);
    }
}

static void close_engine(void *context)
{
    engine *e = context;
    mj_deleteData(e->data);
    mj_deleteModel(e->model);
    free(e);
}

const peer_engine peer_mujoco = {"MuJoCo", open, step, contacts, state, close_engine};
