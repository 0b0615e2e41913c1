/* A table for people: headings, paragraphs, captioned grids and notes, written as Markdown, as
 * LaTeX (booktabs, siunitx) and as HTML. Texts are UTF-8 and plain; each writer escapes for its
 * format. */
#ifndef ANALYSIS_TABLE_DOCUMENT_H
#define ANALYSIS_TABLE_DOCUMENT_H

#include <stdbool.h>
#include <stdio.h>

typedef enum block_kind {
    BLOCK_HEADING,
    BLOCK_PARAGRAPH,
    BLOCK_GRID,
    BLOCK_MARK,
    BLOCK_NOTE,
    BLOCK_KINDS
} block_kind;

typedef struct block {
    block_kind kind;
    char *text;  /* heading, paragraph, note, "mark: what it means", or the grid's caption */
    char *align; /* grid: a letter a column, l or r */
    size_t columns, count, capacity;
    char **cell;   /* grid: the header's cells, then the rows' */
    bool *agrees;  /* grid: for each cell, whether it is said to agree */
    size_t *width; /* grid: room for a writer to measure its columns in */
} block;

typedef struct document {
    block *block;
    size_t count, capacity;
    size_t width;   /* it is for a terminal of so many columns; 0: for print */
    bool no_memory; /* sticky */
} document;

void document_free(document *d);

/* Adds a text of a kind that is no grid. */
void document_add(document *d, block_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define document_heading(d, ...) document_add(d, BLOCK_HEADING, __VA_ARGS__)
#define document_paragraph(d, ...) document_add(d, BLOCK_PARAGRAPH, __VA_ARGS__)
/* "≠: what it means", which is left out if no cell has the mark: a paragraph, but in LaTeX a note
 * below each table that has it. */
#define document_mark(d, ...) document_add(d, BLOCK_MARK, __VA_ARGS__)
/* Of the grid before it: a paragraph, but in LaTeX below the table. */
#define document_note(d, ...) document_add(d, BLOCK_NOTE, __VA_ARGS__)
/* Begins a grid of strlen(align) columns; its cells follow, the header's first. */
void document_grid(document *d, const char *align, const char *caption);
void document_cell(document *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Numbers: a count, and a value to `digits` significant digits; – stands for NAN and a negative
 * count. */
void document_count(document *d, double count);
void document_real(document *d, double value, int digits);
/* Marks the last cell as one that agrees with the published value beside it: " ✓". A cell that does
 * not agree ends with " ≠", one that a note qualifies with " †"; HTML colours and names all three.
 */
void document_agrees(document *d);
/* Whether a block of `d` is to be written: all are but what is said of a mark that no cell has. */
bool document_shows(const document *d, const block *b);
/* Several header cells at once, NULL-terminated. */
void document_cells(document *d, const char *const *text);

void document_markdown(const document *d, FILE *out);
/* Lines of at most `width` characters, or as few more as the numbers need. */
void document_terminal(const document *d, size_t width, FILE *out);
void document_latex(const document *d, FILE *out);
/* As part of a page, headings being of that level; 2 is h2. */
void document_html(const document *d, int level, FILE *out);

#endif
