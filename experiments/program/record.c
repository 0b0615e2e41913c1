/* The record of the solver, of another library or program, that made the steps of a case. */
#include "program/record.h"

#include "program/program.h"

#include <stdio.h>
#include <string.h>

enum { WORDS = TRAMA_FEATURES * (TRAMA_SOLVER_WORDS + 32) };

/* "springs", or "drag: a share of the velocity each step": what is taken so, a line each. */
static void list_taken(const trama_mapping *mapping, const trama_problem *problem,
                       trama_taking taking, char text[WORDS])
{
    size_t used = 0;
    text[0] = '\0';
    for (int f = 0; f < TRAMA_FEATURES; f++) {
        if (!problem->has[f] || mapping->taking[f] != taking)
            continue;
        const char *how = mapping->how[f];
        used += (size_t)snprintf(text + used, WORDS - used, "%s%s%s%s", used ? "\n" : "",
                                 trama_feature_name((trama_feature)f), how[0] ? ": " : "", how);
    }
}

void program_record(const trama_integrator *integrator, bundle *results)
{
    const trama_solver_type *solver = trama_solver_of(integrator->type);
    const program *p = program_of(integrator->type);
    char words[WORDS];
    if (!solver)
        return;
    bundle_put_text(results, &column_run_engine_name, solver->own);
    bundle_put_text(results, &column_run_engine_version, solver->own_version);
    bundle_put_text(results, &column_run_engine_precision, solver->precision);
    bundle_put_text(results, &column_run_engine_resumes, "from its start");
    if (p)
        bundle_put_text(results, &column_run_engine_sha256, p->digest);
    list_taken(trama_solver_mapping(integrator), trama_solver_problem(integrator), TRAMA_TAKES,
               words);
    bundle_put_text(results, &column_run_engine_exact, words);
    list_taken(trama_solver_mapping(integrator), trama_solver_problem(integrator),
               TRAMA_APPROXIMATES, words);
    bundle_put_text(results, &column_run_engine_approximate, words);
    bundle_put_real(results, &column_run_engine_seconds, trama_solver_account(integrator).seconds);
}
