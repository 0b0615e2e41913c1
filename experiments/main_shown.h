/* Where commands write for people what may come from elsewhere: names of files, texts of results.
 */
#ifndef MAIN_SHOWN_H
#define MAIN_SHOWN_H

#include <stdbool.h>
#include <stdio.h>

/* Once, before any of them; false without memory. And at the end; false if something could not be
 * written to standard output. */
bool shown_begin(void);
bool shown_end(void);

/* Standard output, which is shown (results/terminal.h) if it is a terminal: to files and pipes goes
 * every byte as it is. Standard error, which is always for people. */
FILE *shown_out(void);
FILE *shown_err(void);

#endif
