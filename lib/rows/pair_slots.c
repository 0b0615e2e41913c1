/* The bodies that take part in pairs of rows: where in u they are, and their masses. */
#include "rows/pairs.h"

#include <stdlib.h>
#include <string.h>

static bool resize(void *array, size_t count, size_t size)
{
    void **place = array, *grown = realloc(*place, count * size);
    if (grown)
        *place = grown;
    return grown;
}

static bool reserve_slots(trama_pair_rows *rows)
{
    if (rows->slots < rows->slot_capacity)
        return true;
    const size_t capacity = rows->slot_capacity > 0 ? 2 * rows->slot_capacity : 64;
    if (!resize(&rows->slot, capacity, sizeof *rows->slot) ||
        !resize(&rows->mass, capacity, sizeof *rows->mass) ||
        !resize(&rows->before, capacity, sizeof *rows->before) ||
        !resize(&rows->swept, capacity, sizeof *rows->swept) ||
        !resize(&rows->direction, capacity, sizeof *rows->direction) ||
        !resize(&rows->moved, capacity, sizeof *rows->moved) ||
        !resize(&rows->at, capacity, sizeof *rows->at))
        return false;
    rows->slot_capacity = capacity;
    return true;
}

/* Room in slot_of for components from `at` on. */
static bool reserve_components(trama_pair_rows *rows, size_t at)
{
    size_t room = rows->components > 0 ? rows->components : 64;
    while (room <= at)
        room *= 2;
    if (room == rows->components)
        return true;
    if (!resize(&rows->slot_of, room, sizeof *rows->slot_of))
        return false;
    memset(rows->slot_of + rows->components, 0, (room - rows->components) * sizeof *rows->slot_of);
    rows->components = room;
    return true;
}

void trama_pair_rows_begin(trama_pair_rows *rows)
{
    for (size_t s = 1; s < rows->slots; s++)
        rows->slot_of[rows->at[s]] = 0;
    rows->slots = rows->blocks = rows->points = rows->open_count = rows->pairs = 0;
}

/* Of the 6 components; 0 where held. */
static trama_slot mass_of(const double inverse[6])
{
    trama_slot mass = {{0.0}};
    for (int i = 0; i < 6; i++)
        mass.v[i < 3 ? i : i + 1] = inverse[i] > 0.0 ? 1.0 / inverse[i] : 0.0;
    return mass;
}

bool trama_pair_slot_find(trama_pair_rows *rows, size_t at, const double *inverse_mass,
                          uint32_t *slot)
{
    if (!reserve_slots(rows))
        return false;
    if (rows->slots == 0) {
        rows->mass[0] = (trama_slot){{0.0}};
        rows->at[rows->slots++] = TRAMA_NO_COMPONENTS;
    }
    *slot = 0;
    if (at == TRAMA_NO_COMPONENTS)
        return true;
    if (!reserve_components(rows, at))
        return false;
    *slot = rows->slot_of[at];
    if (*slot > 0)
        return true;
    if (!reserve_slots(rows))
        return false;
    *slot = (uint32_t)rows->slots++;
    rows->mass[*slot] = mass_of(inverse_mass + at);
    rows->at[*slot] = at;
    rows->slot_of[at] = *slot;
    return true;
}

void trama_pair_rows_load(const trama_pair_rows *rows, const double *u, trama_slot *slot)
{
    if (rows->slots > 0)
        memset(&slot[0], 0, sizeof slot[0]);
    for (size_t s = 1; s < rows->slots; s++) {
        const double *own = u + rows->at[s];
        slot[s] = (trama_slot){{own[0], own[1], own[2], 0.0, own[3], own[4], own[5], 0.0}};
    }
}

void trama_pair_rows_store(const trama_pair_rows *rows, const trama_slot *slot, double *u)
{
    for (size_t s = 1; s < rows->slots; s++) {
        double *own = u + rows->at[s];
        for (size_t i = 0; i < 3; i++) {
            own[i] = slot[s].v[i];
            own[3 + i] = slot[s].v[4 + i];
        }
    }
}
