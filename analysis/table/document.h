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
    bool *agrees;  /* grid: for each cell, whether it is marked as agreeing */
    size_t *width; /* grid: work space of a writer for the widths of columns */
} block;

typedef struct document {
    block *block;
    size_t count, capacity;
    size_t width;   /* columns of the terminal; 0: for print */
    bool no_memory; /* sticky */
} document;

void document_free(document *d);

/* Adds a text of any kind except a grid. */
void document_add(document *d, block_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define document_heading(d, ...) document_add(d, BLOCK_HEADING, __VA_ARGS__)
#define document_paragraph(d, ...) document_add(d, BLOCK_PARAGRAPH, __VA_ARGS__)
/* Adds "≠: meaning", written only if a cell has the mark: as a paragraph, in LaTeX as a note below
 * each table that has it. */
#define document_mark(d, ...) document_add(d, BLOCK_MARK, __VA_ARGS__)
/* Adds a note to the preceding grid: a paragraph, in LaTeX below the table. */
#define document_note(d, ...) document_add(d, BLOCK_NOTE, __VA_ARGS__)
/* Begins a grid of strlen(align) columns; its cells follow, the header's first. */
void document_grid(document *d, const char *align, const char *caption);
void document_cell(document *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Numbers: a count, and a value to `digits` significant digits; NAN and a negative count give –. */
void document_count(document *d, double count);
void document_real(document *d, double value, int digits);
/* Marks the last cell as agreeing with its published value: " ✓". A cell that does not agree ends
 * with " ≠", one with a note with " †"; HTML colours and names all three. */
void document_agrees(document *d);
/* Whether a block of `d` is written: all except the meaning of a mark that no cell has. */
bool document_shows(const document *d, const block *b);
/* Several header cells at once, NULL-terminated. */
void document_cells(document *d, const char *const *text);

void document_markdown(const document *d, FILE *out);
/* Writes lines of at most `width` characters, or more if the numbers need it. */
void document_terminal(const document *d, size_t width, FILE *out);
void document_latex(const document *d, FILE *out);
/* Writes a part of a page with headings of that level; 2 is h2. */
void document_html(const document *d, int level, FILE *out);

#endif
