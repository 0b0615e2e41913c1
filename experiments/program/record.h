#ifndef PROGRAM_RECORD_H
#define PROGRAM_RECORD_H

#include "integrator/integrator.h"
#include "results/columns/columns.h"

/* Adds the program that made the steps, and how it represents each part of the problem. Adds
 * nothing for a method of the library. */
void program_record(const trama_integrator *integrator, bundle *results);

#endif
