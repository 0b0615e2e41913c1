/* What a process shares with the code of a plugin, and a plugin may not change, as it would change
 * other cases and the program itself: folder, limits, signals, environment, files. How a thread
 * computes is in numbers.h. */
#ifndef PLUGIN_SURROUNDINGS_H
#define PLUGIN_SURROUNDINGS_H

/* Notes them in this process, before foreign code is called. */
void surroundings_note(void);

/* What is different now, from 1; 0: nothing. Nothing is set back, and much could not be: the
 * process should end. */
int surroundings_changed(void);

/* "the folder of this process is another (chdir)"; NULL unless surroundings_changed may return it.
 */
const char *surroundings_words(int change);

#endif
