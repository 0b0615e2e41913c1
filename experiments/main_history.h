/* trama history add | show | check | reference | bisect. */
#ifndef EXPERIMENTS_MAIN_HISTORY_H
#define EXPERIMENTS_MAIN_HISTORY_H

int command_history(int argc, char **argv);

#endif
