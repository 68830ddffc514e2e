/* visual.h - what the headers need of <string.h> and <stdlib.h>, for the gate `visual` */
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
void *realloc(void *ptr, size_t size);
void free(void *ptr);
#ifdef __cplusplus
}
#endif
