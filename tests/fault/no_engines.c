/* The program without the solvers of other libraries, which it takes longer to load than to run a
 * small case. */
#include "engines/engines.h"

bool engines_register(void)
{
    return true;
}
