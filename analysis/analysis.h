/* Makes tables, plots and the report from results folders, using only results files. */
#ifndef ANALYSIS_ANALYSIS_H
#define ANALYSIS_ANALYSIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* `folder` is what `trama run -o` was given, or one experiment in it. Writes <folder>/tables/ in
 * every format (CSV, Markdown, LaTeX with booktabs); with more than a thousand files, tables of all
 * their runs and samples are made only by name. Prints the table named `only` to `out`, in
 * `format`: "md", "csv", "latex", or NULL: "md", or fitted to the terminal `out`, with a pager.
 * `only` NULL: for people the matrix of responses and the names of the other tables, for programs
 * (csv, latex) the tables for print. If the folder is not writable, tables are only printed, with
 * one line on `err`. Ends with a line with their place and the number of reproduced published
 * cells, on `err` if `format` or `only` requires it. Returns the program's exit code: 0; 1 if a
 * cell that must reproduce does not; 2 if the folder holds no results; 3 if some cases did not end
 * in a result; 4 input/output. One line per problem on `err`. */
int analysis_table(const char *folder, const char *only, const char *format, FILE *out, FILE *err);

/* Options of a table, as given by the user; NULL if not given. */
typedef struct analysis_table_options {
    const char *name, *format;
    const char *columns; /* names of values, "model.zeta,answer,published dt_stable": the columns;
                          * without a table's name the rows are all cases */
    const char *only;    /* an expression over such names: cases for which it holds */
    const char *sort;    /* such names; with - before one: descending */
} analysis_table_options;

/* The same with options; with columns, only or sort it prints a single table, by default the
 * answers, and writes and counts nothing; exit codes are then 0, 2 and 3. */
int analysis_table_with(const char *folder, const analysis_table_options *options, FILE *out,
                        FILE *err);

/* A case that was not run because its solver refuses it. */
typedef struct analysis_refusal {
    const char *experiment, *solver, *why;
} analysis_refusal;

/* Writes <folder>/laws.json: the rows of the table `laws` by the names of its CSV's columns, and
 * the refusals. Exit codes: 0; 2 if the folder holds no results; 4 input/output. */
int analysis_laws(const char *folder, const analysis_refusal *refused, size_t count, FILE *err);

/* Prints the answer cards of the folder, as `analysis_table` does before its tables; nothing
 * without results. */
void analysis_glance(const char *folder, FILE *out);

/* Prints the result of the task advice from the results file of a case, in words: `chosen` names
 * the case among several, or is empty; `folder` is the one for a plot of the worst mode, or NULL.
 * Exit codes as above. */
int analysis_advice(const char *file, const char *chosen, const char *folder, FILE *out, FILE *err);

/* Prints the quality of the single timing in `folder`: median and interval, other activity of the
 * machine, and whether such a time can be quoted. Exit codes as above. */
int analysis_timing_worth(const char *folder, FILE *out, FILE *err);

/* Writes <folder>/plots/: SVG and PDF, with the gnuplot script and data of each. Exit codes as
 * above; 4 also if gnuplot is missing or fails, with its first message. */
int analysis_plot(const char *folder, FILE *out, FILE *err);
/* The same in the folder `target`, for a folder that cannot be written; NULL: as above. With
 * `asked`, draws only these plots, by name, and adds them to the existing figures. */
int analysis_plot_into(const char *folder, const char *target, const char *const *asked,
                       size_t count, FILE *out, FILE *err);

/* Writes one self-contained HTML page, `file` or (NULL) report.html in the first of `folders`
 * folders: summary, tables, moving meshes, the plots in each <folder>/plots, provenance. Ends with
 * a line with its path. Exit codes are those of analysis_plot. */
int analysis_report(const char *const *folder, size_t folders, const char *file, FILE *out,
                    FILE *err);

typedef struct analysis_report_options {
    const char *file;  /* as above */
    const char *since; /* an older results folder or a baseline file: a section lists the changes of
                          the first folder since then: answers, times with their intervals, last
                          shapes. NULL: none */
    bool draw;         /* first draw the plots of folders without plots */
    const char *said;  /* further lines to show on the page, like those on `err`; or NULL */
} analysis_report_options;

/* The same with more options. Parts that cannot be read or drawn are reported on `err` and on the
 * page, and left out. */
int analysis_report_with(const char *const *folder, size_t folders,
                         const analysis_report_options *options, FILE *out, FILE *err);

/* Makes a static site in the folder `target` (NULL: site): index.html, with the results of each
 * study and the command to run it, and for each study <name>/report.html, tables and plots, where
 * <name> is the last part of the folder's path (<name>-2 for a second folder of that name). Runs
 * nothing; makes the tables, and missing plots. Folders without results are left out, with one line
 * on `err`. Exit codes: 0, for any results; 2 if a folder was left out; 4 input/output. */
int analysis_site(const char *const *folder, size_t folders, const char *target, FILE *out,
                  FILE *err);

/* Prints the contents of a results file: how the case ended, and every column with its shape, unit
 * and meaning, scalars with their value. With `paths` (columns or groups), prints their values as
 * CSV. Exit codes: 0; 2 if it is not a results file or has no such column; 4 input/output,
 * damage. */
int analysis_show(const char *file, const char *const *path, size_t paths, FILE *out, FILE *err);

/* Writes CSV for spreadsheets into `target` (NULL: <folder>/csv): one file per experiment,
 * <experiment>.csv, with one row per case: identity, labels, and every scalar of /result and
 * /timing; with `series` also <experiment>/<id>-<group>.csv for every longer column of a case
 * except the frames. `folder` may also be a results file. Exit codes are those of
 * analysis_table. */
int analysis_export(const char *folder, const char *target, bool series, FILE *out, FILE *err);

/* The sides of a comparison, and the criterion for slower (docs/regression.md). */
typedef struct analysis_comparison {
    const char *baseline, *fresh; /* results folders, with rounds in them or without; the baseline
                                     may be a file of analysis_baseline */
    const char *format;           /* "md", "csv", "latex" */
    const char *junit, *json;     /* files to write, or NULL */
    double limit, level;          /* of the times: 0.05 and 0.025, say */
    bool force;                   /* also compare times of other machines, or not taken in turns */

    /* A second measurement of the times, to confirm those that the first finds slower: NULL, or two
     * folders, made when needed by measure_again (if not NULL). It returns an exit code; the
     * comparison ends if that is not 0. */
    const char *again_baseline, *again_fresh;
    int (*measure_again)(void *context);
    void *context;
} analysis_comparison;

/* Prints a table of all differences and times. Exit codes: 1 if a result differs that must not, a
 * case is missing, or a time is slower and confirmed; 2 if a side has no results; 3 if the same
 * cases broke off on both sides; 4 input/output. */
int analysis_compare(const analysis_comparison *wanted, FILE *out, FILE *err);

/* Writes the results of a folder as a baseline, one text file, to `file` or (NULL) `out`. Refuses
 * cases that broke off: 3. */
int analysis_baseline(const char *folder, const char *file, FILE *out, FILE *err);

/* Adds the results of a folder, or of a baseline file, to the history in `file` (made if missing),
 * as those of `commit` (NULL: the commit of their program), and prints the changes; a time counts
 * as changed from the relative change `least` on. Exit codes: 0; 2 if there is nothing to add; 4
 * input/output. */
int analysis_history_add(const char *file, const char *folder, const char *commit, double least,
                         FILE *out, FILE *err);
/* Prints where results and times changed, in `format` ("md", "csv"), or, with a `folder`, writes a
 * page there with figures. */
int analysis_history_show(const char *file, double least, const char *format, const char *folder,
                          FILE *out, FILE *err);

/* Compares the times of the last commit with the references of their machines in a CSV file
 * (docs/regression.md). Exit codes: 1 if one is too slow or missing; 2 if the file is wrong; 3 if
 * it has no reference for this machine; 4 input/output. */
int analysis_history_check(const char *file, const char *references, FILE *out, FILE *err);
/* Makes the times of the last commit the references of their machines in that file. `tolerance`:
 * relative; NAN: as in the file, else 10 %. */
int analysis_history_refer(const char *file, const char *references, double tolerance, FILE *out,
                           FILE *err);

/* Packs the study of a folder into the tar `file`: results, their configuration files, checksums,
 * metadata. `stage` is an empty folder for assembly. Exit codes: 0; 2 if the folder has no results;
 * 3 if some cases did not end in a result (the file is made all the same); 4. */
int analysis_archive(const char *folder, const char *stage, const char *file, FILE *out, FILE *err);

#endif
