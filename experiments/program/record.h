#ifndef PROGRAM_RECORD_H
#define PROGRAM_RECORD_H

#include "integrator/integrator.h"
#include "results/columns/columns.h"

/* Adds who made the steps, and what of the problem it took how; nothing for a method of the
 * library. */
void program_record(const trama_integrator *integrator, bundle *results);

#endif
