/* libtrama as a whole: models, integrators, and what measures them. A program that links it needs
 * no more than this header; examples/library shows one. */
#ifndef TRAMA_TRAMA_H
#define TRAMA_TRAMA_H

#include "core/advance.h"
#include "core/field.h"
#include "core/isa.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "core/random.h"
#include "core/status.h"
#include "core/threads.h"
#include "integrator/integrator.h"
#include "measure/accuracy.h"
#include "measure/amplification.h"
#include "measure/detector.h"
#include "measure/drift.h"
#include "measure/energy.h"
#include "measure/equilibrium.h"
#include "measure/folds.h"
#include "measure/geometry.h"
#include "measure/line.h"
#include "measure/momentum.h"
#include "measure/run.h"
#include "measure/search.h"
#include "measure/spectrum.h"
#include "measure/symptom.h"
#include "model/model.h"
#include "scene/loads.h"
#include "scene/mesh.h"
#include "scene/motion.h"
#include "scene/scene.h"
#include "system.h"

#endif
