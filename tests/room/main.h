/* Goes before a test of a room, in which main is defined to be the test's name. */
int main(void);
