#include "command/doctor.h"
#include "command/command.h"
#include "command/temporary.h"
#include "engine/signals.h"
#include "program/program.h"
#include "solver/solver.h"

#include "process/process.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- Programs. */

static const struct {
    const char *name, *use;
} programs[] = {
    {"gnuplot", "trama plot"},
    {"mpirun", "one run on several processes or machines"},
    {"sbatch", "scripts of trama script slurm"},
    {"pdflatex", "compiling tables of --format latex"},
    {"node", "solvers of engines/node, by --engine"},
    {"blender", "its cloth as a solver, --engine blender='python3 engines/blender.py'"},
    {"pvpython", "the test that ParaView reads frames"},
};

/* The first line that a program prints when asked for its version, without its end; empty if there
 * is none. */
static void first_line(const char *name, char *text, size_t size)
{
    static const double patience = 60.0; /* s */
    const char *const argument[] = {name, "--version", NULL};
    process_said said;
    process_end end;
    text[0] = '\0';
    if (process_run(
            &(process_plan){
                .argument = argument, .out = PROCESS_HEARD, .said = &said, .group = true},
            patience, &end))
        snprintf(text, size, "%.*s", (int)strcspn(said.text, "\n"), said.text);
}

void doctor_print_programs(FILE *out)
{
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        char line[256];
        first_line(programs[i].name, line, sizeof line);
        if (line[0])
            fprintf(out, "%-9s %s\n", programs[i].name, line);
        else
            fprintf(out, "%-9s not found; needed for: %s\n", programs[i].name, programs[i].use);
    }
}

/* ---- Solvers of other libraries and programs. */

static const char *const engines[] = {"bullet", "mujoco", "ode", "simbody", NULL};

/* Each says who it is, or why it cannot be started. */
static void print_program(const program_file *file, FILE *out)
{
    program p;
    char words[1024], why[512];
    snprintf(words, sizeof words, "node '%s'", file->path);
    if (program_meet(&p, words, why, sizeof why))
        fprintf(out, "%-11s %s %s, %s: --engine %s='node %s'\n", file->name, p.own_name, p.version,
                p.precision, file->name, file->path);
    else
        fprintf(out, "%-11s %s\n", file->name, why);
    program_forget(&p);
}

void doctor_print_engines(FILE *out)
{
    program_file found[PROGRAM_FILES];
    for (size_t i = 0; i < trama_integrator_count(); i++) {
        const trama_integrator_type *type = trama_integrator_at(i);
        const trama_solver_type *solver = trama_solver_of(type);
        if (solver)
            fprintf(out, "%-11s %s %s, %s\n", type->name, solver->own, solver->own_version,
                    solver->precision);
    }
    for (size_t i = 0; engines[i]; i++)
        if (!trama_integrator_find(engines[i]))
            fprintf(out, "%-11s not in this build; make engines adds it\n", engines[i]);
    const size_t count = program_found("engines/node", found);
    for (size_t i = 0; i < count; i++)
        print_program(&found[i], out);
}

/* ---- A timing. */

static const char experiment[] = "experiment: doctor\n"
                                 "summary: reliability of times on this machine\n"
                                 "case:\n"
                                 "  model: {name: provot, structural: 60, shear: 20, flexion: 1, "
                                 "density: 0.15, sweeps: 0}\n"
                                 "  scene: {grid: {points: 32, side: 1}, gravity: [0, -9.8, 0], "
                                 "damping: 0.002, pins: [{k: 0, l: 0}]}\n"
                                 "  integrator: {name: symplectic_euler}\n"
                                 "  task: {name: timing, dt: 1e-4, iterations: 10000, repeats: 20, "
                                 "warmup: 500}\n";

static bool write_experiment(const char *file)
{
    FILE *out = fopen(file, "w");
    const bool written = out && fputs(experiment, out) >= 0;
    if ((out && fclose(out) != 0) || !written) {
        perror(file);
        return false;
    }
    return true;
}

int doctor_time(doctor_place *place)
{
    char file[PATH_MAX + 16];
    signals_hold(); /* or the folder would be left */
    place->is_made = temporary_make("doctor", place->folder, sizeof place->folder);
    snprintf(file, sizeof file, "%s/doctor.yaml", place->folder);
    if (!place->is_made || !write_experiment(file))
        return EXIT_IO;
    char *arguments[] = {"run", file, "-o", place->folder, "--quiet", NULL};
    return command_run((int)(sizeof arguments / sizeof arguments[0]) - 1, arguments);
}

void doctor_end(const doctor_place *place)
{
    if (place->is_made)
        temporary_remove(place->folder);
}
