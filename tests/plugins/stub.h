/* An integrator that does nothing, for plugins that are refused before it is used. */
#include "trama_plugin.h"

static void idle(trama_integrator *integrator, trama_system *system, double h)
{
    (void)integrator, (void)system, (void)h;
}

#define IDLE(name_)                                                                                \
    {                                                                                              \
        .name = name_, .summary = "does nothing", .reference = "none", .version = 1, .order = 1,   \
        .damped_order = 1, .step = idle                                                            \
    }
