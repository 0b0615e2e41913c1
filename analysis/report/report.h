/* The report: one HTML page of a list of sections. To add a section: write its file, export its
 * section_type, add a line to sections.def. */
#ifndef ANALYSIS_REPORT_REPORT_H
#define ANALYSIS_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "analysis/read/study.h"
#include "analysis/table/document.h"
#include "core/registry.h"
#include "results/text_buffer.h"

/* Where the parts of a section begin, in bytes of its text. */
typedef struct report_parts {
    size_t *begin;
    size_t count;
    bool no_memory;
} report_parts;

typedef struct report {
    study study; /* the cases of all folders */
    const char *const *folder;
    size_t folders;
    const char *since; /* an older results folder or baseline to compare the first with; or NULL */
    FILE *err;
    struct report_names *names; /* of cases (names.h) */
    text_buffer *said;          /* all that `err` was told; NULL: not kept */
    const char *told;           /* lines of it that the exceptions tell; NULL: none */
    bool failed;                /* sticky: a part could not be made; said so on err */
    char leading[256];          /* the figure of the first screen, of the first folder; "": none */

    /* The page that is being written. */
    const char *page;    /* the path of the report, also while a page of its appendix is written */
    size_t pages;        /* of the appendix, which has what does not fit; 0: there is none */
    bool is_rest;        /* this is one of them */
    size_t number;       /* which, from 1 */
    const size_t *from;  /* of each section, the page of the appendix where it begins; 0: none */
    report_parts *parts; /* of the section that is being written */
} report;

typedef struct section_type {
    const char *id;    /* of its element: what the contents link to */
    const char *title; /* heading, and entry of the contents */
    /* A section that writes nothing is not on the page. */
    void (*write)(report *r, FILE *out);
    /* What does not fit on one page: the section's part of the appendix; NULL: nothing. It writes
     * nothing where there is nothing. */
    void (*write_rest)(report *r, FILE *out);
} section_type;

/* The registry of section_type, in the order of sections.def. */
extern const trama_registry section_registry;

/* The page around the sections, of which `there` says which are on it, in the registry's order. */
void page_begin(const report *r, const bool *there, FILE *out);
void page_end(const report *r, FILE *out);
/* The end of the exceptions: what was said while the report was made, but for what is told among
 * them; or, where nothing was and there are `none`, that. */
void page_said(const report *r, bool none, FILE *out);

/* Writes the report into a file (NULL: report.html of the first folder),
 * past 3 MB with an appendix of pages of that size beside it. False, and said why on r->err. */
bool report_make(report *r, const char *file, FILE *out);

/* Between what a section writes: a page of an appendix may begin here. What stands before the first
 * part opens the section on each page. */
void report_part(report *r, FILE *out);
/* The path of a page of the appendix, beside the first; to be freed. NULL without memory. */
char *report_appendix(const char *first, size_t number);
/* Writes the name of the page of the appendix where a section begins, as HTML. */
void report_appendix_of(const report *r, const char *section, FILE *out);

/* A line that says what of a section is in the appendix, `count` of them; nothing if none is. */
void report_elsewhere(const report *r, const char *section, size_t count, const char *what,
                      FILE *out);

/* Writes the path of a file of a folder as a link from the page reaches it: of a copy in a folder
 * of that name beside the page, if there is one. */
void report_link(const report *r, const char *folder, const char *file, FILE *out);

/* Writes a document with headings h3 and frees it; without memory the report has failed. */
void report_document(report *r, document *d, FILE *out);

/* What was asked, in one sentence: the question of the study that leads the page, or else the
 * summary of its experiment, or else what it measured. Of several questions, or of several
 * experiments that ask none, how many there are, unless the first is that for published steps. */
void report_question(const report *r, char *text, size_t size);
/* Those several questions, each by a case of its study; free it. NULL without memory. */
const study_case **report_questions(const report *r, size_t *count);
bool report_asks_several(const report *r);

/* Writes the tables of a section of that id (NULL: of none), behind their titles. */
void report_tables(report *r, const char *section, FILE *out);

/* Distinct values of a text column over all cases, in natural order, "" left out; free the array.
 * NULL without memory. */
const char **report_distinct(const study *s, const results_column *column, size_t *count);

/* Distinct sources of the published tables, in the order of the page; free the array of texts with
 * report_sources_free. NULL without memory. */
char **report_sources(const report *r, size_t *count);
void report_sources_free(char **source, size_t count);

#endif
