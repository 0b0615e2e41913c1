#include "model/outline.h"

void trama_outline_add_triangle(trama_outline *outline, size_t a, size_t b, size_t c)
{
    size_t *corner = outline->corner[outline->triangles++];
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
}

void trama_outline_add_patch(trama_outline *outline, size_t squares, const double corner[3],
                             const double along[3], const double across[3])
{
    const size_t first = outline->points, row = squares + 1;
    for (size_t i = 0; i < row * row; i++) {
        const size_t line = i / row;
        const double s = (double)line / (double)squares;
        const double t = (double)(i % row) / (double)squares;
        for (size_t axis = 0; axis < 3; axis++)
            outline->point[first + i][axis] = corner[axis] + s * along[axis] + t * across[axis];
    }
    outline->points += row * row;
    for (size_t i = 0; i < squares * squares; i++) {
        const size_t a = first + i / squares * row + i % squares;
        trama_outline_add_triangle(outline, a, a + row, a + row + 1);
        trama_outline_add_triangle(outline, a, a + row + 1, a + 1);
    }
}
