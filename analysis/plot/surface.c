#include "analysis/plot/surface.h"

#include <math.h>
#include <stdlib.h>

#include "core/numbers.h"
#include "record/record.h"

static const double radians = 3.14159265358979323846 / 180;

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

/* Checks every shape against the grid before anything is looked at. */
static bool find_columns(const study_case *c, frames *f)
{
    const int64_t *points = case_integers(c, "/config/points", 2);
    const bundle_column *iteration = bundle_find(&f->data, "/frames/iteration");
    if (!points || points[0] < 2 || points[1] < 2 || points[0] > 100000 || points[1] > 100000 ||
        !iteration || iteration->type != BUNDLE_INTEGER || iteration->columns != 1)
        return false;
    f->m = (size_t)points[0];
    f->n = (size_t)points[1];
    f->count = iteration->rows;
    f->iteration = iteration->integer;
    f->x = positions(&f->data, "/frames/x", f->count, f->m * f->n);
    f->y = positions(&f->data, "/frames/y", f->count, f->m * f->n);
    f->z = positions(&f->data, "/frames/z", f->count, f->m * f->n);
    return f->count > 0 && f->x && f->y && f->z;
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
    bundle_free(&f->data);
    *f = (frames){0};
}

vector frames_node(const frames *f, size_t frame, size_t k, size_t l)
{
    const size_t i = frame * f->m * f->n + k * f->n + l;
    return (vector){f->x[i], f->y[i], f->z[i]};
}

view view_of(double elevation, double azimuth)
{
    const double e = elevation * radians, a = azimuth * radians;
    const vector toward = {cos(e) * sin(a), sin(e), cos(e) * cos(a)};
    const vector right = {cos(a), 0, -sin(a)};
    return (view){right, vector_cross(toward, right), toward};
}

camera camera_of(view v)
{
    const vector far = {TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY};
    const vector near = {-TRAMA_INFINITY, -TRAMA_INFINITY, -TRAMA_INFINITY};
    return (camera){.view = v, .low = far, .high = near};
}

static void widen(double value, double *low, double *high)
{
    *low = fmin(*low, value);
    *high = fmax(*high, value);
}

void camera_include(camera *c, vector node)
{
    if (!vector_is_finite(node))
        return;
    widen(vector_dot(node, c->view.right), &c->low.x, &c->high.x);
    widen(vector_dot(node, c->view.up), &c->low.y, &c->high.y);
    widen(vector_dot(node, c->view.toward), &c->low.z, &c->high.z);
}

/* gnuplot shows the range of X across the lesser side of its plot. Where the panel is wider than
 * high, the plot is let out of it, up and down, as far as the figure goes, so that the panel's
 * width counts. */
void camera_fit(camera *c, const edges *panel, const figure *f)
{
    const vector half = vector_sum(0.5, c->high, -0.5, c->low);
    const double width = (panel->right - panel->left) * f->width;
    const double height = (panel->top - panel->bottom) * f->height;
    const double middle = (panel->top + panel->bottom) / 2;
    const double beyond = 2 * fmin(middle, 1 - middle) * f->height;
    const double plot = fmax(height, fmin(width, beyond)), lesser = fmin(width, plot);
    const double metres = 1.01 * fmax(half.x / width, half.y / height); /* for each cm */
    c->width = fmax(fmax(metres * lesser, 1.01 * half.x), 1e-9);
    c->height = c->width * height / lesser;
    c->plot = *panel;
    c->plot.bottom = middle - plot / 2 / f->height;
    c->plot.top = middle + plot / 2 / f->height;
}

void camera_widen(camera *c, double factor)
{
    const vector mid = vector_sum(0.5, c->low, 0.5, c->high);
    c->low = vector_sum(factor, c->low, 1 - factor, mid);
    c->high = vector_sum(factor, c->high, 1 - factor, mid);
}

/* Half of the depth that is told apart; what is as deep as it is wide is seen whole. */
static double depth_of(const camera *c)
{
    const vector half = vector_sum(0.5, c->high, -0.5, c->low);
    return fmax(half.z, c->width);
}

bool camera_sees(const camera *c, vector node, double factor)
{
    const vector mid = vector_sum(0.5, c->low, 0.5, c->high);
    return vector_is_finite(node) &&
           fabs(vector_dot(node, c->view.right) - mid.x) <= factor * c->width &&
           fabs(vector_dot(node, c->view.up) - mid.y) <= factor * c->height &&
           fabs(vector_dot(node, c->view.toward) - mid.z) <= factor * depth_of(c);
}

static void write_projection(const char *name, vector along, double centre, double factor,
                             FILE *script)
{
    fprintf(script, "%s(x,y,z) = %.9g*((%.9g)*x + (%.9g)*y + (%.9g)*z - (%.9g))\n", name, factor,
            along.x, along.y, along.z, centre);
}

void camera_write(const camera *c, FILE *script)
{
    const vector mid = vector_sum(0.5, c->low, 0.5, c->high);
    write_projection("X", c->view.right, mid.x, 1, script);
    write_projection("Y", c->view.toward, mid.z, -0.99 * c->width / depth_of(c), script);
    write_projection("Z", c->view.up, mid.y, 1, script);
    edges_write(&c->plot, script);
    fprintf(script,
            "set view equal xyz\nset view 90, 0\n"
            "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\nset zrange [%.9g:%.9g]\n"
            "set xyplane at %.9g\n",
            -c->width, c->width, -c->width, c->width, -c->height, c->height, -c->height);
}
