/* The style sheet: what each method and each model looks like, the same in every figure. Methods of
 * one kind share a colour and differ in marker and dash; peers are grey. tests/test_figures.c holds
 * the colours to a distance that the colour-blind see. */
#include <string.h>

#include "analysis/plot/style.h"

/* Okabe and Ito (2008) without their yellow, which is too faint on paper; indigo and wine of Tol's
 * muted scheme (2021). */
#define BLUE "#0072b2"
#define VERMILION "#d55e00"
#define GREEN "#009e73"
#define PURPLE "#cc79a7"
#define ORANGE "#e69f00"
#define SKY "#56b4e9"
#define BLACK "#000000"
#define INDIGO "#332288"
#define WINE "#882255"
#define FOREST "#117733"
#define SAND "#ddcc77"
#define GREY "#707070"

typedef struct named_style {
    const char *name;
    series_style style; /* colour, filled and open point of gnuplot, dash */
} named_style;

static const named_style methods[] = {
    {"symplectic_euler", {BLUE, 7, 6, 1}},
    {"forward_euler", {BLACK, 7, 6, 2}},
    {"rk2_thesis", {GREEN, 9, 8, 3}},
    {"midpoint", {GREEN, 5, 4, 1}},
    {"rk4_thesis", {PURPLE, 11, 10, 4}},
    {"rk4_thesis_mean", {SKY, 15, 14, 2}},
    {"rk4", {PURPLE, 7, 6, 1}},
    {"verlet", {VERMILION, 5, 4, 2}},
    {"velocity_verlet", {VERMILION, 9, 8, 1}},
    {"leapfrog", {ORANGE, 13, 12, 5}},
    {"bridson_mixed", {WINE, 7, 6, 3}},
    {"backward_euler", {INDIGO, 7, 6, 1}},
    {"implicit_midpoint", {INDIGO, 5, 4, 2}},
    {"bdf2", {INDIGO, 9, 8, 3}},
    {"newmark", {INDIGO, 11, 10, 4}},
    {"baraff_witkin", {INDIGO, 13, 12, 5}},
    {"semi_implicit_lu", {INDIGO, 15, 14, 1}},
    {"gsl_rk2", {GREY, 9, 8, 3}},
    {"gsl_rk4", {GREY, 11, 10, 4}},
    {"gsl_rkf45", {GREY, 7, 6, 1}},
    {"gsl_rkck", {GREY, 5, 4, 2}},
    {"gsl_rk8pd", {GREY, 13, 12, 5}},
};

static const named_style models[] = {
    {"cosserat", {INDIGO, 7, 6, 1}}, {"provot", {WINE, 5, 4, 2}},   {"bridson", {FOREST, 9, 8, 3}},
    {"nedel", {SAND, 11, 10, 4}},    {"lattice", {SKY, 13, 12, 5}},
};

enum { METHODS = sizeof methods / sizeof *methods, MODELS = sizeof models / sizeof *models };

/* Fowler, Noll and Vo's hash, so that a name has the same style wherever it stands. */
static unsigned long hash_of(const char *name)
{
    unsigned long hash = 2166136261UL;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619UL & 0xffffffffUL;
    return hash;
}

/* The known name with which another begins, up to an underscore: "verlet_backward" is a verlet. The
 * longest, or NULL. */
static const named_style *family_of(const named_style *known, size_t count, const char *name)
{
    const named_style *found = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(known[i].name);
        if (length > longest && strncmp(name, known[i].name, length) == 0 && name[length] == '_') {
            found = &known[i];
            longest = length;
        }
    }
    return found;
}

/* A name that is not on the sheet: plus, cross or star, which none on it has, in the colour of its
 * family, or else in one that its hash chooses. */
static series_style style_of_stranger(const named_style *known, size_t count, const char *name)
{
    static const char *const colours[] = {BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK};
    const named_style *family = family_of(known, count, name);
    const bool is_peer = strncmp(name, "gsl_", 4) == 0;
    const unsigned long hash = hash_of(name), rest = hash / 7;
    const int point = 1 + (int)(rest % 3), dash = 1 + (int)(rest / 3 % 5);
    const char *colour = is_peer  ? GREY
                         : family ? family->style.colour
                                  : colours[hash % (sizeof colours / sizeof *colours)];
    return (series_style){colour, point, point, dash};
}

static series_style style_by_name(const named_style *known, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i].style;
    return style_of_stranger(known, count, name);
}

series_style style_of_method(const char *integrator)
{
    return style_by_name(methods, METHODS, integrator);
}

series_style style_of_model(const char *model)
{
    return style_by_name(models, MODELS, model);
}

const char *style_method(size_t i)
{
    return i < METHODS ? methods[i].name : NULL;
}

const char *style_model(size_t i)
{
    return i < MODELS ? models[i].name : NULL;
}
