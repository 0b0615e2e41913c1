#include "task/task.h"

#include <string.h>

#define TASK(name) extern const task_type task_##name;
#include "task/tasks.def"
#undef TASK

static const task_type *const tasks[] = {
#define TASK(name) &task_##name,
#include "task/tasks.def"
#undef TASK
};

size_t task_count(void)
{
    return sizeof tasks / sizeof tasks[0];
}

const task_type *task_at(size_t index)
{
    return tasks[index];
}

const task_type *task_find(const char *name)
{
    for (size_t i = 0; i < task_count(); i++)
        if (strcmp(tasks[i]->name, name) == 0)
            return tasks[i];
    return NULL;
}
