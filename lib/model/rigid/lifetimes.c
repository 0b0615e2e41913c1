#include "model/rigid/lifetimes.h"

#include "model/rigid/rotation.h"

#include <math.h>
#include <string.h>

static bool come_and_go(trama_rigid_body *body, double t, const double *q, double *v);

bool trama_model_live(const trama_model_type *type, void *model, double t, const double *q,
                      double *v)
{
    if (!type->rigid)
        return false;
    trama_rigid *rigid = (trama_rigid *)type->rigid(model); /* a part of the model */
    bool changed = false;
    for (size_t i = 0; i < rigid->count; i++)
        changed |= come_and_go(&rigid->body[i], t, q, v);
    return changed;
}

static bool come_and_go(trama_rigid_body *body, double t, const double *q, double *v)
{
    const bool due = trama_rigid_is_due(body, t), changes = due != body->there;
    double *own = v + TRAMA_RIGID_V * body->index;
    body->there = due;
    if (!changes || body->motion != TRAMA_RIGID_FREE)
        return changes;
    if (due)
        trama_rigid_first_velocity(body, q + TRAMA_RIGID_Q * body->index + 3, own);
    else
        memset(own, 0, TRAMA_RIGID_V * sizeof *own);
    return true;
}

bool trama_rigid_is_due(const trama_rigid_body *body, double t)
{
    return t >= body->appears && t < body->vanishes;
}

bool trama_rigid_moves(const trama_rigid_body *body)
{
    return body->there && body->motion == TRAMA_RIGID_FREE;
}

bool trama_rigid_has_lifetimes(const trama_rigid *rigid)
{
    for (size_t i = 0; i < rigid->count; i++)
        if (rigid->body[i].appears > 0.0 || isfinite(rigid->body[i].vanishes))
            return true;
    return false;
}

bool trama_model_has_lifetimes(const trama_model_type *type, const void *model)
{
    return type->rigid && trama_rigid_has_lifetimes(type->rigid(model));
}

bool trama_model_awaits(const trama_model_type *type, const void *model, double t)
{
    const trama_rigid *rigid = type->rigid ? type->rigid(model) : NULL;
    for (size_t i = 0; rigid && i < rigid->count; i++) {
        const trama_rigid_body *body = &rigid->body[i];
        if (body->there ? isfinite(body->vanishes) : t < body->appears)
            return true;
    }
    return false;
}

void trama_rigid_first_velocity(const trama_rigid_body *body, const double *q, double *v)
{
    trama_pose pose;
    quaternion_turn(quaternion_at(q), &pose);
    memcpy(v, body->velocity, sizeof body->velocity);
    vec_put(turned_back(&pose, vec_of(body->spin)), v + 3);
}

void trama_rigid_lifetimes_state(void *model, trama_archive *archive)
{
    trama_rigid *rigid = model;
    const bool live = trama_rigid_has_lifetimes(rigid);
    for (size_t i = 0; live && i < rigid->count; i++)
        trama_archive_flag(archive, &rigid->body[i].there);
}
