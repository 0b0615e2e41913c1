/* trama doctor: describes the program, the machine, and how accurate a measured time is here. */
#ifndef MAIN_DOCTOR_H
#define MAIN_DOCTOR_H

int command_doctor(int argc, char **argv);

#endif
