/* trama advise: measures, then prints. */
#ifndef MAIN_ADVISE_H
#define MAIN_ADVISE_H

int command_advise(int argc, char **argv);

#endif
