/* Meshes flat in one: edges, their triangles, groups, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collision/soup.h"
#include "core/random.h"

/* A square cut in two, and a lone triangle behind a vertex that no triangle has. */
static const size_t square[] = {0, 1, 2, 0, 2, 3}, lone[] = {3, 1, 2};
static const trama_soup_part parts[] = {{4, 2, square}, {4, 1, lone}};

static trama_soup *make(const trama_soup_part *part, size_t count)
{
    trama_error error;
    trama_soup *soup;
    assert_int_equal(trama_soup_create(part, count, &soup, &error), TRAMA_OK);
    return soup;
}

static void edges_know_their_triangles(void **state)
{
    (void)state;
    trama_soup *soup = make(parts, 2);
    assert_int_equal(soup->vertices, 8);
    assert_int_equal(soup->triangles, 3);
    assert_int_equal(soup->edges, 8);
    assert_int_equal(soup->edge[1][0], 0); /* 01 02 03 12 23 | 56 57 67 */
    assert_int_equal(soup->edge[1][1], 2);
    assert_int_equal(soup->edge_triangle[1][0], 0);
    assert_int_equal(soup->edge_triangle[1][1], 1);
    assert_int_equal(soup->edge_triangles[1], 2);
    assert_int_equal(soup->edge_triangle[0][1], TRAMA_SOUP_NONE);
    for (uint32_t t = 0; t < 3; t++)
        for (uint32_t side = 0; side < 3; side++) {
            const uint32_t e = soup->triangle_edge[t][side];
            assert_true(trama_soup_has_vertex(soup, t, soup->edge[e][0]));
            assert_true(trama_soup_has_vertex(soup, t, soup->edge[e][1]));
            assert_false(soup->triangle[t][(side + 2) % 3] == soup->edge[e][0] ||
                         soup->triangle[t][(side + 2) % 3] == soup->edge[e][1]);
        }
    assert_true(trama_soup_edges_touch(soup, 0, 1));
    assert_false(trama_soup_edges_touch(soup, 0, 4));
    trama_soup_destroy(soup);
}

/* Of triangles at random among few vertices, against a table of who is beside whom. */
static void edges_are_those_of_the_triangles(void **state)
{
    (void)state;
    enum { VERTICES = 17, TRIANGLES = 25 };
    trama_random random = {6};
    for (int trial = 0; trial < 40; trial++) {
        size_t triangle[3 * TRIANGLES], edges = 0;
        uint32_t beside[VERTICES][VERTICES] = {{0}};
        for (size_t t = 0; t < TRIANGLES; t++)
            for (size_t c = 0; c < 3; c++) {
                const size_t step = 1 + trama_random_bits(&random) % 5;
                triangle[3 * t + c] = c == 0 ? trama_random_bits(&random) % VERTICES
                                             : (triangle[3 * t + c - 1] + step) % VERTICES;
            }
        for (size_t t = 0; t < TRIANGLES; t++)
            for (size_t c = 0; c < 3; c++) {
                const size_t a = triangle[3 * t + c], b = triangle[3 * t + (c + 1) % 3];
                beside[a][b]++;
                beside[b][a]++;
            }
        trama_soup *soup = make(&(trama_soup_part){VERTICES, TRIANGLES, triangle}, 1);
        for (uint32_t a = 0; a < VERTICES; a++)
            for (uint32_t b = 0; b < a; b++) {
                const uint32_t e = trama_soup_edge(soup, a, b);
                assert_int_equal(trama_soup_edge(soup, b, a), e);
                assert_int_equal(e != TRAMA_SOUP_NONE, beside[a][b] > 0);
                if (e == TRAMA_SOUP_NONE)
                    continue;
                edges++;
                assert_int_equal(soup->edge[e][0], b);
                assert_int_equal(soup->edge[e][1], a);
                assert_int_equal(soup->edge_triangles[e], beside[a][b]);
                for (uint32_t k = 0; k < 2; k++) {
                    const uint32_t t = soup->edge_triangle[e][k];
                    assert_int_equal(t != TRAMA_SOUP_NONE, k < beside[a][b]);
                    assert_true(t == TRAMA_SOUP_NONE || (trama_soup_has_vertex(soup, t, a) &&
                                                         trama_soup_has_vertex(soup, t, b)));
                }
            }
        assert_int_equal(soup->edges, edges);
        trama_soup_destroy(soup);
    }
}

static void groups_follow_each_other(void **state)
{
    (void)state;
    const trama_soup_part with_none[] = {{4, 2, square}, {3, 0, NULL}, {4, 1, lone}};
    trama_soup *soup = make(with_none, 3);
    const size_t vertex[] = {0, 4, 7, 11}, triangle[] = {0, 2, 2, 3}, edge[] = {0, 5, 5, 8};
    for (size_t g = 0; g <= 3; g++) {
        assert_int_equal(soup->vertex_begin[g], vertex[g]);
        assert_int_equal(soup->triangle_begin[g], triangle[g]);
        assert_int_equal(soup->edge_begin[g], edge[g]);
    }
    assert_int_equal(soup->group_of_edge[5], 2);
    assert_int_equal(soup->triangle[2][0], 10);
    assert_true(trama_soup_meets(soup, 0, 2) && trama_soup_meets(soup, 1, 1));
    trama_soup_set_meets(soup, 2, 0, false);
    assert_true(!trama_soup_meets(soup, 0, 2) && !trama_soup_meets(soup, 2, 0));
    assert_true(trama_soup_meets(soup, 0, 0) && trama_soup_meets(soup, 2, 2));
    trama_soup_destroy(soup);
}

static void triangles_of_strange_vertices_are_refused_by_name(void **state)
{
    (void)state;
    const size_t absent[] = {0, 1, 2, 0, 1, 4}, twice[] = {0, 1, 1};
    const trama_soup_part bad[][2] = {{parts[0], {4, 2, absent}}, {parts[0], {4, 1, twice}}};
    const char *const path[] = {"parts[1].triangle[1]", "parts[1].triangle[0]"};
    for (int i = 0; i < 2; i++) {
        trama_error error;
        trama_soup *soup;
        assert_int_equal(trama_soup_create(bad[i], 2, &soup, &error), TRAMA_BAD_INPUT);
        assert_null(soup);
        assert_string_equal(error.path, path[i]);
    }
}

static void no_meshes_and_an_empty_mesh_are_soups(void **state)
{
    (void)state;
    trama_soup *soup = make(parts, 0);
    assert_int_equal(soup->vertices + soup->triangles + soup->edges + soup->groups, 0);
    trama_soup_destroy(soup);
    const trama_soup_part empty = {0};
    soup = make(&empty, 1);
    assert_int_equal(soup->vertices + soup->triangles + soup->edges, 0);
    assert_int_equal(soup->groups, 1);
    trama_soup_destroy(soup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_know_their_triangles),
        cmocka_unit_test(edges_are_those_of_the_triangles),
        cmocka_unit_test(groups_follow_each_other),
        cmocka_unit_test(triangles_of_strange_vertices_are_refused_by_name),
        cmocka_unit_test(no_meshes_and_an_empty_mesh_are_soups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
