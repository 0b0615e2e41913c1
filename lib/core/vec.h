/* Vector algebra for kernels, and products of arrays of three. All inline, so that it is compiled
 * for the instruction set of the including file. */
#ifndef TRAMA_CORE_VEC_H
#define TRAMA_CORE_VEC_H

#define INLINE static inline __attribute__((always_inline))

typedef struct vec {
    double x, y, z;
} vec;

INLINE vec plus(vec a, vec b)
{
    return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}
INLINE vec minus(vec a, vec b)
{
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}
INLINE vec scaled(double c, vec a)
{
    return (vec){c * a.x, c * a.y, c * a.z};
}
/* a + c b */
INLINE vec plus_scaled(vec a, double c, vec b)
{
    return (vec){a.x + c * b.x, a.y + c * b.y, a.z + c * b.z};
}
/* c a + d b */
INLINE vec combined(double c, vec a, double d, vec b)
{
    return (vec){c * a.x + d * b.x, c * a.y + d * b.y, c * a.z + d * b.z};
}
INLINE double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
INLINE vec cross(vec a, vec b)
{
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

INLINE double dot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
/* a x b, into an array that is neither. */
INLINE void cross3(const double a[3], const double b[3], double product[3])
{
    product[0] = a[1] * b[2] - a[2] * b[1];
    product[1] = a[2] * b[0] - a[0] * b[2];
    product[2] = a[0] * b[1] - a[1] * b[0];
}

#endif
