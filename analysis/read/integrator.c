#include <string.h>

#include "analysis/read/study.h"

static const struct {
    const char *name, *title;
} titles[] = {
    {"forward_euler", "Forward Euler"},
    {"symplectic_euler", "Symplectic Euler"},
    {"rk2_thesis", "RK2 (thesis)"},
    {"midpoint", "Midpoint"},
    {"rk4_thesis", "RK4 (thesis)"},
    {"rk4_thesis_mean", "RK4 (thesis, mean)"},
    {"rk4", "RK4"},
    {"verlet", "Verlet"},
    {"verlet_backward", "Verlet (backward)"},
    {"velocity_verlet", "Velocity Verlet"},
    {"leapfrog", "Leapfrog"},
    {"gsl_rk2", "GSL RK2"},
    {"gsl_rk4", "GSL RK4"},
    {"gsl_rkf45", "GSL RKF45"},
    {"gsl_rkck", "GSL RKCK"},
    {"gsl_rk8pd", "GSL RK8PD"},
    {"bridson_mixed", "Bridson (mixed)"},
};

const char *integrator_title(const char *name)
{
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        if (strcmp(titles[i].name, name) == 0)
            return titles[i].title;
    return name;
}

size_t integrator_run(const case_list *cases, size_t first)
{
    size_t end = first;
    while (end < cases->count &&
           strcmp(case_integrator(cases->item[end]), case_integrator(cases->item[first])) == 0)
        end++;
    return end;
}
