/* Runs of the program in which its N-th allocation fails (tests/fault/scarce.c). In a
 * group of fault_enter. */
#ifndef SUPPORT_SCARCE_H
#define SUPPORT_SCARCE_H

/* Runs a sweep with allocation `first`, `first` + `stride`, ... missing, alone and with all that
 * follow, each in a folder of its own: no crash; it says that memory is short and what is finished
 * verifies, or it needed less and is complete; the same command with `--again bad` ends with the
 * digests `expected`. Returns how many allocations a run takes. */
long scarce_run_each(long first, long stride, const char *expected);

/* Columns of all cases of FAULT_WHOLE: what handles each of them allocates more often than that. */
long scarce_columns(void);

/* The commands that read results, those of FAULT_WHOLE: they say it, with exit code 4, or write
 * what they would. */
long scarce_read_each(const char *command, long first, long stride);

/* `trama show` of a case of FAULT_WHOLE. */
long scarce_show_each(long first, long stride);

/* `trama report` of FAULT_WHOLE without figures: the page is what it would be, too. */
long scarce_report_each(long first, long stride);

/* A command that writes into the folder SCARCE_MADE: it writes the same files, or says with exit
 * code 4 that memory is short. Then no file there, nor of the tables of FAULT_WHOLE, differs from
 * what it would be. Pages may then lack a part; figures' PDF files and sums, which have a date, are
 * never compared. */
#define SCARCE_MADE "made"
long scarce_write_each(const char *const *arguments, long first, long stride);

/* The program where addresses are limited (ulimit -v), in steps of a MiB from the least limit
 * under which `trama list` prints its list: each of the commands that read FAULT_WHOLE, and a run,
 * ends by itself and does what it should or says that memory is short, and calls nothing damaged.
 * Returns at how many steps some command said so. Not under AddressSanitizer, which needs terabytes
 * of addresses. */
int scarce_limit_each(void);

/* `trama advise` where the case has been measured: it plans, finds the case, reads it and prints.
 * Every `stride`-th allocation and each of the last, which are those of printing. */
void scarce_advise_each(long stride);

#endif
