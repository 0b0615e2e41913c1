#include "task/contacts.h"

#include "core/memory.h"
#include "results/columns/columns.h"

#include <stdlib.h>
#include <string.h>

static const results_column *const wholes[] = {NULL, &column_contacts_frame, &column_contacts_first,
                                               &column_contacts_second};
static const results_column *const reals[TASK_CONTACT_REALS] = {
    &column_contacts_x,        &column_contacts_y,        &column_contacts_z,
    &column_contacts_normal_x, &column_contacts_normal_y, &column_contacts_normal_z,
    &column_contacts_force_x,  &column_contacts_force_y,  &column_contacts_force_z,
    &column_contacts_torque_x, &column_contacts_torque_y, &column_contacts_torque_z,
};

/* ---- Keeping. */

static task_contact *add(task_contacts *contacts)
{
    task_contact *grown =
        trama_with_room(contacts->contact, contacts->count, &contacts->capacity, sizeof *grown);
    contacts->no_memory |= !grown;
    if (!grown)
        return NULL;
    contacts->contact = grown;
    return &grown[contacts->count++];
}

static void keep(task_contacts *contacts, long frame, long interaction, double h,
                 const trama_carried *carried)
{
    task_contact *c = add(contacts);
    if (!c)
        return;
    *c = (task_contact){.whole = {interaction, frame, carried->body[0], carried->body[1]}};
    for (size_t axis = 0; axis < 3; axis++) {
        c->real[axis] = carried->at[axis];
        c->real[3 + axis] = carried->normal[axis];
        c->real[6 + axis] = carried->impulse[axis] / h;
        c->real[9 + axis] = carried->moment[axis] / h;
    }
}

void task_contacts_keep(task_contacts *contacts, long frame, const trama_view *view)
{
    const trama_system *system = view->system;
    for (size_t a = 0; view->integrator && a < system->acting_count; a++) {
        const trama_acting *acting = &system->acting[a];
        double h;
        if (!acting->type->carriers || !trama_integrator_impulses(view->integrator, a, &h))
            continue;
        const size_t count = acting->type->carriers(acting->self);
        for (size_t i = 0; i < count; i++) {
            trama_carried carried;
            acting->type->carried(acting->self, i, &carried);
            keep(contacts, frame, (long)a, h, &carried);
        }
    }
}

void task_contacts_state(task_contacts *contacts, trama_archive *archive)
{
    long count = (long)contacts->count;
    trama_archive_integer(archive, &count);
    while (contacts->count < (size_t)count && add(contacts))
        ;
    archive->failed |= contacts->no_memory;
    contacts->count = (size_t)count;
    for (size_t i = 0; i < contacts->count && !contacts->no_memory; i++) {
        for (size_t k = 0; k < TASK_CONTACT_WHOLES; k++)
            trama_archive_integer(archive, &contacts->contact[i].whole[k]);
        trama_archive_reals(archive, contacts->contact[i].real, TASK_CONTACT_REALS);
    }
}

/* ---- Into results. */

static size_t of_interaction(const task_contacts *contacts, size_t a)
{
    size_t count = 0;
    for (size_t i = 0; i < contacts->count; i++)
        count += contacts->contact[i].whole[0] == (long)a;
    return count;
}

static void put_wholes(const task_contacts *contacts, size_t a, size_t k, const char *name,
                       int64_t *room, bundle *results)
{
    size_t count = 0;
    column_member m;
    for (size_t i = 0; i < contacts->count; i++)
        if (contacts->contact[i].whole[0] == (long)a)
            room[count++] = contacts->contact[i].whole[k];
    bundle_put_integers(results, column_named(wholes[k], name, &m), room, count);
}

static void put_reals(const task_contacts *contacts, size_t a, size_t k, const char *name,
                      double *room, bundle *results)
{
    size_t count = 0;
    column_member m;
    for (size_t i = 0; i < contacts->count; i++)
        if (contacts->contact[i].whole[0] == (long)a)
            room[count++] = contacts->contact[i].real[k];
    bundle_put_reals(results, column_named(reals[k], name, &m), room, count);
}

void task_contacts_add(const task_contacts *contacts, const trama_system *system, bundle *results)
{
    int64_t *whole = calloc(contacts->count + 1, sizeof *whole);
    double *real = calloc(contacts->count + 1, sizeof *real);
    results->no_memory |= !whole || !real || contacts->no_memory;
    for (size_t a = 0; !results->no_memory && a < system->acting_count; a++) {
        if (of_interaction(contacts, a) == 0)
            continue;
        for (size_t k = 1; k < TASK_CONTACT_WHOLES; k++)
            put_wholes(contacts, a, k, system->acting[a].name, whole, results);
        for (size_t k = 0; k < TASK_CONTACT_REALS; k++)
            put_reals(contacts, a, k, system->acting[a].name, real, results);
    }
    free(whole);
    free(real);
}

void task_contacts_free(task_contacts *contacts)
{
    free(contacts->contact);
    *contacts = (task_contacts){0};
}
