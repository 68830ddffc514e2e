/* use.c - a file that refers to every public function, to be linked with implement.c.
 * FUNCTIONS is a list F(name) ... made from the header's prototypes. */
#include HEADER

typedef void (*function)(void);

int main(void)
{
    static const volatile function every[] = {
#define F(name) (function) name,
#include FUNCTIONS
    };
    unsigned i;
    for (i = 0; i < sizeof every / sizeof every[0]; i++)
        if (!every[i]) return 1;
    return 0;
}
