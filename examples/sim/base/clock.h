/* clock.h - how long something takes: seconds of a clock that nobody sets, or those that
 * a processor spent on the calling thread. */
#ifndef CLOCK_H
#define CLOCK_H

double clock_seconds(void);

double clock_thread_seconds(void);

#endif
