/* Files that an earlier version of an experiment left in its folder. */
#ifndef COMMAND_UNPLANNED_CASES_H
#define COMMAND_UNPLANNED_CASES_H

#include "command/pending_cases.h"

/* Lists on stderr the files and journals of cases that the experiments' study files no longer plan,
 * and removes them if the request says so: files with `--again unplanned`, journals also with
 * `stale` and `all`. False if that fails. */
bool unplanned_cases_tidy(const request *r, const plan *p);

#endif
