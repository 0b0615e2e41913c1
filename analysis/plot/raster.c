#include "analysis/plot/raster.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double edge_shade = 0.45; /* of a surface's colour, where an edge is drawn */

bool raster_begin(raster *r, size_t width, size_t height)
{
    *r = (raster){.width = width * RASTER_SAMPLES, .height = height * RASTER_SAMPLES};
    const size_t samples = r->width * r->height;
    r->rgb = malloc(3 * samples + 1);
    r->depth = malloc(samples * sizeof *r->depth + 1);
    if (!r->rgb || !r->depth)
        return false;
    memset(r->rgb, 255, 3 * samples);
    for (size_t i = 0; i < samples; i++)
        r->depth[i] = -HUGE_VALF;
    return true;
}

void raster_free(raster *r)
{
    free(r->rgb);
    free(r->depth);
    *r = (raster){0};
}

/* A linear function of the place: value at x = y = 0, and slopes. */
typedef struct plane {
    double at, x, y;
} plane;

static double plane_value(const plane *p, double x, double y)
{
    return p->at + p->x * x + p->y * y;
}

/* Through a triangle's corners; `twice` is twice its signed area. */
static plane plane_through(const raster_corner c[3], double twice, double a, double b, double d)
{
    plane p;
    p.x = ((b - a) * (c[2].y - c[0].y) - (d - a) * (c[1].y - c[0].y)) / twice;
    p.y = ((d - a) * (c[1].x - c[0].x) - (b - a) * (c[2].x - c[0].x)) / twice;
    p.at = a - p.x * c[0].x - p.y * c[0].y;
    return p;
}

/* What is linear over a triangle. */
typedef struct filling {
    plane inside[3], depth, shade, edge[RASTER_EDGES];
} filling;

static filling filling_of(const raster_corner c[3], double twice, double half_width)
{
    filling f = {.depth = plane_through(c, twice, c[0].depth, c[1].depth, c[2].depth),
                 .shade = plane_through(c, twice, c[0].shade, c[1].shade, c[2].shade)};
    for (size_t i = 0; i < 3; i++)
        f.inside[i] = plane_through(c, twice, i == 0, i == 1, i == 2);
    for (size_t i = 0; half_width > 0 && i < RASTER_EDGES; i++) {
        plane *e = &f.edge[i];
        *e = plane_through(c, twice, c[0].edge[i], c[1].edge[i], c[2].edge[i]);
        const double slope = sqrt(e->x * e->x + e->y * e->y); /* makes it a distance in samples */
        *e = slope > 0 ? (plane){e->at / slope, e->x / slope, e->y / slope}
                       : (plane){2 * half_width, 0, 0};
    }
    return f;
}

static bool is_on_edge(const filling *f, double x, double y, double half_width)
{
    for (size_t i = 0; half_width > 0 && i < RASTER_EDGES; i++)
        if (plane_value(&f->edge[i], x, y) < half_width)
            return true;
    return false;
}

static void draw_sample(raster *r, size_t i, const filling *f, double x, double y,
                        const raster_paint *paint)
{
    const float depth = (float)plane_value(&f->depth, x, y);
    if (!(depth > r->depth[i]))
        return;
    const bool edge = is_on_edge(f, x, y, paint->line);
    if (paint->hollow && !edge)
        return;
    const double shade = fmin(fmax(plane_value(&f->shade, x, y), 0), 1);
    const unsigned char *colour = paint->ramp->rgb[(size_t)(shade * (RASTER_SHADES - 1) + 0.5)];
    r->depth[i] = depth;
    for (size_t k = 0; k < 3; k++)
        r->rgb[3 * i + k] = edge ? (unsigned char)(edge_shade * colour[k]) : colour[k];
}

static double least(double a, double b, double c)
{
    return fmin(a, fmin(b, c));
}

static double most(double a, double b, double c)
{
    return fmax(a, fmax(b, c));
}

/* Where a row of samples enters and leaves a triangle: all three planes are positive between. */
static void span_of(const filling *f, double y, double *from, double *to)
{
    for (size_t i = 0; i < 3; i++) {
        const plane *p = &f->inside[i];
        const double left = p->at + p->y * y; /* at x = 0 */
        if (p->x > 0)
            *from = fmax(*from, -left / p->x);
        else if (p->x < 0)
            *to = fmin(*to, -left / p->x);
        else if (left < 0)
            *to = -1;
    }
}

/* Samples lie in the middles of their squares. */
static void draw_row(raster *r, size_t row, const filling *f, double low, double high,
                     const raster_paint *paint)
{
    const double y = (double)row + 0.5;
    double from = fmax(low, 0), to = fmin(high, (double)r->width);
    span_of(f, y, &from, &to);
    if (!(from < to))
        return;
    for (size_t column = (size_t)ceil(fmax(from - 0.5, 0));
         column < r->width && (double)column + 0.5 <= to; column++)
        draw_sample(r, row * r->width + column, f, (double)column + 0.5, y, paint);
}

static bool is_finite(const raster_corner *c)
{
    return isfinite(c->x) && isfinite(c->y) && isfinite(c->depth) && isfinite(c->shade);
}

void raster_triangle(raster *r, const raster_corner c[3], const raster_paint *paint)
{
    const double twice =
        (c[1].x - c[0].x) * (c[2].y - c[0].y) - (c[2].x - c[0].x) * (c[1].y - c[0].y);
    if (!is_finite(&c[0]) || !is_finite(&c[1]) || !is_finite(&c[2]) || twice == 0)
        return;
    const double low = fmax(least(c[0].y, c[1].y, c[2].y), 0);
    const double high = fmin(most(c[0].y, c[1].y, c[2].y), (double)r->height);
    const filling f = filling_of(c, twice, paint->line);
    if (!(low < high))
        return;
    for (size_t row = (size_t)low; row < r->height && (double)row <= high; row++)
        draw_row(r, row, &f, least(c[0].x, c[1].x, c[2].x), most(c[0].x, c[1].x, c[2].x), paint);
}

/* The pixels of the samples from `first` to `last` and `around` more, of those that there are. An
 * even number of them, from an even one. */
static void spread(size_t first, size_t last, size_t samples, size_t around, size_t *begin,
                   size_t *count)
{
    const size_t from = first / RASTER_SAMPLES, to = last / RASTER_SAMPLES + 1;
    const size_t all = samples / RASTER_SAMPLES / 2 * 2;
    const size_t end = to + around < all ? (to + around + 1) / 2 * 2 : all;
    *begin = from > around ? (from - around) / 2 * 2 : 0;
    *count = end > *begin ? end - *begin : 0;
}

raster_part raster_drawn(const raster *r, size_t around)
{
    size_t left = r->width, right = 0, top = r->height, bottom = 0;
    for (size_t i = 0; i < r->width * r->height; i++) {
        const size_t x = i % r->width, y = i / r->width;
        if (r->depth[i] == -HUGE_VALF)
            continue;
        left = x < left ? x : left;
        right = x > right ? x : right;
        top = y < top ? y : top;
        bottom = y;
    }
    if (left == r->width)
        return (raster_part){0};
    raster_part p;
    spread(left, right, r->width, around, &p.left, &p.width);
    spread(top, bottom, r->height, around, &p.top, &p.height);
    return p;
}

/* The mean of a square of samples, rounded. */
static void write_pixel(const raster *r, size_t left, size_t top, size_t side,
                        unsigned char pixel[3])
{
    assert(side > 0);
    unsigned sum[3] = {0};
    for (size_t j = 0; j < side; j++)
        for (size_t i = 0; i < side; i++)
            for (size_t k = 0; k < 3; k++)
                sum[k] += r->rgb[3 * ((top + j) * r->width + left + i) + k];
    const unsigned samples = (unsigned)(side * side);
    for (size_t k = 0; k < 3; k++)
        pixel[k] = (unsigned char)((sum[k] + samples / 2) / samples);
}

unsigned char *raster_pixels(const raster *r, const raster_part *part, size_t coarse)
{
    const size_t width = part->width / coarse, height = part->height / coarse;
    const size_t side = coarse * RASTER_SAMPLES;
    unsigned char *pixels = malloc(3 * width * height + 1);
    for (size_t y = 0; pixels && y < height; y++)
        for (size_t x = 0; x < width; x++)
            write_pixel(r, part->left * RASTER_SAMPLES + x * side,
                        part->top * RASTER_SAMPLES + y * side, side, pixels + 3 * (y * width + x));
    return pixels;
}
