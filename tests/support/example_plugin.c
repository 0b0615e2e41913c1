#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/example_plugin.h"
#include "trama_plugin.h"

extern const trama_plugin trama_plugin_table; /* of examples/plugin */

int example_plugin_add(void **state)
{
    trama_error error;
    (void)state;
    for (size_t i = 0; i < trama_plugin_table.interaction_count; i++)
        assert_int_equal(trama_interaction_register(trama_plugin_table.interactions[i], &error),
                         TRAMA_OK);
    return 0;
}
