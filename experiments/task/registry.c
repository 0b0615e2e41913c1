#include "task/task.h"

#define TASK(name) extern const task_type task_##name;
#include "task/tasks.def"
#undef TASK

static const void *const built_in[] = {
#define TASK(name) &task_##name,
#include "task/tasks.def"
#undef TASK
};
const trama_registry task_registry = TRAMA_REGISTRY("task", built_in, NULL);
