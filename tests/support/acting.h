/* Every interaction of the registry in a sample of its own: two unheld sheets, of other sizes and
 * at no angle that is special, that it acts between; or a sheet and a closed body. Include after
 * cmocka.h. */
#ifndef TRAMA_TESTS_SUPPORT_ACTING_H
#define TRAMA_TESTS_SUPPORT_ACTING_H

#include "support/objects.h"

typedef struct acting_sample {
    const char *interaction, *settings;
    const char *undamped; /* the same without dampers that may turn the whole; NULL: it has none */
    double origin[3], velocity[3]; /* of the second sheet, m and m/s, beside the first */
    double arm;                    /* m: its ends are this far apart at most, and so may turn */
    bool closed;                   /* the second is an octahedron of radius 0.4 m about `origin` */
} acting_sample;

extern const acting_sample acting_samples[];
size_t acting_sample_count(void);
/* Whether a method takes the sample's interaction; `method` if it does, else one that does. */
bool acting_fits(const acting_sample *sample, const char *method);
const char *acting_method(const acting_sample *sample, const char *method);

/* What differs from one test to another. */
typedef struct acting_setup {
    long points; /* nodes along a side of each sheet; 0: 3 */
    bool held;   /* an edge of each is held */
    bool undamped;
    const char *method; /* integrator */
} acting_setup;

void acting_begin(objects *o, const acting_sample *sample, acting_setup setup);

/* A sample under a method that takes it. */
typedef struct acting_trial {
    const acting_sample *sample;
    const char *method;
} acting_trial;
typedef void acting_check(const acting_trial *at);
/* Checks every sample under one method, or under another where that does not take it. */
void acting_each(const char *method, acting_check *check);
/* Checks every sample under every registered method that takes it. */
void acting_each_under_every_method(acting_check *check);

/* "interaction (settings) under method", for messages. */
const char *acting_name(const acting_sample *sample, const char *method);

#endif
