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

/* Offsets of the parts of a section in its text, bytes. */
typedef struct report_parts {
    size_t *begin;
    size_t count;
    bool no_memory;
} report_parts;

typedef struct report {
    study study; /* the cases of all folders */
    const char *const *folder;
    size_t folders;
    const char *since; /* older results folder or baseline for comparison with the first; or NULL */
    FILE *err;
    struct report_names *names; /* of cases (names.h) */
    text_buffer *said;          /* all messages on `err`; NULL: not kept */
    const char *told;           /* those of its lines that the exceptions contain; NULL: none */
    bool failed;                /* sticky: a part could not be made, reported on err */
    char leading[256];          /* figure of the first screen, from the first folder; "": none */

    /* The page being written. */
    const char *page;    /* the path of the report, also while a page of its appendix is written */
    size_t pages;        /* of the appendix, for parts that do not fit; 0: none */
    bool is_rest;        /* this is one of them */
    size_t number;       /* which, from 1 */
    const size_t *from;  /* of each section, the page of the appendix where it begins; 0: none */
    report_parts *parts; /* of the section being written */
} report;

typedef struct section_type {
    const char *id;    /* of its element, the target of links in the contents */
    const char *title; /* heading, and entry of the contents */
    /* A section that writes nothing is not on the page. */
    void (*write)(report *r, FILE *out);
    /* Writes the section's part of the appendix, which does not fit on the page, if there is one;
     * NULL: never. */
    void (*write_rest)(report *r, FILE *out);
} section_type;

/* The registry of section_type, in the order of sections.def. */
extern const trama_registry section_registry;

/* The page around the sections; `there` flags those on the page, in the registry's order. */
void page_begin(const report *r, const bool *there, FILE *out);
void page_end(const report *r, FILE *out);
/* The end of the exceptions: other messages from making the report; or, without messages and
 * exceptions (`none`), a sentence that says so. */
void page_said(const report *r, bool none, FILE *out);

/* Writes the report into a file (NULL: report.html of the first folder), past 3 MB with an appendix
 * of pages of that size beside it. False, with the reason on r->err. */
bool report_make(report *r, const char *file, FILE *out);

/* Marks a possible page break of an appendix in a section. Text before the first mark opens the
 * section on each page. */
void report_part(report *r, FILE *out);
/* The path of a page of the appendix, next to the first page; to be freed. NULL without memory. */
char *report_appendix(const char *first, size_t number);
/* Writes the name of the page of the appendix where a section begins, as HTML. */
void report_appendix_of(const report *r, const char *section, FILE *out);

/* Writes a line on the `count` items of a section that are in the appendix; nothing if 0. */
void report_elsewhere(const report *r, const char *section, size_t count, const char *what,
                      FILE *out);

/* Writes the path of a file of a folder relative to the page: that of a copy in a folder of that
 * name next to the page, if there is one. */
void report_link(const report *r, const char *folder, const char *file, FILE *out);

/* Writes a document with headings h3 and frees it; without memory the report has failed. */
void report_document(report *r, document *d, FILE *out);

/* The question in one sentence: that of the page's first study, or else the summary of its
 * experiment, or else the measured quantity. For several questions, or several experiments without
 * one, their number, unless the first is about published steps. */
void report_question(const report *r, char *text, size_t size);
/* These questions, each as a case of its study; free it. NULL without memory. */
const study_case **report_questions(const report *r, size_t *count);
bool report_asks_several(const report *r);

/* Writes the tables of the section with that id (NULL: of no section), after their titles. */
void report_tables(report *r, const char *section, FILE *out);

/* Distinct values of a text column over all cases, in natural order, "" left out; free the array.
 * NULL without memory. */
const char **report_distinct(const study *s, const results_column *column, size_t *count);

/* Distinct sources of the published tables, in the order of the page; free the array of texts with
 * report_sources_free. NULL without memory. */
char **report_sources(const report *r, size_t *count);
void report_sources_free(char **source, size_t count);

#endif
