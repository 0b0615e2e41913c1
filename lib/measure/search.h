/* Search for the largest stable time step. A larger step may be stable again, and stability may be
 * lost late. So the search records every run with its purpose. */
#ifndef TRAMA_MEASURE_SEARCH_H
#define TRAMA_MEASURE_SEARCH_H

#include "measure/run.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_search_spec {
    double first, increment; /* s: dt = first, first + increment, ... until a run is unstable
                                (thesis, section 3.4.2) */
    double cap;              /* s: the search ends here if every run is stable */
    long scan;               /* further steps past the first failure */
    double late;             /* multiple of the horizon for a second, longer run at dt_stable and at
                                bisected_stable; 0: none */
    double late_growth; /* unexplained energy in that longer run, relative to the largest energy or
                           work, above which bounds_alone is set */
    double tolerance;   /* bisect the bracket to this relative width; 0: no bisection */
    long below;         /* number of steps tried below the bracket, equally spaced in (0, its lower
                           end) */
} trama_search_spec;
extern const trama_fields trama_search_fields;

typedef enum trama_purpose {
    TRAMA_PURPOSE_SEARCH,
    TRAMA_PURPOSE_SCAN,
    TRAMA_PURPOSE_LATE,
    TRAMA_PURPOSE_BISECT,
    TRAMA_PURPOSE_BELOW,
} trama_purpose;
const char *trama_purpose_name(trama_purpose purpose);

typedef struct trama_trial {
    double dt;
    trama_purpose purpose;
    trama_outcome outcome;
} trama_trial;

/* The energy check of a longer run that stayed within all bounds. */
typedef struct trama_energy_check {
    double
        growth; /* as in trama_outcome; NAN: no longer run, a failed one, or energy not watched */
    double excess;     /* J */
    bool bounds_alone; /* growth is above late_growth: all bounds hold, but energy is created */
} trama_energy_check;

enum { TRAMA_TRIALS_MAX = 4096 };

typedef struct trama_search {
    double dt_stable;                          /* s; NAN: the first step failed */
    double dt_unstable;                        /* s; NAN: nothing failed up to the cap */
    trama_outcome failure;                     /* at dt_unstable */
    double bisected_stable, bisected_unstable; /* s; the bracket after bisection, or as above */
    long late_iteration;          /* at which dt_stable fails in the longer run; -1: it does not */
    long bisected_late_iteration; /* the same for bisected_stable */
    trama_energy_check late_energy, bisected_late_energy; /* of those two longer runs */
    long below_unstable; /* number of steps below the bracket that fail, though larger ones are
                            stable */
    size_t count;        /* runs made */
    trama_trial *trial;
} trama_search;

/* Makes one run at dt, with `stretch` times the horizon; `budget`: watch energy if possible. */
typedef trama_status (*trama_trial_run)(void *context, double dt, double stretch, bool budget,
                                        trama_outcome *outcome, trama_error *error);

/* Makes the published search, then the scan, the bisection, the scan below and the longer runs that
 * the spec enables. search->trial is allocated; free with trama_search_free. Errors:
 * TRAMA_NO_MEMORY, those of the run. */
trama_status trama_search_step(const trama_search_spec *spec, trama_trial_run run, void *context,
                               trama_search *search, trama_error *error);
void trama_search_free(trama_search *search);

#ifdef __cplusplus
}
#endif

#endif
