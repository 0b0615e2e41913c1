/* A text file as lines of words, for the readers of meshes. */
#ifndef PLAN_WORDS_H
#define PLAN_WORDS_H

#include "config/config.h"

typedef struct words {
    const char *at;   /* next character */
    const char *line; /* start of the line */
    config_node here; /* file, line and column of the word, for messages */
    char word[64];    /* the word, cut to this length */
    bool is_cut;      /* it is longer: no number */
    bool continues;   /* a \ at the end of a line joins the next one to it */
    config_error *error;
} words;

/* At the beginning of `text`, the text of the file of that name. */
words words_of(const char *file, const char *text, config_error *error);
/* The next word of the line; false at its end. A line ends with LF, CR LF, or CR alone. A word that
 * begins with # begins a comment, to the end of its line. */
bool words_next(words *w);
void words_skip_line(words *w);
/* The first word of the next line that has one, beginning with this line; false at the end. */
bool words_next_line(words *w);
/* False, with the message at the word. */
bool words_refuse(words *w, const char *what);
bool words_fail_memory(words *w);
/* The next word of the line as a finite number, or as a whole one from `least` to `most`; `what` it
 * is, for the message. */
bool words_real(words *w, const char *what, double *value);
bool words_whole(words *w, const char *what, long least, long most, long *value);
/* The same of the word that was read last. */
bool words_as_real(words *w, const char *what, double *value);
bool words_as_whole(words *w, const char *what, long least, long most, long *value);
/* False and one line if the line has another word. */
bool words_end_line(words *w, const char *what);

#endif
