/* mutant.h - the number of the change that is in force, from the environment. */
extern char *getenv(const char *name);
extern int atoi(const char *text);
static int mutant_;
__attribute__((constructor)) static void mutant_read_(void)
{
    const char *number = getenv("MUTANT");
    mutant_ = number ? atoi(number) : 0;
}
