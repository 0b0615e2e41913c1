/* Reads results folders; makes tables, plots and the report. Results files are all that it knows of
 * how results were made. */
#ifndef ANALYSIS_ANALYSIS_H
#define ANALYSIS_ANALYSIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* `folder` is what `trama run -o` was given, or one experiment in it. Writes <folder>/tables/ in
 * every format (CSV, Markdown, LaTeX with booktabs); of more than a thousand files the tables of
 * all their runs and samples are made where one is named alone. Prints the table named `only` to
 * `out`, in `format`: "md", "csv", "latex", or NULL: "md", or fitted to the terminal that `out` is,
 * with a pager. `only` NULL: for people the matrix of responses and the names of the other tables,
 * for programs (csv, latex) those that are for print. From a folder that cannot be written, tables
 * are printed alone, with one line on `err`. Ends with a line that says where they are and how many
 * published cells were reproduced, on `err` if the format or `only` leaves it no room. Returns the
 * program's exit code: 0; 1 if a cell that must reproduce does not; 2 if the folder holds no
 * results; 3 if some cases did not end in a result; 4 input/output. One line a problem on `err`. */
int analysis_table(const char *folder, const char *only, const char *format, FILE *out, FILE *err);

/* What is asked of a table beside its name, in a user's words; NULL where nothing is. */
typedef struct analysis_table_options {
    const char *name, *format;
    const char *columns; /* names of values, "model.zeta,answer,published dt_stable": they are the
                          * columns; without a name the rows are all cases */
    const char *only;    /* an expression over such names: cases for which it holds */
    const char *sort;    /* such names; with - before one from the largest down */
} analysis_table_options;

/* The same; where columns, only or sort are given one table alone is printed, the answers if no
 * name is given, and nothing is written or counted: 0, 2 and 3 are the exit codes then. */
int analysis_table_with(const char *folder, const analysis_table_options *options, FILE *out,
                        FILE *err);

/* A case that was not run because its solver refuses it. */
typedef struct analysis_refusal {
    const char *experiment, *solver, *why;
} analysis_refusal;

/* Writes <folder>/laws.json: the rows of the table `laws` by the names of its CSV's columns, and
 * what was refused. Exit codes: 0; 2 if the folder holds no results; 4 input/output. */
int analysis_laws(const char *folder, const analysis_refusal *refused, size_t count, FILE *err);

/* Prints the answer cards of the same, as `analysis_table` does in front of its tables; nothing
 * where there is nothing to read. */
void analysis_glance(const char *folder, FILE *out);

/* Prints what the task advice found, in words, of the results file of a case: `chosen` says which
 * of several it is, or is empty; `folder` is where a plot of the worst mode can be made, or NULL.
 * Exit codes as above. */
int analysis_advice(const char *file, const char *chosen, const char *folder, FILE *out, FILE *err);

/* Prints what the one timing in `folder` says of the machine it was taken on: median and interval,
 * what else went on, and whether such a time can be quoted. Exit codes as above. */
int analysis_timing_worth(const char *folder, FILE *out, FILE *err);

/* Writes <folder>/plots/: SVG and PDF, with the gnuplot script and data beside each. Exit codes as
 * above; 4 also where gnuplot is missing or fails, with its first message. */
int analysis_plot(const char *folder, FILE *out, FILE *err);
/* The same in the folder `target` itself, as for a folder that cannot be written; NULL: as above.
 * Of what is asked for alone, if it is anything: plots by name. These are added to the figures that
 * stand there. */
int analysis_plot_into(const char *folder, const char *target, const char *const *asked,
                       size_t count, FILE *out, FILE *err);

/* Writes one HTML page by itself, `file` or (NULL) report.html in the first of `folders` folders:
 * summary, tables, moving meshes, the plots that stand in each <folder>/plots, provenance. Ends
 * with a line that says where it is. Exit codes are those of analysis_plot. */
int analysis_report(const char *const *folder, size_t folders, const char *file, FILE *out,
                    FILE *err);

typedef struct analysis_report_options {
    const char *file;  /* as above */
    const char *since; /* an older results folder or a baseline file: a section says what changed in
                          the first folder since: answers, times with their intervals, last shapes.
                          NULL: none */
    bool draw;         /* folders without plots get them first */
    const char *said; /* lines that the page is to say, as it does what is said on `err`; or NULL */
} analysis_report_options;

/* The same with more options. What cannot be read or drawn is said on `err` and on the page, which
 * is made without. */
int analysis_report_with(const char *const *folder, size_t folders,
                         const analysis_report_options *options, FILE *out, FILE *err);

/* Makes a static site in the folder `target` (NULL: site): index.html, which says of each study
 * what came out, what did not and how to run it, and of each <name>/report.html, tables and plots,
 * <name> being the last part of the folder's path. Runs nothing; makes the tables anew, and plots
 * where there are none. Of folders of one name the second is <name>-2. Folders without results are
 * left out, with one line on `err`. Exit codes: 0, whatever came out; 2 if a folder was left out; 4
 * input/output. */
int analysis_site(const char *const *folder, size_t folders, const char *target, FILE *out,
                  FILE *err);

/* Prints what a results file holds: how the case ended, and every column with its shape, unit and
 * meaning, scalars with their value. With `paths` (columns or groups), their values as CSV instead.
 * Exit codes: 0; 2 if the file is none of ours or has no such column; 4 input/output, damage. */
int analysis_show(const char *file, const char *const *path, size_t paths, FILE *out, FILE *err);

/* Writes CSV for spreadsheets into `target` (NULL: <folder>/csv): one file an experiment,
 * <experiment>.csv, with a row a case: identity, labels, and every scalar of /result and /timing;
 * with `series` also <experiment>/<id>-<group>.csv for every longer column of a case but the
 * frames. `folder` may be a results file, too. Exit codes are those of analysis_table. */
int analysis_export(const char *folder, const char *target, bool series, FILE *out, FILE *err);

/* What is compared, and what counts as slower (docs/regression.md). */
typedef struct analysis_comparison {
    const char *baseline, *fresh; /* results folders, with rounds in them or without; the baseline
                                     may be a file of analysis_baseline */
    const char *format;           /* "md", "csv", "latex" */
    const char *junit, *json;     /* files to write, or NULL */
    double limit, level;          /* of the times: 0.05 and 0.025, say */
    bool force;                   /* also times of other machines, or not taken in turn */

    /* A second measurement of the times, which confirms or clears what the first finds slower:
     * NULL, or two folders, which measure_again (if not NULL) makes when they are needed. It
     * returns an exit code, and the comparison ends with it if it is not 0. */
    const char *again_baseline, *again_fresh;
    int (*measure_again)(void *context);
    void *context;
} analysis_comparison;

/* Prints a table of what differs and of all times. Exit codes: 1 if a result differs that must not,
 * a case is missing, or a time is slower and that is confirmed; 2 if a side holds no results; 3 if
 * cases broke off, on both sides alike; 4 input/output. */
int analysis_compare(const analysis_comparison *wanted, FILE *out, FILE *err);

/* Writes the results of a folder as a baseline, one text file, to `file` or (NULL) `out`. Refuses
 * cases that broke off: 3. */
int analysis_baseline(const char *folder, const char *file, FILE *out, FILE *err);

/* Adds the results of a folder, or of a baseline file, to the history in `file`, which is made if
 * it is not there, as those of `commit` (NULL: of the commit that their program says), and tells
 * what they changed; a time counts as changed by the share `least` at least. Exit codes: 0; 2 if
 * there is nothing to add; 4 input/output. */
int analysis_history_add(const char *file, const char *folder, const char *commit, double least,
                         FILE *out, FILE *err);
/* Tells where results and times changed, in `format` ("md", "csv"), or, with a `folder`, as a page
 * there with figures. */
int analysis_history_show(const char *file, double least, const char *format, const char *folder,
                          FILE *out, FILE *err);

/* Compares the times of the last commit with the references of their machines in a CSV file
 * (docs/regression.md). Exit codes: 1 if one is too slow or missing; 2 if the file is wrong; 3 if
 * it has no reference for this machine; 4 input/output. */
int analysis_history_check(const char *file, const char *references, FILE *out, FILE *err);
/* Makes the times of the last commit the references of their machines in that file. `tolerance`:
 * relative; NAN: as the file has it, else 10 %. */
int analysis_history_refer(const char *file, const char *references, double tolerance, FILE *out,
                           FILE *err);

/* Packs the study of a folder into the tar `file`: results, the files that they were made from,
 * checksums, metadata. `stage` is an empty folder to lay it out in. Exit codes: 0; 2 if the folder
 * holds no results; 3 if some cases did not end in a result, and then it is made, too; 4. */
int analysis_archive(const char *folder, const char *stage, const char *file, FILE *out, FILE *err);

#endif
