/* The commands that compare results, which need the analysis as well as the runner. */
#ifndef MAIN_COMPARE_H
#define MAIN_COMPARE_H

int command_compare(int argc, char **argv);
int command_baseline(int argc, char **argv);

#endif
