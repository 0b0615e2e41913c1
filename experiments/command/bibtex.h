/* The publications that the program's models and methods cite, as BibTeX entries. */
#ifndef COMMAND_BIBTEX_H
#define COMMAND_BIBTEX_H

/* Prints an entry for each publication cited by an entry of `trama list` of a kind ("models"; NULL:
 * any kind), preceded by comments with the citing entries and the places in the publication. */
void bibtex_print(const char *kind);

#endif
