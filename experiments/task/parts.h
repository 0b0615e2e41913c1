/* The parts of a mode in a bundle: what gives it its stiffness and its damping. */
#ifndef TRAMA_TASK_PARTS_H
#define TRAMA_TASK_PARTS_H

#include "measure/mode.h"
#include "task/task.h"

void task_add_parts(const trama_mode_part *part, size_t count, bundle *results);

#endif
