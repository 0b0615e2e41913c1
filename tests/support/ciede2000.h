/* How far colours are apart, for eyes with and without red and green cones: CIEDE2000 (Sharma, Wu
 * and Dalal 2005) of colours seen as Machado, Oliveira and Fernandes (2009) simulate it. */
#ifndef TESTS_SUPPORT_CIEDE2000_H
#define TESTS_SUPPORT_CIEDE2000_H

typedef struct lab {
    double l, a, b;
} lab;

enum sight { ALL_CONES, NO_RED, NO_GREEN, SIGHTS };

const char *sight_name(enum sight sight);
double lab_distance(lab x, lab y);
/* Of two colours "#rrggbb". */
double colour_distance(const char *x, const char *y, enum sight sight);

#endif
