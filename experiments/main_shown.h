/* Output of commands for people, which may contain text from elsewhere: names of files, texts of
   results. */
#ifndef MAIN_SHOWN_H
#define MAIN_SHOWN_H

#include <stdbool.h>
#include <stdio.h>

/* Call shown_begin once, before any of them; false without memory. Call the other at the end; false
 * if something could not be written to standard output. */
bool shown_begin(void);
bool shown_end(void);

/* Standard output, escaped (results/terminal.h) if it is a terminal; files and pipes get the bytes
 * unchanged. Standard error, always escaped. */
FILE *shown_out(void);
FILE *shown_err(void);

#endif
