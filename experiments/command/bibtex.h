/* The publications behind what the program has, as BibTeX entries. */
#ifndef COMMAND_BIBTEX_H
#define COMMAND_BIBTEX_H

/* Prints an entry for each publication that something of a kind of `trama list` ("models"; NULL:
 * of any kind) cites; before it, as comments, what cites it and where in it. */
void bibtex_print(const char *kind);

#endif
