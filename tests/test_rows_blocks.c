/* Which pairs of rigid bodies are solved side by side: up to four of one owner and with equally
 * many points, none of which share a body that can move. What is solved together, and in which
 * order, decides the last bits of every result with contacts. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rows/rows.h"

enum { BODIES = 40, NONE = -1 };

/* A pair, and the block and lane where it belongs. */
typedef struct expected {
    size_t owner;
    int first, second;
    uint32_t points;
    size_t block, lane;
} expected;

static size_t components_of(int body)
{
    return body == NONE ? TRAMA_NO_COMPONENTS : 6 * (size_t)body;
}

static void add_all(const expected *pairs, size_t count)
{
    static const double frame[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}, arm[3];
    double inverse_mass[6 * BODIES], impulse[3] = {0.0};
    trama_rows rows = {0};
    for (size_t c = 0; c < 6 * (size_t)BODIES; c++)
        inverse_mass[c] = 1.0;
    for (int again = 0; again < 2; again++) { /* what was open in the last stage is forgotten */
        trama_rows_begin(&rows, TRAMA_MOVE, 0.01, inverse_mass);
        for (size_t i = 0; i < count; i++) {
            const expected *e = &pairs[i];
            trama_pair_place place;
            trama_rows_pair pair = {.at = {components_of(e->first), components_of(e->second)},
                                    .frame = {frame, frame},
                                    .count = e->points};
            for (size_t p = 0; p < e->points; p++) {
                pair.point[p].arm[0] = pair.point[p].arm[1] = arm;
                pair.point[p].impulse = impulse;
            }
            rows.owner = e->owner;
            assert_true(trama_rows_add_pair(&rows, &pair, &place));
            if (place != TRAMA_LANES * e->block + e->lane)
                fail_msg("pair %zu is in lane %zu of block %zu", i, place % TRAMA_LANES,
                         place / TRAMA_LANES);
        }
    }
    trama_rows_free(&rows);
}

static void four_pairs_share_a_block_but_no_body(void **state)
{
    (void)state;
    static const expected pairs[] = {
        {0, 0, 1, 1, 0, 0},     {0, 2, 3, 1, 0, 1},   {0, 4, 5, 1, 0, 2},
        {0, 6, 7, 1, 0, 3},     {0, 8, 9, 1, 1, 0}, /* the first block is full */
        {0, 10, 8, 1, 2, 0},                        /* its second is the first of that in block 1 */
        {0, NONE, 10, 1, 1, 1}, /* beside the former, in the oldest block that has room */
        {0, 9, NONE, 1, 2, 1},  /* two that meet what is led share nothing */
        {0, 11, 12, 2, 3, 0},   /* more points */
        {1, 13, 14, 1, 4, 0},   /* another owner's */
        {0, 11, NONE, 1, 1, 2}, {0, 12, 13, 1, 1, 3}, {0, 14, 15, 1, 2, 2},
    };
    add_all(pairs, sizeof pairs / sizeof *pairs);
}

/* Of eight blocks with room the oldest takes no more pairs when a ninth begins; others that fill up
 * make place. */
static void no_more_than_eight_blocks_wait_for_pairs(void **state)
{
    (void)state;
    static const expected pairs[] = {
        {0, 0, 1, 3, 0, 0},   {0, 0, 2, 3, 1, 0},   {0, 0, 3, 3, 2, 0},   {0, 0, 4, 3, 3, 0},
        {0, 0, 5, 3, 4, 0},   {0, 0, 6, 3, 5, 0},   {0, 0, 7, 3, 6, 0},   {0, 0, 8, 3, 7, 0},
        {0, 9, 10, 3, 0, 1}, /* all eight have room, the first too */
        {0, 0, 11, 3, 8, 0}, /* the ninth: now it has not */
        {0, 9, 12, 3, 1, 1},  {0, 13, 14, 3, 1, 2}, {0, 15, 16, 3, 1, 3}, /* the second is full */
        {0, 0, 17, 3, 9, 0}, /* and leaves room for one more */
        {0, 18, 19, 3, 2, 1}, {0, 0, 20, 3, 10, 0}, {0, 21, 22, 3, 3, 1},
    };
    add_all(pairs, sizeof pairs / sizeof *pairs);
}

/* More than there can be: room doubles from what there is, and no array has half of all bytes. */
static void room_that_cannot_be_had_is_told(void **state)
{
    (void)state;
    trama_rows rows = {0};
    assert_true(trama_rows_reserve_warm(&rows, TRAMA_MOVE, 8));
    assert_int_equal(rows.warm[TRAMA_MOVE].capacity, 8);
    assert_true(trama_rows_reserve_warm(&rows, TRAMA_MOVE, 9));
    assert_int_equal(rows.warm[TRAMA_MOVE].capacity, 16);
    rows.warm[TRAMA_MOVE].capacity = SIZE_MAX / 4;
    trama_warm *const item = rows.warm[TRAMA_MOVE].item;
    assert_false(trama_rows_reserve_warm(&rows, TRAMA_MOVE, SIZE_MAX / 2));
    assert_ptr_equal(rows.warm[TRAMA_MOVE].item, item);
    assert_true(trama_rows_reserve_warm(&rows, TRAMA_MOVE, SIZE_MAX / 4));
    trama_rows_free(&rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_pairs_share_a_block_but_no_body),
        cmocka_unit_test(no_more_than_eight_blocks_wait_for_pairs),
        cmocka_unit_test(room_that_cannot_be_had_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
