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

view view_common(void)
{
    return view_of(24, 38);
}

camera camera_of(view v)
{
    const vector far = {TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY};
    const vector near = {-TRAMA_INFINITY, -TRAMA_INFINITY, -TRAMA_INFINITY};
    return (camera){.view = v, .low = far, .high = near, .low_around = far, .high_around = near};
}

static void widen(double value, double *low, double *high)
{
    *low = fmin(*low, value);
    *high = fmax(*high, value);
}

static void include_node(const view *v, vector node, vector *low, vector *high)
{
    if (!vector_is_finite(node))
        return;
    widen(vector_dot(node, v->right), &low->x, &high->x);
    widen(vector_dot(node, v->up), &low->y, &high->y);
    widen(vector_dot(node, v->toward), &low->z, &high->z);
}

/* Obstacles come last. */
void camera_include(camera *c, const frames *f, size_t frame)
{
    for (size_t i = 0; i < f->nodes; i++) {
        const vector node = frames_node(f, frame, i);
        if (i < f->own)
            include_node(&c->view, node, &c->low, &c->high);
        else
            include_node(&c->view, node, &c->low_around, &c->high_around);
    }
}

/* Lowers `low` to that of the obstacles, by `reach` at most; with signs turned, raises `high`. */
static double lowered(double low, double around, double reach)
{
    return fmin(low, fmax(around, low - reach));
}

static void include_around(camera *c)
{
    static const double share = 0.6; /* of the larger extent of what moves, on each side */
    const vector across = vector_sum(1, c->high, -1, c->low);
    const double reach = share * fmax(across.x, across.y);
    const double far = reach > 0 && isfinite(reach) ? reach : TRAMA_INFINITY;
    c->low.x = lowered(c->low.x, c->low_around.x, far);
    c->low.y = lowered(c->low.y, c->low_around.y, far);
    c->low.z = fmin(c->low.z, c->low_around.z);
    c->high.x = -lowered(-c->high.x, -c->high_around.x, far);
    c->high.y = -lowered(-c->high.y, -c->high_around.y, far);
    c->high.z = fmax(c->high.z, c->high_around.z);
    c->low_around = c->low;
    c->high_around = c->high;
}

static const double margin = 1.03; /* around what is shown */

void camera_fit(camera *c, const edges *panel, const figure *f)
{
    include_around(c);
    const vector across = vector_sum(1, c->high, -1, c->low);
    const double width = (panel->right - panel->left) * f->width;
    const double height = (panel->top - panel->bottom) * f->height;
    const double needed = margin * fmax(across.x / width, across.y / height);
    c->panel = *panel;
    c->scale = needed > 0 && isfinite(needed) ? needed : 1;
}

bool cameras_share_scale(camera *const *cameras, size_t count)
{
    static const double most = 2.5;
    double least = TRAMA_INFINITY, largest = 0;
    for (size_t i = 0; i < count; i++) {
        least = fmin(least, cameras[i]->scale);
        largest = fmax(largest, cameras[i]->scale);
    }
    if (largest > most * least)
        return false;
    for (size_t i = 0; i < count; i++)
        cameras[i]->scale = largest;
    return true;
}

void camera_widen(camera *c, double factor)
{
    const vector mid = vector_sum(0.5, c->low, 0.5, c->high);
    c->low = vector_sum(factor, c->low, 1 - factor, mid);
    c->high = vector_sum(factor, c->high, 1 - factor, mid);
}

vector camera_place(const camera *c, vector point)
{
    const vector mid = vector_sum(0.5, c->low, 0.5, c->high);
    return (vector){(vector_dot(point, c->view.right) - mid.x) / c->scale,
                    (vector_dot(point, c->view.up) - mid.y) / c->scale,
                    (vector_dot(point, c->view.toward) - mid.z) / c->scale};
}

bool camera_sees(const camera *c, vector node, const figure *f)
{
    const vector at = camera_place(c, node);
    return vector_is_finite(node) &&
           fabs(at.x) <= (c->panel.right - c->panel.left) * f->width / 2 &&
           fabs(at.y) <= (c->panel.top - c->panel.bottom) * f->height / 2;
}

void camera_write_scale(const camera *c, const edges *panel, figure *f)
{
    static const double share = 0.3; /* of the panel's width, at most */
    const double most = share * (panel->right - panel->left) * f->width * c->scale;
    if (!(most > 0 && isfinite(most)))
        return;
    const double length = style_round(most), right = panel->right - 0.1 / f->width;
    const double left = right - length / c->scale / f->width;
    const double height = panel->bottom + 0.1 / f->height;
    const bool small = length < 0.01, fair = length < 1;
    fprintf(f->script.stream,
            "set arrow from screen %.5f, screen %.5f to screen %.5f, screen %.5f heads size screen "
            "0.003, 90 lw 1 lc rgb 'black' front\n"
            "set label '%g %s' at screen %.5f, screen %.5f center front\n",
            left, height, right, height,
            length * (small  ? 1e3
                      : fair ? 100
                             : 1),
            small  ? "mm"
            : fair ? "cm"
                   : "m",
            (left + right) / 2, height + 0.22 / f->height);
}
