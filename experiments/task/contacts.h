/* Contacts and joints of the frames of a run, with their forces and torques in the preceding
 * step. */
#ifndef TASK_CONTACTS_H
#define TASK_CONTACTS_H

#include "measure/run.h"
#include "results/bundle.h"

enum { TASK_CONTACT_REALS = 12, TASK_CONTACT_WHOLES = 4 };

/* A contact or joint of a frame. */
typedef struct task_contact {
    long whole[TASK_CONTACT_WHOLES]; /* interaction, frame, both bodies */
    double real[TASK_CONTACT_REALS]; /* place, normal, force, torque: x, y, z of each */
} task_contact;

typedef struct task_contacts {
    size_t count, capacity;
    task_contact *contact;
    bool no_memory;
} task_contacts;

/* Keeps those of the view as frame number `frame`; none before the first step. */
void task_contacts_keep(task_contacts *contacts, long frame, const trama_view *view);
/* The state for checkpoints. */
void task_contacts_state(task_contacts *contacts, trama_archive *archive);
/* Adds them below /frames/INTERACTION. */
void task_contacts_add(const task_contacts *contacts, const trama_system *system, bundle *results);
void task_contacts_free(task_contacts *contacts);

#endif
