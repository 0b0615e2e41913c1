/* Continuous detection by directions that separate the features (ccd.h).
 *
 * For two features take all differences between a point of one and a point of the other: a triangle
 * or a parallelogram (closest.h) whose corners move in straight lines. The features meet where it
 * contains the origin. If for a direction n each corner has n . corner(t) > separation |n|, so has
 * each point, and the features are apart at t. Each such product is linear in t, so two products
 * per corner give the interval of t in which n separates the features. Any n is valid; only these
 * products need bounds of their rounding, and these bounds are simple.
 *
 * Search: at the latest time known to be free of contact, take the direction between the closest
 * points, and continue at the end of its interval (conservative advancement; Mirtich 1996, Tang,
 * Kim and Manocha 2009). Where a far corner and not the closest points limits the interval, halve
 * the features (as Redon et al. 2002 and Wang et al. 2021 do), and search the halves. */
#include "collision/ccd.h"
#include "collision/closest.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stddef.h>

/* Halvings at most: each side is then about 1e-13 of what it was, which is near the rounding of its
 * corners. */
enum { DEPTH = 90 };
/* Features are halved where the closest points alone would go on for so many times as long. Between
 * 2 and 4 the number of directions that a search needs is least. */
enum { HELD = 3 };
/* Where whole features are held up, a direction that turns is tried for four parts of what the
 * closest points would go on, each a quarter of the one before, if longer than 8 times what one
 * that does not turn proves. */
enum { TURNS = 4, QUARTER = 4, WORTH = 8 };

/* A part of the features, and the time up to which it is known to be apart. */
typedef struct piece {
    vec start[PARALLELOGRAM], end[PARALLELOGRAM]; /* corners at t = 0 and at t = 1, m */
    double clear;
    int depth;
} piece;

/* What the whole search has. */
typedef struct search {
    double separation, tolerance; /* ccd.h */
    double start, end;            /* largest component of a corner at t = 0 and t = 1, m */
    double hit;                   /* the earliest so far; > 1: none */
} search;

/* Times of [0, 1] at which a direction keeps a piece apart; none if low > high. */
typedef struct interval {
    double low, high;
} interval;

/* What n . corner must exceed at one end of the step, for |n| of 1 to rounding. With u = 2^-53 and
 * m the largest component: differences are rounded once (u m), each halving of a side once more (u
 * m), the product of three terms by at most 3 u times its size, the subtraction of this very margin
 * by u times its terms. In all, (8.7 + 1.75 depth) u m. Twice that is taken. DBL_MIN stands for
 * underflow, and makes "not below 0" mean "apart". |n| is 1 to 8 u. */
INLINE double margin_of(double separation, double m, int depth)
{
    return separation * (1.0 + 8.0 * DBL_EPSILON) + (8.0 + 2.0 * depth) * DBL_EPSILON * m + DBL_MIN;
}

/* The zero of a linear function that is p at 0 and q at 1, of different signs. */
INLINE double zero_of(double p, double q)
{
    return p / (p - q);
}

/* What of the times is left where a linear function that is p at 0 and q at 1 is not below 0. */
INLINE interval cut(interval times, double p, double q)
{
    if (p >= 0.0 && q >= 0.0)
        return times;
    if (p >= 0.0 && q < 0.0)
        times.high = fmin(times.high, zero_of(p, q) * (1.0 - 4.0 * DBL_EPSILON) - DBL_MIN);
    else if (p < 0.0 && q >= 0.0)
        times.low = fmax(times.low, zero_of(p, q) * (1.0 + 4.0 * DBL_EPSILON) + DBL_MIN);
    else
        return (interval){1, 0};
    return times;
}

INLINE interval apart(const search *s, int corners, const piece *p, vec n)
{
    const double start = margin_of(s->separation, s->start, p->depth),
                 end = margin_of(s->separation, s->end, p->depth);
    interval times = {0, 1};
    for (int i = 0; i < corners && times.low <= times.high; i++)
        times = cut(times, dot(n, p->start[i]) - start, dot(n, p->end[i]) - end);
    return times;
}

/* The latest time to which n, of any length, proves the piece clear. What n is so short or long
 * that its square underflows or overflows proves nothing. */
INLINE double reach(const search *s, int corners, const piece *p, vec n)
{
    const double square = dot(n, n);
    if (!(square > 1e-290 && square < 1e290))
        return p->clear;
    const interval times = apart(s, corners, p, scaled(1.0 / sqrt(square), n));
    return times.low <= p->clear && times.high > p->clear ? times.high : p->clear;
}

INLINE void corners_at(int corners, const piece *p, double t, vec *corner)
{
    for (int i = 0; i < corners; i++)
        corner[i] = combined(1.0 - t, p->start[i], t, p->end[i]);
}

/* a without its part along b. */
INLINE vec across(vec a, vec b)
{
    const double square = dot(b, b);
    return square > 0.0 ? plus_scaled(a, -dot(a, b) / square, b) : a;
}

/* Perpendicular to the plane of the corners, on the side of `toward`. The product of two sides that
 * are nearly parallel leans along them: what leans is taken off. */
INLINE vec perpendicular(const vec *corner, vec toward)
{
    const vec e = minus(corner[1], corner[0]), f = minus(corner[2], corner[0]),
              n = across(across(cross(e, f), e), across(f, e));
    return dot(n, toward) < 0.0 ? scaled(-1.0, n) : n;
}

/* Goes on from piece->clear as far as one direction proves: the one between the closest points or,
 * where these are so close that rounding turns it, one that is known from the features' sides. */
INLINE double advance(const search *s, int corners, const piece *p, closest *at)
{
    vec corner[PARALLELOGRAM];
    corners_at(corners, p, p->clear, corner);
    *at = closest_to_origin(corners, corner);
    double to = reach(s, corners, p, at->point);
    if (to - p->clear >= s->tolerance)
        return to;
    if (!at->inside)
        to = fmax(to, reach(s, corners, p, across(at->point, at->side)));
    return fmax(to, reach(s, corners, p, perpendicular(corner, at->point)));
}

/* The corners at a time, and the direction that keeps them apart, or near it: of length 1, or 0. */
typedef struct pose {
    vec corner[PARALLELOGRAM], n;
} pose;

INLINE void pose_at(int corners, const piece *p, double t, pose *at)
{
    corners_at(corners, p, t, at->corner);
    const closest nearest = closest_to_origin(corners, at->corner);
    const vec n = nearest.inside ? perpendicular(at->corner, nearest.point) : nearest.point;
    const double square = dot(n, n);
    at->n = square > 1e-290 && square < 1e290 ? scaled(1.0 / sqrt(square), n) : (vec){0, 0, 0};
}

/* Whether a direction that turns from a's to b's keeps the corners apart from one pose to the
 * other: a.n (1 - s) + w b.n s, with s from 0 to 1 and some w > 0, turns with the features. Its
 * products with the corners are quadratic in s, and above the least of their three coefficients in
 * Bernstein's basis; its length is below 1 - s + w s. Only the coefficient in the middle depends on
 * w, as a function `cut` has on time with w = t/(1 - t). The corners of the poses are rounded three
 * times more than those of the ends: less than what four halvings add to `margin`. */
INLINE bool apart_turning(int corners, const pose *a, const pose *b, double margin)
{
    interval weights = {0, 1};
    for (int i = 0; i < corners && weights.low <= weights.high; i++) {
        if (!(dot(a->n, a->corner[i]) >= margin && dot(b->n, b->corner[i]) >= margin))
            return false;
        weights = cut(weights, dot(a->n, b->corner[i]) - margin, dot(b->n, a->corner[i]) - margin);
    }
    return weights.low <= weights.high;
}

/* The latest time, of `alone` and of some before it, to which a direction that turns keeps the
 * piece apart. `to` if none goes WORTH times as far as that. */
INLINE double reach_turning(const search *s, int corners, const piece *p, double to, double alone)
{
    const double margin = margin_of(s->separation, fmax(s->start, s->end), p->depth + 4),
                 least = WORTH * (to - p->clear);
    double part = alone - p->clear;
    pose now, then;
    if (part > least)
        pose_at(corners, p, p->clear, &now);
    for (int i = 0; i < TURNS && part > least; i++) {
        pose_at(corners, p, p->clear + part, &then);
        if (apart_turning(corners, &now, &then, margin))
            return p->clear + part;
        part /= QUARTER;
    }
    return to;
}

/* How far the closest points alone would go on with the direction between them; at most s->hit and
 * 1. An estimate, which proves nothing. */
INLINE double reach_alone(const search *s, const piece *p, const closest *at)
{
    const vec n = at->point, e0 = minus(p->start[1], p->start[0]),
              f0 = minus(p->start[2], p->start[0]), e1 = minus(p->end[1], p->end[0]),
              f1 = minus(p->end[2], p->end[0]);
    const vec start = plus_scaled(plus_scaled(p->start[0], at->a, e0), at->b, f0),
              end = plus_scaled(plus_scaled(p->end[0], at->a, e1), at->b, f1);
    const double length = s->separation * sqrt(at->squared), from = dot(n, start) - length,
                 rate = from - (dot(n, end) - length);
    const double limit = fmin(s->hit, 1.0);
    return from < limit * rate ? from / rate : limit;
}

INLINE vec middle(vec a, vec b)
{
    return scaled(0.5, plus(a, b));
}

INLINE void halve_triangle(vec *corner, vec *other, int side)
{
    const int from = side, to = (side + 1) % 3;
    const vec m = middle(corner[from], corner[to]);
    for (int i = 0; i < 3; i++)
        other[i] = corner[i];
    corner[to] = other[from] = m;
}

INLINE void halve_parallelogram(vec *corner, vec *other, int side)
{
    const int step = side ? 2 : 1, next = side ? 1 : 2;
    for (int i = 0; i <= next; i += next) {
        const vec m = middle(corner[i], corner[i + step]);
        other[i + step] = corner[i + step];
        corner[i + step] = other[i] = m;
    }
}

INLINE double side_squared(const piece *p, int from, int to)
{
    const vec start = minus(p->start[to], p->start[from]), end = minus(p->end[to], p->end[from]);
    return dot(start, start) + dot(end, end);
}

/* Halves the longest side; the second half is in `other`. */
INLINE void halve(int corners, piece *p, piece *other)
{
    p->depth++;
    *other = *p;
    int longest = 0;
    double most = -1.0;
    for (int side = 0; side < (corners == TRIANGLE ? 3 : 2); side++) {
        const double square = corners == TRIANGLE ? side_squared(p, side, (side + 1) % 3)
                                                  : side_squared(p, 0, side + 1);
        if (square > most) {
            most = square;
            longest = side;
        }
    }
    if (corners == TRIANGLE) {
        halve_triangle(p->start, other->start, longest);
        halve_triangle(p->end, other->end, longest);
    } else {
        halve_parallelogram(p->start, other->start, longest);
        halve_parallelogram(p->end, other->end, longest);
    }
}

/* Latest time to which all pieces are known to be clear. */
static double earliest(const piece *stack, int count, double hit)
{
    for (int i = 0; i < count; i++)
        hit = fmin(hit, stack[i].clear);
    return hit;
}

typedef enum progress { ADVANCED, HELD_UP, FINISHED } progress;

/* Takes a piece on by one direction: to a later time, to a hit, or to the end. */
INLINE progress go_on(search *s, int corners, piece *p)
{
    closest at;
    const double limit = fmin(s->hit, 1.0);
    double to = advance(s, corners, p, &at);
    if (to >= limit)
        return FINISHED;
    const double alone = reach_alone(s, p, &at);
    /* In less than the tolerance the closest points alone come within the separation: at `to` the
     * distance exceeds it by no more than what they move in that time. */
    if (to <= alone && alone < limit && alone - p->clear < s->tolerance) {
        s->hit = to;
        return FINISHED;
    }
    bool held = to > p->clear && alone - p->clear > HELD * (to - p->clear);
    if (held && p->depth == 0) {
        const double turned = reach_turning(s, corners, p, to, alone);
        if (turned >= limit)
            return FINISHED;
        held = !(turned > to);
        to = turned;
    }
    if (held && p->depth < DEPTH) {
        p->clear = to;
        return HELD_UP;
    }
    if (!(to - p->clear >= s->tolerance)) {
        s->hit = to;
        return FINISHED;
    }
    p->clear = to;
    return ADVANCED;
}

/* Depth first; an earlier hit cuts what is left of the others. */
INLINE trama_ccd_status run(search *s, int corners, piece *stack, long work)
{
    int count = 1;
    for (; count > 0 && work > 0; work--) {
        piece *p = &stack[count - 1];
        const progress made = p->clear < s->hit ? go_on(s, corners, p) : FINISHED;
        if (made == HELD_UP)
            halve(corners, p, &stack[count++]);
        else if (made == FINISHED)
            count--;
    }
    if (count > 0) {
        s->hit = earliest(stack, count, s->hit);
        return TRAMA_CCD_UNDECIDED;
    }
    return s->hit < 1.0 ? TRAMA_CCD_HIT : TRAMA_CCD_CLEAR;
}

INLINE double largest(int corners, const vec *corner)
{
    double m = 0.0;
    for (int i = 0; i < corners; i++)
        m = fmax(m, fmax(fabs(corner[i].x), fmax(fabs(corner[i].y), fabs(corner[i].z))));
    return m;
}

/* The point (a, b) of the corners' motion from t = 1 back to t = 0. */
static vec motion_back(const piece *whole, double a, double b)
{
    vec back[3];
    for (int i = 0; i < 3; i++)
        back[i] = minus(whole->start[i], whole->end[i]);
    return plus_scaled(plus_scaled(back[0], a, minus(back[1], back[0])), b,
                       minus(back[2], back[0]));
}

/* Of length 1, from the second feature to the first: on the side of the vector between the closest
 * points or, where that is rounding alone, of the motion back. */
static vec normal_at(const piece *whole, const vec *corner, const closest *at, double rounding)
{
    const bool touching = at->squared <= rounding * rounding;
    const vec toward = touching ? motion_back(whole, at->a, at->b) : at->point,
              flat = perpendicular(corner, toward), straight = across(toward, at->side),
              candidates[] = {at->inside ? flat : straight, flat, straight, toward};
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
        const double length = sqrt(dot(candidates[i], candidates[i]));
        if (length > 0.0)
            return scaled(1.0 / length, candidates[i]);
    }
    return (vec){0, 0, 1};
}

/* Weights and normal at toi. */
static trama_ccd_hit describe(trama_ccd_status status, int corners, const search *s,
                              const piece *whole, double toi)
{
    vec corner[PARALLELOGRAM];
    corners_at(corners, whole, toi, corner);
    const closest at = closest_to_origin(corners, corner);
    const vec n = normal_at(whole, corner, &at, 8.0 * DBL_EPSILON * fmax(s->start, s->end));
    trama_ccd_hit hit = {.status = status, .toi = toi, .normal = {n.x, n.y, n.z}};
    closest_weights(corners, at.a, at.b, hit.weight);
    return hit;
}

INLINE trama_ccd_hit detect(int corners, const trama_four *x0, const trama_four *x1,
                            const trama_ccd_options *options)
{
    assert(options->separation >= 0.0 && options->tolerance > 0.0);
    piece stack[DEPTH + 1];
    closest_corners(corners, x0, stack[0].start);
    closest_corners(corners, x1, stack[0].end);
    stack[0].clear = 0.0;
    stack[0].depth = 0;
    const piece whole = stack[0];
    search s = {.separation = options->separation,
                .tolerance = options->tolerance,
                .start = largest(corners, whole.start),
                .end = largest(corners, whole.end),
                .hit = 2.0};
    if (!(fmax(s.start, s.end) < 1e150)) /* squares overflow */
        return describe(TRAMA_CCD_UNDECIDED, corners, &s, &whole, 0.0);
    const trama_ccd_status status = run(&s, corners, stack, options->work);
    if (status == TRAMA_CCD_CLEAR)
        return (trama_ccd_hit){.status = status, .toi = 1.0};
    return describe(status, corners, &s, &whole, s.hit);
}

trama_ccd_options trama_ccd_default(void)
{
    return (trama_ccd_options){.separation = 0.0, .tolerance = 1e-6, .work = 10000};
}

trama_ccd_hit trama_ccd_vertex_face(const trama_four *x0, const trama_four *x1,
                                    const trama_ccd_options *options)
{
    return detect(TRIANGLE, x0, x1, options);
}

trama_ccd_hit trama_ccd_edge_edge(const trama_four *x0, const trama_four *x1,
                                  const trama_ccd_options *options)
{
    return detect(PARALLELOGRAM, x0, x1, options);
}
