#include "scene/form_stuffing.h"

trama_status trama_form_stuff(const trama_form *body, trama_tetrahedra *made, trama_error *error)
{
    (void)body, (void)made;
    return trama_fail_memory(error);
}
