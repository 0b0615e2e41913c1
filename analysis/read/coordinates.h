/* Coordinates, which distinguish cases: their experiment, and every path that varies among them,
 * swept or a label. No path has a special meaning. */
#ifndef ANALYSIS_READ_COORDINATES_H
#define ANALYSIS_READ_COORDINATES_H

#include "analysis/read/partition.h"
#include "results/swept.h"

/* Whether a column of a case is a coordinate's: below /swept or /labels. */
bool coordinate_is(const char *column);

/* A case's value of a coordinate, by the path of its column, below one of these; false if it has
 * none. A text that is a number is one. */
bool coordinate_of(const study_case *c, const char *column, swept_value *value);

/* The path of a coordinate in the case: "labels.cloth", "model.zeta". */
enum { COORDINATE_PATH = 640 };
void coordinate_path(const char *column, char path[COORDINATE_PATH]);

/* Whether two cases have different values, or only one of them has a value. */
bool coordinate_differs(const study_case *a, const study_case *b, const char *column);

/* The value as text, for a partition: equal for equal values; "" if it has none. */
const char *coordinate_text(const study_case *c, const void *column, char room[PARTITION_TEXT]);

/* Whether two cases agree in values that may differ between other cases. */
typedef bool coordinate_same(const study_case *a, const study_case *b);

/* Whether c and `other` differ only in those values and in others that follow from them: wherever c
 * and `other` differ, all cases of the experiment of `other` that are `same` as `other` have one
 * value. `cases` must contain all of these. */
bool coordinates_differ_among(const study_case *const *cases, size_t count, const study_case *c,
                              const study_case *other, coordinate_same *same);

/* The coordinates of a list of cases. */
typedef struct coordinates {
    size_t count;
    partition *by; /* the cases, by each of them; the experiment comes first */
} coordinates;

/* The axis along which a list is compared, which is not a coordinate of it. */
typedef struct coordinate_axis {
    partition_text *text; /* values that it determines, such as zipped ones, are no coordinates
                             either */
    bool (*is_part)(const study_case *c, const char *path); /* of it; NULL: no path is */
} coordinate_axis;

/* The method with all its parameters. */
extern const coordinate_axis coordinate_method;

/* Every path that varies and is not of `axis`. False without memory; free it in any case. */
bool coordinates_make(const case_list *cases, const coordinate_axis *axis, coordinates *made);
void coordinates_free(coordinates *c);

/* Whether two cases of the list agree in all of them. */
bool coordinates_agree(const coordinates *c, size_t a, size_t b);

#endif
