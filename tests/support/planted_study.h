/* The study of an experiment whose cases are planted: study.h5 grows with every case. The labels
 * simulation, varied, factor, member, sheet and series become factors, and the method one that is
 * the integrator; the label `method` is the published name that it is a variant of, and a reference
 * the published table. Include after cmocka.h. */
#ifndef TRAMA_TESTS_SUPPORT_PLANTED_STUDY_H
#define TRAMA_TESTS_SUPPORT_PLANTED_STUDY_H

#include "results/bundle.h"

/* What planted_labels says of the case that is made next. */
void planted_study_note(const char *method, const char *required, const char *reference);

/* Takes the case into the study of its experiment, in `folder`/<experiment>, and writes it: a block
 * if any of its cases has a reference or such a label. Adds /case/id to the bundle. */
void planted_study_add(bundle *b, const char *folder, const char *id);

#endif
