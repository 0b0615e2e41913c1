#include "engine/engine.h"

static const engine pool = {.run = pool_run};
static const engine *used = &pool;

void engine_use(const engine *e)
{
    used = e;
}

const engine *engine_used(void)
{
    return used;
}
