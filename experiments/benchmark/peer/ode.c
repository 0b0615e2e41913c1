/* The Open Dynamics Engine (ode.org): QuickStep, projected successive overrelaxation, 20 iterations
 * by default; four contacts a pair, boxes by its own box-box function. */
#include "benchmark/peer/engine.h"

#include <ode/ode.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 4 };

typedef struct engine {
    dWorldID world;
    dSpaceID space;
    dJointGroupID joints;
    size_t count;
    dGeomID *geom;
    double h, friction;
    long contacts;
} engine;

static void touch(void *context, dGeomID a, dGeomID b)
{
    engine *e = context;
    dContact contact[POINTS];
    dBodyID first = dGeomGetBody(a), second = dGeomGetBody(b);
    if (!first && !second)
        return;
    const int count = dCollide(a, b, POINTS, &contact[0].geom, sizeof *contact);
    for (int i = 0; i < count; i++) {
        contact[i].surface = (dSurfaceParameters){.mode = dContactApprox1, .mu = e->friction};
        dJointAttach(dJointCreateContact(e->world, e->joints, &contact[i]), first, second);
    }
    e->contacts += count;
}

static void add(engine *e, const peer_box *box)
{
    const double *s = box->side, *x = box->position;
    dGeomID geom = dCreateBox(e->space, s[0], s[1], s[2]);
    e->geom[e->count++] = geom;
    if (box->mass > 0.0) {
        dMass mass;
        dBodyID body = dBodyCreate(e->world);
        dMassSetBoxTotal(&mass, box->mass, s[0], s[1], s[2]);
        dBodySetMass(body, &mass);
        dGeomSetBody(geom, body);
    }
    dGeomSetPosition(geom, x[0], x[1], x[2]);
    dGeomSetQuaternion(geom, box->orientation);
}

static void *open(const peer_scene *scene)
{
    engine *e = calloc(1, sizeof *e);
    dInitODE2(0);
    e->world = dWorldCreate();
    e->space = dHashSpaceCreate(NULL);
    e->joints = dJointGroupCreate(0);
    e->geom = calloc(scene->count, sizeof(dGeomID));
    e->h = scene->h;
    e->friction = scene->friction;
    dWorldSetGravity(e->world, 0.0, -scene->gravity, 0.0);
    dWorldSetAutoDisableFlag(e->world, 0);
    if (scene->iterations > 0)
        dWorldSetQuickStepNumIterations(e->world, (int)scene->iterations);
    for (size_t i = 0; i < scene->count; i++)
        add(e, &scene->box[i]);
    return e;
}

static void step(void *context)
{
    engine *e = context;
    e->contacts = 0;
    dSpaceCollide(e->space, e, touch);
    dWorldQuickStep(e->world, e->h);
    dJointGroupEmpty(e->joints);
}

static long contacts(void *context)
{
    return ((engine *)context)->contacts;
}

static void state(void *context, peer_state *states)
{
    const engine *e = context;
    for (size_t i = 0; i < e->count; i++) {
        dQuaternion q;
        dBodyID body = dGeomGetBody(e->geom[i]);
        states[i] = (peer_state){.position = {0.0}};
        dGeomGetQuaternion(e->geom[i], q);
        memcpy(states[i].orientation, q, sizeof states[i].orientation);
        memcpy(states[i].position, dGeomGetPosition(e->geom[i]), sizeof states[i].position);
        if (!body)
            continue;
        memcpy(states[i].velocity, dBodyGetLinearVel(body), sizeof states[i].velocity);
        memcpy(states[i].spin, dBodyGetAngularVel(body), sizeof states[i].spin);
    }
}

static void close_engine(void *context)
{
    engine *e = context;
    dJointGroupDestroy(e->joints);
    dSpaceDestroy(e->space);
    dWorldDestroy(e->world);
    dCloseODE();
    free(e->geom);
    free(e);
}

const peer_engine peer_ode = {"ODE", open, step, contacts, state, close_engine};
