/* A shared library that is no plugin. */
__attribute__((visibility("default"))) int trama_test_answer(void);
int trama_test_answer(void)
{
    return 42;
}
