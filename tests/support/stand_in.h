/* A program of two lines in the place of gnuplot. The files are in the test's own folder
 * (support/folder.h), and PATH is the test's until stand_in_end. */
#ifndef SUPPORT_STAND_IN_H
#define SUPPORT_STAND_IN_H

/* Leaves what gnuplot would, and says nothing. */
extern const char stand_in_draws[];
/* Leaves its process number in the file `pid` of the folder that the test began in, and sleeps in
 * a process of its own, whose number is in `child`. */
extern const char stand_in_hangs[];

/* From now on gnuplot is a script of this line; $2 is the name of gnuplot's script. */
void stand_in_begin(const char *line);
void stand_in_end(void);

/* Waits until the process whose number is in the file is no more. */
void stand_in_await_end(const char *file);

#endif
