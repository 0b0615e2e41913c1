#include "ciede2000.h"

#include <math.h>
#include <stdlib.h>

static const double degrees = 180 / 3.14159265358979323846;

const char *sight_name(enum sight sight)
{
    static const char *const names[SIGHTS] = {"everyone", "a protanope", "a deuteranope"};
    return names[sight];
}

static double linear(double value)
{
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

/* Machado et al., severity 1, of linear sRGB. */
static const double cones[SIGHTS][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
};

static double curve(double t)
{
    return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

static lab lab_of(const char *colour, enum sight sight)
{
    static const double to_xyz[3][3] = {{0.4124564, 0.3575761, 0.1804375},
                                        {0.2126729, 0.7151522, 0.0721750},
                                        {0.0193339, 0.1191920, 0.9503041}};
    static const double white[3] = {0.95047, 1, 1.08883};
    const unsigned long rgb = strtoul(colour + 1, NULL, 16);
    double seen[3] = {0}, f[3];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            seen[i] += cones[sight][i][k] * linear((double)(rgb >> (16 - 8 * k) & 0xff) / 255);
        seen[i] = fmin(fmax(seen[i], 0), 1);
    }
    for (int i = 0; i < 3; i++)
        f[i] = curve((to_xyz[i][0] * seen[0] + to_xyz[i][1] * seen[1] + to_xyz[i][2] * seen[2]) /
                     white[i]);
    return (lab){116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

static double hue_of(double a, double b)
{
    const double hue = a == 0 && b == 0 ? 0 : atan2(b, a) * degrees;
    return hue < 0 ? hue + 360 : hue;
}

/* As Sharma et al. write them: the mean of two hues, and the difference, degrees. */
static double mean_hue(double x, double y, double chromas)
{
    if (chromas == 0)
        return x + y;
    if (fabs(x - y) <= 180)
        return (x + y) / 2;
    return x + y < 360 ? (x + y + 360) / 2 : (x + y - 360) / 2;
}

static double hue_difference(double x, double y, double chromas)
{
    const double difference = y - x;
    if (chromas == 0)
        return 0;
    return difference > 180 ? difference - 360 : difference < -180 ? difference + 360 : difference;
}

static double cosine(double angle)
{
    return cos(angle / degrees);
}

static double seventh(double chroma)
{
    const double power = pow(chroma, 7);
    return sqrt(power / (power + pow(25, 7)));
}

double lab_distance(lab x, lab y)
{
    const double g = 0.5 * (1 - seventh((hypot(x.a, x.b) + hypot(y.a, y.b)) / 2));
    const double ax = x.a * (1 + g), ay = y.a * (1 + g);
    const double cx = hypot(ax, x.b), cy = hypot(ay, y.b), c = (cx + cy) / 2;
    const double hx = hue_of(ax, x.b), hy = hue_of(ay, y.b);
    const double h = mean_hue(hx, hy, cx * cy), l = (x.l + y.l) / 2 - 50;
    const double dh = 2 * sqrt(cx * cy) * sin(hue_difference(hx, hy, cx * cy) / 2 / degrees);
    const double t = 1 - 0.17 * cosine(h - 30) + 0.24 * cosine(2 * h) + 0.32 * cosine(3 * h + 6) -
                     0.2 * cosine(4 * h - 63);
    const double lightness = (y.l - x.l) / (1 + 0.015 * l * l / sqrt(20 + l * l));
    const double chroma = (cy - cx) / (1 + 0.045 * c), hue = dh / (1 + 0.015 * c * t);
    const double turn = 2 * 30 * exp(-pow((h - 275) / 25, 2));
    const double rotation = -2 * seventh(c) * sin(turn / degrees);
    return sqrt(lightness * lightness + chroma * chroma + hue * hue + rotation * chroma * hue);
}

double colour_distance(const char *x, const char *y, enum sight sight)
{
    return lab_distance(lab_of(x, sight), lab_of(y, sight));
}
