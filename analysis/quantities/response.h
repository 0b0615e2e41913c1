/* The response of a case: the main quantity of its study, and its published value. */
#ifndef ANALYSIS_QUANTITIES_RESPONSE_H
#define ANALYSIS_QUANTITIES_RESPONSE_H

#include "analysis/quantities/told.h"
#include "analysis/read/study.h"
#include "study/answer.h"

/* The quantity that its study asks of a case (study/answer.h). */
typedef study_response response;

response response_of(const study_case *c);

/* Converts a value from the unit of the quantity to that of the response. */
double response_in_unit(const response *r, double value);

/* The unit as printed; "" for a pure number. */
const char *response_unit(const response *r);

/* The quantity in words, or "how each case ended". */
const char *response_words(const response *r);

/* A response, and the value from a publication or theory, in its unit; NAN: none. */
typedef struct answer {
    response of;
    double measured, published;
    bool agrees;
    bool theory;     /* the reference is theory, not a published value */
    bool beside;     /* the published value is from other hardware, so agreement is not expected */
    bool absent;     /* the case has no file: it neither agrees nor differs */
    bool rounding;   /* it is zero up to rounding, compared with other answers (scales.h) */
    bool at_least;   /* a limit that the search did not reach */
    bool late;       /* a limit that a longer run does not keep, or only while energy grows */
    bool parts;      /* an accurate step that is made in parts */
    const char *end; /* how a case without the value ended */
} answer;

/* Whether steps of the size of its accurate step are made in parts. */
bool answer_is_in_parts(const study_case *c);

answer answer_of(const study *s, const study_case *c);

/* A case; its method, with the differences from others of that title; and "yes" or "no": agreement
 * with the published value. */
enum { ANSWER_METHOD = 160 };
typedef struct answer_row {
    answer is;
    char method[ANSWER_METHOD];
    const char *status, *as_published;
} answer_row;
extern const told_rows answer_rows;
void answer_method(const study *s, const study_case *c, char name[ANSWER_METHOD]);

/* The measured value only. */
double response_value(const study *s, const study_case *c, response of);

/* The same for the response of another case. */
answer answer_as(const study *s, const study_case *c, response of);

/* "12 ✓", "10 ≠ 12", "10 (12)" of other hardware, "12"; "at least 12", and "12 †" of a limit that
 * is late, or made in parts; without the value how the run ended, "unstable", "not reached", or
 * "none". A value that is zero up to rounding is "0". */
void answer_text(const answer *a, char *text, size_t size);

#endif
