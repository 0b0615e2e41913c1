/* The tests of a room share one program: linking a program for each test would take longer than to
 * compile all of them. Its argument names the test to run. CMake writes the list of its tests
 * (tests/CMakeLists.txt). */
#ifndef ROOM_ROOM_H
#define ROOM_ROOM_H

typedef struct room_test {
    const char *name; /* of its file */
    int (*run)(void); /* what is main in that file */
} room_test;

extern const room_test room_tests[]; /* up to one without a name */

#endif
