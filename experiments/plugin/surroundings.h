/* State of the process that a plugin must not change, since that would affect other cases and the
 * program: folder, limits, signals, environment, files. The floating-point mode of a thread is in
 * numbers.h. */
#ifndef PLUGIN_SURROUNDINGS_H
#define PLUGIN_SURROUNDINGS_H

/* Records the state of this process; call it before foreign code. */
void surroundings_note(void);

/* The number of a change, from 1; 0: none. Changes are not undone, and many could not be: the
 * process should end. */
int surroundings_changed(void);

/* "the current folder (chdir)"; NULL unless surroundings_changed may return it.
 */
const char *surroundings_words(int change);

#endif
