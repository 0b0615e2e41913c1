/* trama archive. */
#ifndef EXPERIMENTS_MAIN_ARCHIVE_H
#define EXPERIMENTS_MAIN_ARCHIVE_H

int command_archive(int argc, char **argv);

#endif
