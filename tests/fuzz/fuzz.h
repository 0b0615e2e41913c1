/* What the fuzz targets share: the input as a file, and the plan of an experiment that names it.
 * Each target is one program with libFuzzer (CMake preset fuzz, tools/fuzz.sh); in the other
 * presets it is a test that takes its corpus (replay.c). */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* libFuzzer's. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The path of a file of that name with these bytes, until the next call of that name. All are in
 * one folder of the process, in $TMPDIR, removed at its end. */
const char *fuzz_file(const char *name, const void *data, size_t size);

/* Makes a plan of the experiment with these bytes (input.yaml, beside the files above), and ends
 * the process unless that is done or refused in one line. */
void fuzz_plan(const void *data, size_t size);

/* Ends the process unless `text` is one sentence on one line. */
void fuzz_expect_line(const char *text);

#endif
