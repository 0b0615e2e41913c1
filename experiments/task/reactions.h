/* Forces of interactions and pins, and how a body turns, as columns of a run's series. */
#ifndef TASK_REACTIONS_H
#define TASK_REACTIONS_H

#include "measure/mark.h"
#include "measure/run.h"

enum { TASK_REACTIONS = 7, TASK_PIN_FORCES = 3, TASK_ATTITUDES = 7 };

/* Observables of an interaction, of an object with pins, and of a body. */
extern const trama_observable task_reactions[TASK_REACTIONS];
extern const trama_observable task_pin_forces[TASK_PIN_FORCES];
extern const trama_observable task_attitudes[TASK_ATTITUDES];

/* Their values, in that order; `room` (nv) is work space. */
void task_reactions_of(const trama_view *view, size_t interaction, double *room,
                       double value[TASK_REACTIONS]);
void task_pin_forces_of(const trama_view *view, size_t object, double *room,
                        double value[TASK_PIN_FORCES]);
void task_attitudes_of(const trama_view *view, const trama_mark *body,
                       double value[TASK_ATTITUDES]);

#endif
