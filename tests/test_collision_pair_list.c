/* Lists of pairs: what is added is kept up to the most, and lists of several threads are sorted
 * into one, each pair once, whatever its first number, and nothing beside the table of firsts
 * changes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "collision/pair_list.h"
#include "core/random.h"
#include "core/threads.h"

enum { LISTS = 4, SECONDS = 90 };

static void a_list_takes_no_more_than_its_most(void **state)
{
    (void)state;
    for (size_t most = 0; most < 40; most++) {
        trama_pair_list list = {.most = most};
        for (size_t i = 0; i <= most; i++) {
            assert_false(list.full);
            trama_pair_list_add(&list, (uint32_t)i, (uint32_t)(2 * i + 1));
        }
        assert_true(list.full && !list.starved);
        assert_int_equal(list.count, most);
        for (size_t i = 0; i < most; i++) {
            assert_int_equal(list.pair[i].first, i);
            assert_int_equal(list.pair[i].second, 2 * i + 1);
        }
        free(list.pair);
    }
}

/* Every pair whose number is drawn goes to one of the lists, from the last to the first: so none is
 * sorted, and the first and the last number have as many as any. */
static void check_sort(size_t lists, size_t firsts, uint64_t seed)
{
    trama_random random = {seed};
    trama_pair_list list[LISTS] = {{0}}, sorted = {0};
    bool *drawn = calloc(firsts * SECONDS, sizeof *drawn);
    size_t *begin = malloc((firsts + 2) * sizeof *begin), count = 0;
    assert_true(drawn && begin);
    begin[0] = begin[firsts + 1] = 123456789;
    for (size_t l = 0; l < lists; l++)
        list[l].most = firsts * SECONDS;
    for (size_t i = firsts * SECONDS; i-- > 0;)
        if ((drawn[i] = trama_random_bits(&random) % 3 != 0))
            trama_pair_list_add(&list[trama_random_bits(&random) % lists], (uint32_t)(i / SECONDS),
                                (uint32_t)(i % SECONDS));
    assert_true(trama_pair_list_sort(list, lists, firsts, begin + 1, &sorted));
    for (size_t i = 0; i < firsts * SECONDS; i++)
        if (drawn[i]) {
            assert_true(count < sorted.count);
            assert_int_equal(sorted.pair[count].first, i / SECONDS);
            assert_int_equal(sorted.pair[count].second, i % SECONDS);
            count++;
        }
    assert_int_equal(sorted.count, count);
    assert_true(begin[0] == 123456789 && begin[firsts + 1] == 123456789);
    for (size_t l = 0; l < lists; l++)
        free(list[l].pair);
    free(sorted.pair);
    free(drawn);
    free(begin);
}

static void lists_are_sorted_into_one(void **state)
{
    (void)state;
    const size_t most = trama_threads_most() < LISTS ? trama_threads_most() : LISTS;
    trama_threads_set(most);
    for (size_t lists = 1; lists <= most; lists++)
        for (size_t firsts = 1; firsts <= 12; firsts++)
            check_sort(lists, firsts, 20 * lists + firsts);
    trama_threads_set(1);
}

/* Runs of few pairs are sorted otherwise than those of more than 32: each number of them. */
static void runs_of_any_length_are_sorted(void **state)
{
    (void)state;
    for (uint32_t length = 0; length <= 40; length++) {
        trama_pair_list list = {.most = 100}, sorted = {0};
        size_t begin[2];
        for (uint32_t i = 0; i < length; i++)
            trama_pair_list_add(&list, 1, 17 * i % 41); /* 41 is a prime: each once */
        assert_true(trama_pair_list_sort(&list, 1, 2, begin, &sorted));
        assert_int_equal(sorted.count, length);
        for (uint32_t i = 1; i < length; i++)
            assert_true(sorted.pair[i - 1].second < sorted.pair[i].second);
        free(list.pair);
        free(sorted.pair);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_takes_no_more_than_its_most),
        cmocka_unit_test(lists_are_sorted_into_one),
        cmocka_unit_test(runs_of_any_length_are_sorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
