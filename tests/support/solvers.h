/* Every solver that is not of this library, whichever are there: those of other libraries that the
 * build has, the examples in Python and JavaScript, and those of engines/node. */
#ifndef TRAMA_TESTS_SUPPORT_SOLVERS_H
#define TRAMA_TESTS_SUPPORT_SOLVERS_H

#include <stdbool.h>

/* For cmocka: puts all among the integrators. */
int solvers_register(void **state);

typedef void solvers_law(const char *name);
typedef bool solvers_taker(const char *name);
/* Calls for each that takes what the law is about; the test is skipped if there is none. */
void solvers_each(solvers_taker *takes, solvers_law *holds);

#endif
