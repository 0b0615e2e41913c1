#include "analysis/plot/surface.h"

#include <math.h>

#include "core/numbers.h"

static const double radians = 3.14159265358979323846 / 180;

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

static void include_node(camera *c, vector node)
{
    if (!vector_is_finite(node))
        return;
    widen(vector_dot(node, c->view.right), &c->low.x, &c->high.x);
    widen(vector_dot(node, c->view.up), &c->low.y, &c->high.y);
    widen(vector_dot(node, c->view.toward), &c->low.z, &c->high.z);
}

void camera_include(camera *c, const frames *f, size_t frame)
{
    for (size_t i = 0; i < f->nodes; i++)
        include_node(c, frames_node(f, frame, i));
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
    fprintf(script, "D = %.9g\n", 0.99 * c->width / depth_of(c));
    edges_write(&c->plot, script);
    fprintf(script,
            "set view equal xyz\nset view 90, 0\n"
            "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\nset zrange [%.9g:%.9g]\n"
            "set xyplane at %.9g\n",
            -c->width, c->width, -c->width, c->width, -c->height, c->height, -c->height);
}
