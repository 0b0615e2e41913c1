/* Search for the largest stable time step. A larger step may be stable again, and stability may be
 * lost late. So the search keeps every run that it made, and says which were made as checks. */
#ifndef TRAMA_MEASURE_SEARCH_H
#define TRAMA_MEASURE_SEARCH_H

#include "measure/run.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_search_spec {
    double first, increment; /* s: dt = first, first + increment, ... until a run is unstable
                                (thesis, section 3.4.2) */
    double cap;              /* s: the search ends here even if every run was stable */
    long scan;               /* further steps past the first failure */
    double late; /* each stable end (dt_stable, bisected_stable) is run again with this multiple
                    of the horizon; 0: not */
    double late_growth; /* share of the largest energy or work that may come from nowhere in that
                           longer run, before the step is said to hold by its bounds alone */
    double tolerance;   /* bisect the bracket to this relative width; 0: not */
    long below;         /* steps tried below the bracket, which divide (0, its lower end) equally */
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

/* What a longer run, within all bounds, says of energy. */
typedef struct trama_energy_check {
    double
        growth; /* as trama_outcome has it; NAN: no longer run, one that failed, or not watched */
    double excess;     /* J */
    bool bounds_alone; /* growth is above late_growth: no bound is past, but energy comes from
                          nowhere */
} trama_energy_check;

enum { TRAMA_TRIALS_MAX = 4096 };

typedef struct trama_search {
    double dt_stable;                          /* s; NAN: the first step failed already */
    double dt_unstable;                        /* s; NAN: nothing failed up to the cap */
    trama_outcome failure;                     /* at dt_unstable */
    double bisected_stable, bisected_unstable; /* s; the bracket after bisection, or as above */
    long late_iteration; /* at which dt_stable fails in the longer check; -1: it does not */
    long bisected_late_iteration;                         /* the same of bisected_stable */
    trama_energy_check late_energy, bisected_late_energy; /* of those two longer runs */
    long below_unstable; /* steps below the bracket that fail, though larger ones are stable */
    size_t count;        /* runs made */
    trama_trial *trial;
} trama_search;

/* Makes one run at dt, with `stretch` times the horizon; `budget`: energy is watched, if it can be.
 */
typedef trama_status (*trama_trial_run)(void *context, double dt, double stretch, bool budget,
                                        trama_outcome *outcome, trama_error *error);

/* Makes the published search. Then it makes the scan, the bisection, the scan below and the late
 * check if the spec asks for them.
 * search->trial is allocated; free with trama_search_free. Errors: TRAMA_NO_MEMORY, those of the
 * run. */
trama_status trama_search_step(const trama_search_spec *spec, trama_trial_run run, void *context,
                               trama_search *search, trama_error *error);
void trama_search_free(trama_search *search);

#ifdef __cplusplus
}
#endif

#endif
