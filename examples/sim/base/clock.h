/* clock.h - how long something takes, in seconds. Only differences have a meaning:
 *
 *     const double begun = clock_seconds();
 *     ...
 *     took = clock_seconds() - begun;
 */
#ifndef CLOCK_H
#define CLOCK_H

/* A clock that is never set. */
double clock_seconds(void);

/* The processor time that the calling thread has used. */
double clock_thread_seconds(void);

#endif
