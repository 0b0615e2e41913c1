/* The interactions of examples/plugin, as the program has them once it has loaded the plugin. A
 * test that uses this compiles my_plugin.c with it (tests/CMakeLists.txt). Include after cmocka.h.
 */
#ifndef TRAMA_TESTS_SUPPORT_EXAMPLE_PLUGIN_H
#define TRAMA_TESTS_SUPPORT_EXAMPLE_PLUGIN_H

/* Registers them; a group's set-up. */
int example_plugin_add(void **state);

#endif
