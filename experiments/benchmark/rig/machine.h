/* The machine that a benchmark runs on. */
#ifndef BENCHMARK_MACHINE_H
#define BENCHMARK_MACHINE_H

/* Prints processor, caches, governor, load, and the compiler and flags of the build, a line each.
 */
void machine_print(void);

/* Pins the process to the processor that it is on: its number, or -1 if it may not choose. */
int machine_pin(void);
/* Undoes it. */
void machine_unpin(void);

#endif
