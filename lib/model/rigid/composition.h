/* The composition of rigid bodies (model/composition.h). */
#ifndef TRAMA_MODEL_RIGID_COMPOSITION_H
#define TRAMA_MODEL_RIGID_COMPOSITION_H

#include "model/composition.h"

extern const trama_composition trama_rigid_composition;

#endif
