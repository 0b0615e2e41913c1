/* The kernel for sheets of at most COSSERAT_NARROW columns: the same code, with shorter rows. */
#define COSSERAT_NAME narrow
#define COSSERAT_PANEL COSSERAT_NARROW
#include "model/cosserat/kernel_cosserat.c" /* NOLINT(bugprone-suspicious-include) */
