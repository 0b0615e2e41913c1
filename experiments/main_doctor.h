/* trama doctor: the program, the machine, and what a time that is taken here is worth. */
#ifndef MAIN_DOCTOR_H
#define MAIN_DOCTOR_H

int command_doctor(int argc, char **argv);

#endif
