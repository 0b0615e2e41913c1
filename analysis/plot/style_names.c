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
    {"cosserat", {INDIGO, 7, 6, 1}}, {"provot", {WINE, 5, 4, 2}},
    {"bridson", {FOREST, 9, 8, 3}},  {"nedel", {SAND, 11, 10, 4}},
    {"lattice", {SKY, 13, 12, 5}},   {"fem_cloth", {PURPLE, 15, 14, 1}},
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

static bool goes_on_a_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* How much of a name the known one is: its length, or 0. A dash counts as an underscore. */
static size_t length_of_known(const char *known, const char *name)
{
    size_t i = 0;
    while (known[i] && (known[i] == name[i] || (known[i] == '_' && name[i] == '-')))
        i++;
    return known[i] || goes_on_a_word(name[i]) ? 0 : i;
}

/* The known name that another is or begins with, up to the end of a word: "verlet_backward" is a
 * verlet. The longest, or NULL. */
static const named_style *family_of(const named_style *known, size_t count, const char *name)
{
    const named_style *found = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t length = length_of_known(known[i].name, name);
        if (length > longest) {
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

series_style style_of_method(const char *integrator)
{
    for (size_t i = 0; i < METHODS; i++)
        if (strcmp(methods[i].name, integrator) == 0)
            return methods[i].style;
    return style_of_stranger(methods, METHODS, integrator);
}

/* "cosserat-reference": in the family's colour, with a marker and dash other than its own. */
static series_style style_of_variant(const named_style *family, const char *name)
{
    enum { MARKERS = 5 }; /* filled ones from 5, each one less is the open one */
    const size_t length = strlen(family->name);
    const unsigned long hash = hash_of(name + length);
    const series_style own = family->style;
    const int filled = 5 + (own.filled - 5 + 2 * (1 + (int)(hash % MARKERS))) % (2 * (MARKERS + 1));
    const int dash = 1 + (own.dash + (int)(hash % 4)) % 5;
    return (series_style){own.colour, filled, filled - 1, dash};
}

series_style style_of_model(const char *model)
{
    const named_style *family = family_of(models, MODELS, model);
    if (!family)
        return style_of_stranger(models, MODELS, model);
    const bool whole = strlen(model) == strlen(family->name);
    return whole ? family->style : style_of_variant(family, model);
}

series_style style_of_subject(const char *subject, size_t place)
{
    if (family_of(models, MODELS, subject))
        return style_of_model(subject);
    series_style placed = style_of(place);
    placed.filled = style_point(place);
    return placed;
}

const char *style_method(size_t i)
{
    return i < METHODS ? methods[i].name : NULL;
}

const char *style_model(size_t i)
{
    return i < MODELS ? models[i].name : NULL;
}
