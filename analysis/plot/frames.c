#include "analysis/plot/frames.h"

#include <math.h>
#include <stdlib.h>

#include "record/record.h"

static const int64_t points_most = 1000000000; /* along a direction; nodes are counted in 64 bits */

static const double most_away = 1.5; /* diagonals of the first frame */

double vector_dot(vector a, vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

vector vector_sum(double a, vector x, double b, vector y)
{
    return (vector){a * x.x + b * y.x, a * x.y + b * y.y, a * x.z + b * y.z};
}

vector vector_cross(vector a, vector b)
{
    return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

vector vector_unit(vector a)
{
    const double length = sqrt(vector_dot(a, a));
    return length > 0 ? vector_sum(1 / length, a, 0, a) : (vector){0, 0, 0};
}

bool vector_is_finite(vector a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static const double *positions(const bundle *b, const char *path, size_t rows, size_t columns)
{
    const bundle_column *found = bundle_find(b, path);
    const bool fits =
        found && found->type == BUNDLE_REAL && found->rows == rows && found->columns == columns;
    return fits ? found->real : NULL;
}

/* Squares of a grid, node = k n + l, in order of their first corner. */
static bool add_squares(frames *f)
{
    if (f->m < 2 || f->n < 2)
        return false;
    f->facets = (f->m - 1) * (f->n - 1);
    f->facet = calloc(f->facets, sizeof *f->facet);
    for (size_t i = 0; f->facet && i < f->facets; i++) {
        const size_t a = i / (f->n - 1) * f->n + i % (f->n - 1);
        f->facet[i] = (frames_facet){{a, a + f->n, a + f->n + 1, a + 1}};
    }
    return f->facet != NULL;
}

/* Triangles of a mesh. False if one names a node that is not there. */
static bool add_triangles(frames *f, const bundle_column *triangles)
{
    bool there = triangles->type == BUNDLE_INTEGER;
    f->facets = triangles->rows;
    f->facet = calloc(f->facets + 1, sizeof *f->facet);
    for (size_t i = 0; there && f->facet && i < f->facets; i++)
        for (size_t c = 0; c < 4; c++) {
            const int64_t node = triangles->integer[3 * i + (c < 3 ? c : 2)];
            there = there && node >= 0 && (uint64_t)node < f->nodes;
            f->facet[i].corner[c] = there ? (size_t)node : 0;
        }
    f->m = f->n = 0;
    return there && f->facet && f->facets > 0;
}

static bool add_facets(const study_case *c, frames *f)
{
    const bundle_column *triangles = bundle_find(&c->data, "/config/triangles");
    return triangles && triangles->columns == 3 ? add_triangles(f, triangles) : add_squares(f);
}

/* Checks every shape against the nodes before anything is looked at. */
static bool find_columns(const study_case *c, frames *f)
{
    const int64_t *points = case_integers(c, "/config/points", 2);
    const bundle_column *iteration = bundle_find(&f->data, "/frames/iteration");
    if (!points || points[0] < 1 || points[1] < 1 || points[0] > points_most ||
        points[1] > points_most || !iteration || iteration->type != BUNDLE_INTEGER ||
        iteration->columns != 1)
        return false;
    f->m = (size_t)points[0];
    f->n = (size_t)points[1];
    f->nodes = f->m * f->n;
    f->count = iteration->rows;
    f->iteration = iteration->integer;
    f->x = positions(&f->data, "/frames/x", f->count, f->nodes);
    f->y = positions(&f->data, "/frames/y", f->count, f->nodes);
    f->z = positions(&f->data, "/frames/z", f->count, f->nodes);
    return f->count > 0 && f->x && f->y && f->z && add_facets(c, f);
}

bool frames_are_told(const study_case *c)
{
    return case_rows(c, "/config/points") == 2;
}

bool frames_read(const study_case *c, frames *f, FILE *err)
{
    static const char *const prefixes[] = {"/frames", NULL};
    record_error error = {0};
    *f = (frames){0};
    if (record_read(c->path, prefixes, &f->data, &error) != RECORD_OK)
        fprintf(err, "%s\n", error.text);
    else if (find_columns(c, f))
        return true;
    frames_free(f);
    return false;
}

void frames_free(frames *f)
{
    free(f->facet);
    bundle_free(&f->data);
    *f = (frames){0};
}

vector frames_node(const frames *f, size_t frame, size_t node)
{
    const size_t i = frame * f->nodes + node;
    return (vector){f->x[i], f->y[i], f->z[i]};
}

bool frames_finite(const frames *f, size_t frame)
{
    for (size_t i = 0; i < f->nodes; i++)
        if (!vector_is_finite(frames_node(f, frame, i)))
            return false;
    return true;
}

void extent_include(extent *e, vector v)
{
    if (!vector_is_finite(v))
        return;
    if (!e->any)
        *e = (extent){v, v, true};
    e->low = (vector){fmin(e->low.x, v.x), fmin(e->low.y, v.y), fmin(e->low.z, v.z)};
    e->high = (vector){fmax(e->high.x, v.x), fmax(e->high.y, v.y), fmax(e->high.z, v.z)};
}

vector extent_middle(const extent *e)
{
    return vector_sum(0.5, e->low, 0.5, e->high);
}

double extent_diagonal(const extent *e)
{
    const vector across = vector_sum(1, e->high, -1, e->low);
    return sqrt(vector_dot(across, across));
}

extent frames_first(const frames *f)
{
    extent e = {0};
    for (size_t i = 0; i < f->nodes; i++)
        extent_include(&e, frames_node(f, 0, i));
    return e;
}

double frames_reach(const extent *first)
{
    return most_away * extent_diagonal(first);
}

bool frames_sound(const frames *f, size_t frame)
{
    const extent first = frames_first(f);
    const vector middle = extent_middle(&first);
    const double reach = frames_reach(&first);
    for (size_t i = 0; i < f->nodes; i++) {
        const vector away = vector_sum(1, frames_node(f, frame, i), -1, middle);
        if (!(vector_dot(away, away) <= reach * reach)) /* also what is no number */
            return false;
    }
    return true;
}

vector frames_area(const frames *f, size_t frame, size_t facet)
{
    const size_t *corner = f->facet[facet].corner;
    const vector a =
        vector_sum(1, frames_node(f, frame, corner[2]), -1, frames_node(f, frame, corner[0]));
    const vector b =
        vector_sum(1, frames_node(f, frame, corner[3]), -1, frames_node(f, frame, corner[1]));
    const vector product = vector_cross(a, b);
    return vector_sum(0.5, product, 0, product);
}

vector frames_facing(const frames *f, size_t frame)
{
    vector sum = {0, 0, 0};
    for (size_t i = 0; i < f->facets; i++) {
        const vector area = frames_area(f, frame, i);
        sum = vector_is_finite(area) ? vector_sum(1, sum, 1, area) : sum;
    }
    return sum;
}
