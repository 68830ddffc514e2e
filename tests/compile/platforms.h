/* platforms.h - what programs include before a header of ours: headers of systems, with
 * all their macros, as far as they are here */
#if defined(_WIN32)
#include <winsock2.h>

#include <windows.h>

#include <io.h>
#include <pthread.h>
#else
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/param.h>
#include <sys/resource.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <tgmath.h>
#include <time.h>
#include <unistd.h>
#if __has_include(<curses.h>)
#include <curses.h>
#endif
#if __has_include(<X11/Xos.h>)
#include <X11/Xlib.h>
#include <X11/Xos.h>
#include <X11/Xutil.h>
#endif
#endif
