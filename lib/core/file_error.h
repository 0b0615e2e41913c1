/* An error in a file or a line of it, for all that reads or writes files. */
#ifndef TRAMA_CORE_FILE_ERROR_H
#define TRAMA_CORE_FILE_ERROR_H

#include "core/status.h"

typedef struct trama_file_error {
    int status;       /* a trama_status; of results files a record_status (results/record.h) */
    const char *file; /* the configuration file, whose store has the text; NULL: no place in one */
    int line, column; /* in it, from 1 */
    char text[1024];  /* one line, which begins with the place or the file's name */
} trama_file_error;

#endif
