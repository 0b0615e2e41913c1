/* What an earlier version of an experiment has left in its folder. */
#ifndef COMMAND_UNPLANNED_CASES_H
#define COMMAND_UNPLANNED_CASES_H

#include "command/pending_cases.h"

/* Names, on stderr, the files and the journals of cases that the experiments' study files do not
 * plan any more, and removes them if the request is for that: files by `--again unplanned`,
 * journals also by `stale` and `all`. False if that fails. */
bool unplanned_cases_tidy(const request *r, const plan *p);

#endif
