/* grid_builtin.c - one text for each grid, which grid_file.c parses like a file. */
#include "workload/grid_builtin.h"

#include <stddef.h>

#define PRIORITIES "priority cpus=100 memory=1 disk=0.01 clock=0.1\n"

#define DAS2                                                              \
    " vendor=Intel os=Linux memory=1024 disk=10000 clock=1000 membw=1000" \
    " ethernet=12 network=250\n"

const struct grid_builtin *grid_builtin_all(void)
{
    static const struct grid_builtin all[] = {
        {"dom_small", PRIORITIES "cluster das2-vu nodes=72 cpus=144" DAS2
                                 "cluster das2-leiden nodes=32 cpus=64" DAS2
                                 "cluster das2-uva nodes=32 cpus=64" DAS2
                                 "cluster das2-delft nodes=32 cpus=64" DAS2
                                 "cluster das2-utrecht1 nodes=16 cpus=32" DAS2
                                 "cluster das2-utrecht2 nodes=16 cpus=32" DAS2},
        {"dom_medium", PRIORITIES
         "cluster orsay nodes=120 cpus=240 vendor=Intel os=Linux memory=2048 disk=40000"
         " clock=2400 membw=3200 ethernet=120 network=900\n"
         "cluster lyon nodes=32 cpus=64 vendor=Intel os=Linux memory=1024 disk=20000"
         " clock=2000 membw=2100 ethernet=120 network=250\n"
         "cluster grenoble nodes=41 cpus=41 vendor=Intel os=Linux memory=512 disk=10000"
         " clock=1300 membw=1000 ethernet=12 network=250\n"
         "cluster rennes nodes=25 cpus=100 vendor=Intel os=AIX memory=4096 disk=80000"
         " clock=2330 membw=5300 ethernet=120 network=900\n"
         "cluster lille nodes=12 cpus=48 vendor=Intel os=Solaris memory=4096 disk=60000"
         " clock=2660 membw=5300 ethernet=120 network=900\n"
         "cluster nancy nodes=64 cpus=128 vendor=AMD os=Linux memory=2048 disk=40000"
         " clock=2000 membw=5300 ethernet=120 network=900\n"
         "cluster sophia nodes=36 cpus=72 vendor=AMD os=Linux memory=1024 disk=20000"
         " clock=1600 membw=2700 ethernet=120 network=250\n"
         "cluster toulouse nodes=23 cpus=46 vendor=AMD os=Linux memory=1024 disk=30000"
         " clock=2200 membw=5300 ethernet=120 network=250\n"
         "cluster bordeaux nodes=49 cpus=98 vendor=AMD os=AIX memory=2048 disk=30000"
         " clock=2200 membw=5300 ethernet=120 network=900\n"
         "cluster rennes-sun nodes=25 cpus=50 vendor=AMD os=Solaris memory=4096"
         " disk=60000 clock=2600 membw=6400 ethernet=120 network=900\n"
         "cluster lyon-g5 nodes=32 cpus=64 vendor=PowerPC os=AIX memory=1024 disk=20000"
         " clock=2000 membw=2700 ethernet=120 network=250\n"
         "cluster sophia-p5 nodes=17 cpus=34 vendor=PowerPC os=AIX memory=8192"
         " disk=100000 clock=1650 membw=6400 ethernet=120 network=900\n"},
        {"dom_big", PRIORITIES
         "cluster narwhal nodes=267 cpus=1068 vendor=AMD os=Linux memory=8192 disk=70000"
         " clock=2200 membw=5300 ethernet=120 network=250\n"
         "cluster whale nodes=192 cpus=768 vendor=AMD os=Linux memory=4096 disk=40000"
         " clock=2200 membw=5300 ethernet=120 network=120\n"
         "cluster requin nodes=264 cpus=528 vendor=Intel os=Linux memory=8192 disk=70000"
         " clock=2600 membw=6400 ethernet=120 network=900\n"
         "cluster bull nodes=96 cpus=384 vendor=Intel os=Linux memory=8192 disk=140000"
         " clock=3000 membw=6400 ethernet=120 network=900\n"
         "cluster bramble nodes=64 cpus=256 vendor=PowerPC os=AIX memory=8192"
         " disk=100000 clock=1700 membw=10600 ethernet=120 network=900\n"
         "cluster goblin nodes=96 cpus=192 vendor=Intel os=Linux memory=2048 disk=30000"
         " clock=2400 membw=3200 ethernet=120 network=250\n"
         "cluster wobbe nodes=64 cpus=128 vendor=AMD os=Solaris memory=4096 disk=60000"
         " clock=2400 membw=6400 ethernet=120 network=250\n"
         "cluster cat nodes=64 cpus=128 vendor=Intel os=Linux memory=1024 disk=20000"
         " clock=2000 membw=2100 ethernet=12 network=250\n"
         "cluster mako nodes=96 cpus=96 vendor=Intel os=AIX memory=512 disk=10000"
         " clock=1300 membw=1000 ethernet=12 network=120\n"
         "cluster spinner nodes=16 cpus=64 vendor=PowerPC os=AIX memory=4096 disk=80000"
         " clock=1450 membw=8000 ethernet=120 network=250\n"
         "cluster tiger nodes=32 cpus=64 vendor=AMD os=Linux memory=2048 disk=30000"
         " clock=1800 membw=2700 ethernet=120 network=120\n"
         "cluster coral nodes=9 cpus=36 vendor=PowerPC os=Solaris memory=8192"
         " disk=100000 clock=1900 membw=8000 ethernet=120 network=120\n"},
        {NULL, NULL}};
    return all;
}
