#include "force/force.h"

#define TRAMA_FORCE(name) extern const trama_force_type trama_force_##name;
#include "force/forces.def"
#undef TRAMA_FORCE

static const void *const built_in[] = {
#define TRAMA_FORCE(name) &trama_force_##name,
#include "force/forces.def"
#undef TRAMA_FORCE
};
const trama_registry trama_force_registry = TRAMA_REGISTRY("force", built_in, NULL);

TRAMA_REGISTRY_LOOKUP(trama_force, trama_force_registry)
