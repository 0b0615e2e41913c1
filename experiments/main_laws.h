/* trama laws: runs the laws with every available solver, and shows the matrix. */
#ifndef MAIN_LAWS_H
#define MAIN_LAWS_H

int command_laws(int argc, char **argv);

#endif
