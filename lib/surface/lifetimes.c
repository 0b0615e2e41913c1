#include "surface/lifetimes.h"

#include "model/rigid/lifetimes.h"

bool trama_body_is_there(const trama_body *body)
{
    return body->surface->rigid->body[body->index].there;
}

bool trama_surface_has_lifetimes(const trama_surface *surface)
{
    return surface->rigid && trama_rigid_has_lifetimes(surface->rigid);
}
