/* system.h - what several modules use of POSIX, by the names that Windows (MinGW) has for
 * it. There are no symbolic links, permissions, or gzip next to a program there. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef _WIN32
#include <windows.h>
#define WIFEXITED(status) 1
#define WEXITSTATUS(status) (status)
#define S_ISLNK(mode) 0
#define lstat(path, about) stat(path, about)
#define realpath(path, to) _fullpath(to, path, 0)
#define fchmod(fd, mode) ((void)(mode), 0)
#define fsync(fd) _commit(fd)
#define mkdir(path, mode) mkdir(path)
#define rename(from, to) \
    (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) ? 0 : (errno = EACCES, -1))
#undef popen
#define popen(command, how) (errno = ENOSYS, (FILE *)NULL)
#define setenv(name, value, replace) _putenv_s(name, value)
#define sysconf(what) pthread_num_processors_np()
#else
#include <sys/wait.h>
#endif

#endif
