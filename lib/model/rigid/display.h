/* How frames and pictures show rigid bodies. */
#ifndef TRAMA_MODEL_RIGID_DISPLAY_H
#define TRAMA_MODEL_RIGID_DISPLAY_H

#include "model/outline.h"

extern const trama_display trama_rigid_display;

#endif
