/* implement.h - from here on, including a header implements it */
#define COALLOC_IMPLEMENTATION
#define SWF_IMPLEMENTATION
#define NETSCHED_IMPLEMENTATION
#define SAMPLE_IMPLEMENTATION
