/* A journal gives back what was put into it. What a kill leaves at its end is cut off, and damage
 * is reported. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "results/journal.h"
#include "support/record_sample.h"
#include "support/text.h"

static const record_journal_head head = {"0123456789abcdef0123456789abcdef", "trama 1, gcc"};

enum { FRAMES = 5, COLUMNS = 3 };

static record_journal *open_at(const char *path)
{
    record_journal *j;
    record_error error;
    if (record_journal_open(path, &head, &j, &error) != RECORD_OK)
        fail_msg("%s", error.text);
    return j;
}

static void put(record_journal *j, record_journal_kind kind, const void *payload, size_t length)
{
    record_error error;
    if (record_journal_put(j, kind, payload, length, &error) != RECORD_OK)
        fail_msg("%s", error.text);
}

static void fill(double value[COLUMNS], size_t frame)
{
    for (size_t i = 0; i < COLUMNS; i++)
        value[i] = 2.385 + (double)(10 * frame + i);
}

/* Frames from `first` on, each after a checkpoint of another length. */
static void put_frames(record_journal *j, size_t first)
{
    for (size_t i = first; i < FRAMES; i++) {
        double value[COLUMNS];
        fill(value, i);
        put(j, RECORD_JOURNAL_CHECKPOINT, "0123456789", i);
        put(j, RECORD_JOURNAL_FRAME, value, sizeof value);
    }
}

static sample_bytes write_sample(const char *path)
{
    record_journal *j = open_at(path);
    record_error error;
    put_frames(j, 0);
    assert_int_equal(record_journal_sync(j, &error), RECORD_OK);
    record_journal_close(j);
    return sample_read(path);
}

static void assert_frame(const record_journal *j, size_t index)
{
    double value[COLUMNS], expected[COLUMNS];
    fill(expected, index);
    assert_true(record_journal_read(j, RECORD_JOURNAL_FRAME, index, 0, value, sizeof value));
    assert_memory_equal(value, expected, sizeof value);
}

static void what_was_put_comes_back(void **state)
{
    (void)state;
    const char *path = sample_path("back.part");
    free(write_sample(path).bytes);
    record_journal *j = open_at(path);
    assert_int_equal(record_journal_count(j, RECORD_JOURNAL_FRAME), FRAMES);
    assert_int_equal(record_journal_count(j, RECORD_JOURNAL_HISTORY), 0);
    assert_int_equal(record_journal_length(j, RECORD_JOURNAL_CHECKPOINT, 3), 3);
    for (size_t i = 0; i < FRAMES; i++)
        assert_frame(j, i);
    double beyond[2];
    assert_false(record_journal_read(j, RECORD_JOURNAL_FRAME, FRAMES, 0, beyond, sizeof beyond));
    assert_false(record_journal_read(j, RECORD_JOURNAL_FRAME, 0, 16, beyond, sizeof beyond));
    record_journal_close(j);
}

/* Cut at every byte: what is whole is there, and when the same is put again the file has the same
 * bytes as one that was never cut. */
static void a_journal_cut_at_any_byte_is_gone_on_with_to_the_same_bytes(void **state)
{
    (void)state;
    const sample_bytes whole = write_sample(sample_path("whole.part"));
    size_t last = FRAMES;
    for (size_t size = whole.size + 1; size-- > 0;) {
        const char *path = sample_path("cut.part");
        record_error error;
        sample_write(path, whole.bytes, size);
        const record_status verified = record_journal_verify(path, &head, NULL, &error);
        record_journal *j = open_at(path);
        const size_t frames = record_journal_count(j, RECORD_JOURNAL_FRAME);
        const size_t checkpoints = record_journal_count(j, RECORD_JOURNAL_CHECKPOINT);
        assert_true(verified == RECORD_OK || (verified == RECORD_MISSING && checkpoints == 0));
        assert_in_range(frames, last > 0 ? last - 1 : 0, last);
        assert_in_range(checkpoints - frames, 0, 1);
        last = frames;
        if (checkpoints > frames) {
            double value[COLUMNS];
            fill(value, frames);
            put(j, RECORD_JOURNAL_FRAME, value, sizeof value);
        }
        put_frames(j, checkpoints);
        record_journal_close(j);
        const sample_bytes again = sample_read(path);
        assert_int_equal(again.size, whole.size);
        assert_memory_equal(again.bytes, whole.bytes, whole.size);
        free(again.bytes);
    }
    assert_int_equal(last, 0);
    free(whole.bytes);
}

/* Every bit of some and all bits of others: it is said, and the file is left as it is. The last
 * record, of which nothing whole stands behind, is another test's; and so are the 32 bytes before
 * it, the digest by which it would be known. */
static void a_byte_that_has_changed_before_a_whole_record_is_damage(void **state)
{
    (void)state;
    enum { LAST = 64 + COLUMNS * sizeof(double) + 32 };
    const sample_bytes whole = write_sample(sample_path("sound.part"));
    const char *path = sample_path("flipped.part");
    for (size_t at = 0; at < whole.size - LAST; at++) {
        record_journal *j;
        record_error error, opened;
        const unsigned char before = whole.bytes[at];
        whole.bytes[at] = (unsigned char)(before ^ (at % 3 ? 1 << at % 8 : 0xff));
        sample_write(path, whole.bytes, whole.size);
        const record_status status = record_journal_verify(path, NULL, NULL, &error);
        if (status != (at < 16 ? RECORD_NOT_OURS : RECORD_DAMAGED))
            fail_msg("byte %zu: status %d", at, status);
        text_assert_has(error.text, path);
        assert_int_equal(record_journal_open(path, &head, &j, &opened), status);
        assert_null(j);
        const sample_bytes left = sample_read(path);
        assert_int_equal(left.size, whole.size);
        assert_memory_equal(left.bytes, whole.bytes, whole.size);
        free(left.bytes);
        whole.bytes[at] = before;
    }
    free(whole.bytes);
}

/* Zeros, ones, and bytes as they come. */
static unsigned char junk(size_t kind, size_t i)
{
    return kind == 0 ? 0 : kind == 1 ? 0xff : (unsigned char)((i * 2654435761U) >> 13);
}

/* A machine that stops may leave a file longer than what was written of it, from any byte on: the
 * end is torn, its length is said, and what is put again makes the bytes of a file that is whole.
 */
static void a_journal_torn_at_any_byte_is_gone_on_with_to_the_same_bytes(void **state)
{
    (void)state;
    enum { KINDS = 3, MORE = 5000 };
    const sample_bytes whole = write_sample(sample_path("untorn.part"));
    const char *path = sample_path("torn.part");
    unsigned char *bytes = malloc(whole.size + MORE);
    assert_non_null(bytes);
    for (size_t at = 0; at <= whole.size; at += at < 200 ? 1 : 4) {
        const size_t kind = at % KINDS, size = at + (at % 7 ? MORE : 40);
        record_error error;
        size_t torn;
        if (at < 16 && kind > 0)
            continue; /* no journal at all */
        memcpy(bytes, whole.bytes, at);
        for (size_t i = at; i < size; i++)
            bytes[i] = junk(kind, i);
        sample_write(path, bytes, size);
        const record_status status = record_journal_verify(path, &head, &torn, &error);
        assert_true(status == RECORD_OK || status == RECORD_MISSING);
        if (size > at + 40) /* less may be a record that the end of the file cuts */
            assert_in_range(torn, size - at - 2, size); /* junk may be what was to stand there */
        record_journal *j = open_at(path);
        const size_t frames = record_journal_count(j, RECORD_JOURNAL_FRAME);
        const size_t checkpoints = record_journal_count(j, RECORD_JOURNAL_CHECKPOINT);
        for (size_t i = 0; i < frames; i++)
            assert_frame(j, i);
        if (checkpoints > frames) {
            double value[COLUMNS];
            fill(value, frames);
            put(j, RECORD_JOURNAL_FRAME, value, sizeof value);
        }
        put_frames(j, checkpoints);
        record_journal_close(j);
        const sample_bytes again = sample_read(path);
        assert_int_equal(again.size, whole.size);
        assert_memory_equal(again.bytes, whole.bytes, whole.size);
        free(again.bytes);
    }
    free(bytes);
    free(whole.bytes);
}

static void assert_refused(const char *path, record_journal_head other, record_status expected,
                           const char *said)
{
    record_journal *j;
    record_error error;
    assert_int_equal(record_journal_open(path, &other, &j, &error), expected);
    assert_null(j);
    text_assert_has(error.text, said);
    assert_int_equal(record_journal_verify(path, &other, NULL, &error), expected);
}

static void the_journal_of_another_build_or_case_is_refused_and_kept(void **state)
{
    (void)state;
    const char *path = sample_path("other.part");
    const sample_bytes whole = write_sample(path);
    assert_refused(path, (record_journal_head){head.id, "trama 2, gcc"}, RECORD_STALE,
                   "another build: trama 1, gcc");
    assert_refused(path, (record_journal_head){"fedc", head.build}, RECORD_NOT_OURS,
                   "another case");
    const sample_bytes left = sample_read(path);
    assert_memory_equal(left.bytes, whole.bytes, whole.size);
    free(left.bytes);
    free(whole.bytes);
}

static void a_journal_at_work_is_another_ones_to_open_or_remove(void **state)
{
    (void)state;
    const char *path = sample_path("busy.part");
    record_journal *j = open_at(path), *second;
    record_error error;
    assert_int_equal(record_journal_open(path, &head, &second, &error), RECORD_BUSY);
    assert_int_equal(record_journal_verify(path, &head, NULL, &error), RECORD_OK);
    assert_int_equal(record_journal_remove(sample_path("busy.h5"), &error), RECORD_IO);
    record_journal_close(j);
    assert_int_equal(record_journal_remove(sample_path("busy.h5"), &error), RECORD_OK);
    assert_int_equal(record_journal_verify(path, &head, NULL, &error), RECORD_MISSING);
    assert_int_equal(record_journal_remove(sample_path("busy.h5"), &error), RECORD_OK);
}

/* A run that goes on computes records again that are there: they are compared, not doubled. */
static void a_record_that_comes_again_must_be_the_same(void **state)
{
    (void)state;
    const char *path = sample_path("again.part");
    const sample_bytes whole = write_sample(path);
    record_journal *j = open_at(path);
    record_error error;
    double value[COLUMNS];
    record_journal_rewind(j, RECORD_JOURNAL_FRAME, 3);
    fill(value, 3);
    put(j, RECORD_JOURNAL_FRAME, value, sizeof value);
    fill(value, 4);
    value[2] = -value[2];
    assert_int_equal(record_journal_put(j, RECORD_JOURNAL_FRAME, value, sizeof value, &error),
                     RECORD_DAMAGED);
    text_assert_has(error.text, "frame 4 of this journal is not what the case computes");
    text_assert_has(error.text, "; without this file the case begins anew");
    record_journal_close(j);
    const sample_bytes left = sample_read(path);
    assert_int_equal(left.size, whole.size);
    free(left.bytes);
    free(whole.bytes);
}

/* Frames of one row, and blocks of rows, written as columns of a file; whether it is made in memory
 * or on the disk, its bytes are those of the same values in memory. */
static void streamed_columns_make_the_same_file_as_those_in_memory(void **state)
{
    (void)state;
    enum { ROWS = 700, WIDTH = 7001, BLOCK = 64 };
    record_journal *j = open_at(sample_path("stream.part"));
    double *value = calloc((size_t)ROWS * WIDTH, sizeof *value);
    double *tall = calloc(BLOCK * ((ROWS + BLOCK - 1) / BLOCK), sizeof *tall);
    assert_true(value && tall);
    for (size_t i = 0; i < (size_t)ROWS * WIDTH; i++)
        value[i] = 1e-3 * (double)(i * i % 100003);
    for (size_t i = 0; i < ROWS; i++) {
        put(j, RECORD_JOURNAL_FRAME, value + i * WIDTH, WIDTH * sizeof *value);
        tall[i] = -value[i * WIDTH];
    }
    for (size_t i = 0; i < ROWS; i += BLOCK)
        put(j, RECORD_JOURNAL_HISTORY, tall + i, BLOCK * sizeof *tall);
    for (size_t rows = 60; rows <= ROWS; rows += 320) {
        const bundle_stream wide = record_journal_stream(j, RECORD_JOURNAL_FRAME, 1, 0, WIDTH);
        const bundle_stream high = record_journal_stream(j, RECORD_JOURNAL_HISTORY, BLOCK, 0, 1);
        bundle streamed = {0}, kept = {0};
        bundle_add_stream(&streamed, "/frames/x", "m", "positions", &wide, rows);
        bundle_add_stream(&streamed, "/result/series/t", "s", "time", &high, rows);
        bundle_add_reals(&kept, "/frames/x", "m", "positions", value, rows, WIDTH);
        bundle_add_reals(&kept, "/result/series/t", "s", "time", tall, rows, 1);
        sample_record(sample_path("streamed.h5"), &streamed);
        sample_record(sample_path("kept.h5"), &kept);
        sample_assert_same_bytes(sample_path("streamed.h5"), sample_path("kept.h5"));
        bundle_free(&streamed);
        bundle_free(&kept);
    }
    record_journal_close(j);
    free(tall);
    free(value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_put_comes_back),
        cmocka_unit_test(a_journal_cut_at_any_byte_is_gone_on_with_to_the_same_bytes),
        cmocka_unit_test(a_byte_that_has_changed_before_a_whole_record_is_damage),
        cmocka_unit_test(a_journal_torn_at_any_byte_is_gone_on_with_to_the_same_bytes),
        cmocka_unit_test(the_journal_of_another_build_or_case_is_refused_and_kept),
        cmocka_unit_test(a_journal_at_work_is_another_ones_to_open_or_remove),
        cmocka_unit_test(a_record_that_comes_again_must_be_the_same),
        cmocka_unit_test(streamed_columns_make_the_same_file_as_those_in_memory),
    };
    return cmocka_run_group_tests_name("journal", tests, sample_folder_begin, sample_folder_end);
}
