# Makefile - build, try, test, install. `make help` lists the targets.
#
# Everything is found by name, so a new file needs no edit here:
#
#     examples/NAME.c                           -> build/NAME
#     examples/sim/FOLDER/NAME.c                -> part of what includes FOLDER/NAME.h
#     tests/FOLDER/{test,prop}_NAME.c           -> build/tests/FOLDER/...
#     tests/fuzz/fuzz_NAME.c                    -> build/tests/fuzz/...
#     bench/bench_NAME.c                        -> build/bench/...
#
# V=1 shows the commands. CC, CFLAGS, LDFLAGS, PREFIX, DESTDIR and BUILD can be set by the
# caller, on the command line or in the environment; so can what the tests read: TRACES,
# NETWORKS, TEST_SCALE, SEED, RUN_ENV, ONLY; and BENCH, the options of bench/run.sh.

PREFIX ?= /usr/local
BUILD  ?= build
CFLAGS ?= -O2 -g1
AROUND ?= $(patsubst -O2,-O1,$(CFLAGS))
export BUILD MAKE # to scripts

CSTD     = -std=c99
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual \
           -Wundef -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition
INCLUDES = -I. -Iexamples/sim -Itests
# a program that calls nothing of the mathematics library is not linked with it
LIBS     = -Wl,--as-needed -lm
THREADS  = -pthread

HEADERS  := $(wildcard coalloc.h swf.h netsched.h)
OBJECTS  := $(patsubst %.h,$(BUILD)/%.o,$(HEADERS))
SHARED   := $(OBJECTS:.o=.a)
MODULES  := $(patsubst examples/%.c,$(BUILD)/%.o,$(wildcard examples/sim/*/*.c))
LIBSIM   := $(BUILD)/libsim.a
EXAMPLES := $(patsubst examples/%.c,$(BUILD)/%,$(wildcard examples/*.c))
TESTS    := $(patsubst %.c,$(BUILD)/%,\
              $(wildcard $(patsubst %,tests/*/%_*.c,test prop all)))
FUZZ     := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/fuzz/fuzz_*.c))
BENCHES  := $(patsubst %.c,$(BUILD)/%,$(wildcard bench/bench_*.c))
SIZES    := $(patsubst %.c,$(BUILD)/%.a,$(wildcard tests/*/tiny.c tests/*/exact.c))
LIBRARIES = $(BUILD)/bench/bench_netsched-libraries
PROGRAMS := $(EXAMPLES) $(TESTS) $(FUZZ) $(BENCHES)

PAPERS = paper1 paper2 paper3 paper4 paper5
.PHONY: all demo picture pictures network_file test gate stage coverage night mutants fuzz
.PHONY: figures bench bench-tree bench-flow $(PAPERS) install uninstall clean help FORCE
.DELETE_ON_ERROR:
ifndef V
.SILENT:
endif

all: $(PROGRAMS) ## build every program into build/ (the default)

demo: ## schedule 10,000 jobs on 128 servers, planned by requests, as sites do
	+@$(MAKE) --no-print-directory '$(BUILD)/coalloc_sim' \
	    $(if $(filter -j%,$(MAKEFLAGS)),,-j$$(getconf _NPROCESSORS_ONLN))
	@echo 'Planned by what users would request, as sites do; jobs mostly end earlier:'
	$(BUILD)/coalloc_sim --lengths tsafrir --facts $(BUILD)/demo.tsv
	@echo 'Next, a log of your own: $(BUILD)/coalloc_sim LOG --report $(BUILD)/log.html'

picture: $(BUILD)/conservative ## draw examples/schedule.svg, the picture in README.md
	@sh examples/picture.sh >'$(BUILD)/schedule.svg'
	@cp '$(BUILD)/schedule.svg' examples

pictures: $(filter %_sim,$(EXAMPLES)) ## make pages of the simulators in build/pictures
	@mkdir -p '$(BUILD)/pictures'
	@sh examples/pictures.sh '$(BUILD)/pictures'

network_file: ## readers of networks as two files for your program, in build/
	@sh examples/network_file.sh '$(BUILD)'

test: ## every test in its short form: two minutes on two cores
	@sh tests/gate/run.sh --brief
gate: ## the full gate: all tests, sanitizers, other machines, proofs
	@sh tests/gate/run.sh
stage: ## only STAGE='plain asan ...' of the gate (tests/README.md); ONLY=word
	@sh tests/gate/run.sh $(or $(STAGE),$(error STAGE=... is missing))
coverage: ## lines and branches that tests reach, of the headers (ONLY=swf) or SIM=1
	@sh tests/gate/coverage.sh
night: ## what takes hours: platforms, mutants, fuzzing, soak
	@sh tests/gate/night.sh
mutants: ## faults of a token each, and which tests of PART see them; N=100 SEED=1
	@sh tests/mutants/mutants.sh $(or $(PART),coalloc)

# With clang's libFuzzer the harnesses search by themselves, and so do these tests. Traced
# comparisons would take half of the time; the corpora know the words.
MODELS  = $(BUILD)/tests/coalloc/prop_calendar $(BUILD)/tests/netsched/prop_netsched
FUZZING = -g1 -O2 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
          -fno-sanitize-coverage=trace-cmp
fuzz: ## build the fuzz harnesses with clang's libFuzzer into build/fuzz
	@$(foreach c,$(wildcard tests/data/corpus/*), \
	    sh tests/fuzz/corpus.sh unpack $c '$(BUILD)/corpus/$(notdir $c)';)
	@$(MAKE) BUILD='$(BUILD)/fuzz' CC=clang CFLAGS='$(FUZZING)' AROUND='$(FUZZING)' \
	    CPPFLAGS=-DLIBFUZZER LDFLAGS=-fsanitize=fuzzer \
	    $(patsubst $(BUILD)/%,'$(BUILD)/fuzz/%',$(FUZZ) $(MODELS))

figures: ## every table of measurements, written where it stands; FIGURES='sizes ...'
	@sh bench/figures.sh $(FIGURES)
bench: ## measure, compiled in two ways; BENCH='--limit 1 --repeat 3' for 20 minutes
	@sh bench/run.sh $(BENCH)
bench-tree: $(BUILD)/bench/bench_rtree ## time the range tree and other trees, also yours
	@'$<' $(BENCH)
bench-flow: ## maximum flows beside LEMON's, Boost's and igraph's, where installed
	@if command -v $(CXX) >/dev/null; then $(MAKE) -s '$(LIBRARIES)'; \
	else echo 'SKIP bench-flow: there is no C++ compiler'; fi
	@! command -v $(CXX) >/dev/null || '$(LIBRARIES)' --parts pair,super $(BENCH)

paper1: $(BUILD)/coalloc_sim ## Castillo et al.: bench/papers/paper1.md; TRACES=dir
paper2: $(BUILD)/broker_sim ## Rodero et al.: bench/papers/paper2.md; TRACES=dir
paper3: $(BUILD)/mrfs_sim ## Li et al.: bench/papers/paper3.md
paper4: $(BUILD)/multicost_sim $(BUILD)/bench/bench_ladder ## Christodoulopoulos et al.
paper5: $(BUILD)/flexco_sim ## Netto and Buyya: bench/papers/paper5.md; TRACES=dir
$(PAPERS):
	@mkdir -p '$(BUILD)/papers'
	@PAGES='$(BUILD)/papers' sh bench/papers/$@.sh >'$(BUILD)/papers/$@.md'
	@cp '$(BUILD)'/papers/$@[.-]* bench/papers

VERSION = $(shell sed -n '1s/.* v\([0-9.]*\) .*/\1/p' coalloc.h)
INCLUDE = $(DESTDIR)$(PREFIX)/include
SHARE   = $(DESTDIR)$(PREFIX)/share

install: ## install the headers, for pkg-config and CMake, under PREFIX (/usr/local)
	mkdir -p '$(INCLUDE)' '$(SHARE)/pkgconfig' '$(SHARE)/cmake/coalloc'
	cp $(HEADERS) '$(INCLUDE)'
	cp coalloc-config.cmake coalloc-config-version.cmake '$(SHARE)/cmake/coalloc'
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' coalloc.pc.in \
	    >'$(SHARE)/pkgconfig/coalloc.pc'

uninstall: ## remove them
	cd '$(INCLUDE)' && rm -f $(HEADERS)
	rm -rf '$(SHARE)/pkgconfig/coalloc.pc' '$(SHARE)/cmake/coalloc'

clean: ## remove build/
	rm -rf '$(BUILD)'

help: ## this list
	@sed -n 's/^\([a-z0-9_-]*\):.*## \(.*\)/\1|\2/p' Makefile | \
	    while IFS='|' read -r t d; do printf '  make %-16s %s\n' "$$t" "$$d"; done

# ---- how it is made --------------------------------------------------------------------

# Changed flags rebuild everything (`+`: also under `make -n`).
COMPILE  = $(CC) $(CPPFLAGS) $(INCLUDES) $(CSTD)
BUILDCMD = $(COMPILE) $(CFLAGS) $(AROUND) $(WARNINGS) $(LDFLAGS) $(LIBS)

$(BUILD)/flags: FORCE
	+@mkdir -p $(@D)
	+@echo '$(BUILDCMD)' | cmp -s - $@ || echo '$(BUILDCMD)' > $@

# Every source is compiled into a separate object, with the NOTES on it below.
INCLUDED = -MMD -MP -MF $(@:.o=).d -MT $@
LEVEL    = $(CFLAGS)
define object
@mkdir -p $(@D)
$(COMPILE) $(NOTED) $(LEVEL) $(WARNINGS) $(INCLUDED) -c -o $@ $<
endef

$(BUILD)/%.o: %.c $(BUILD)/flags
	$(object)
$(BUILD)/%.o: examples/%.c $(BUILD)/flags
	$(object)

# A program is its own object and those that it needs by the rules below, objects first. A
# link that fails leaves no old program behind.
$(PROGRAMS) $(LIBRARIES): %: %.o
	@rm -f $@
	$(CC) $(CFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LINKED) $(LDFLAGS) $(LIBS)
	@echo 'made $@'

$(SHARED) $(SIZES): %.a: %.o
	$(AR) rcs $@ $<

# The headers, each compiled once, for the simulators and for all that do not implement
# one themselves; these take nothing from the archives.
$(OBJECTS): $(BUILD)/%.o: %.h $(BUILD)/flags
	$(object)
$(OBJECTS): NOTED = -x c -D$(shell echo $* | tr a-z A-Z)_IMPLEMENTATION

# What stands on the simulators' modules needs those whose headers it includes, and so on:
# after an edit of a module it is only linked again.
NEEDS  := $(shell awk -v build='$(BUILD)' -f examples/sim/modules.awk *.h examples/*.c \
            examples/sim/*/*.[ch] tests/sim/*.[ch] tests/fuzz/*.c bench/*.[ch])
ON_SIM := $(foreach n,$(NEEDS),$(firstword $(subst :, ,$(n))))

$(ON_SIM): LINKED = $(THREADS)

# Programs of these sources that include a file.
with = $(patsubst %.c,$(BUILD)/%,$(shell grep -l '[/"]$(1)"' $(2)))

# In a test that includes fails.h what fail() is called with comes back to the test.
$(call with,fails.h,tests/sim/*.c tests/fuzz/*.c): LINKED += -Wl,--wrap=fail

# In a test that includes heap.h the modules ask the test for memory, by other names for
# malloc and free: LIBSIM, all modules and headers (q: two may have the same name), so.
ON_HEAP := $(call with,heap.h,tests/sim/*.c)
$(ON_HEAP): $(BUILD)/libsim-heap.a
$(foreach n,$(filter-out $(ON_HEAP:=:%),$(NEEDS)),$(eval $(subst +, ,$(n))))

$(BUILD)/libsim-heap.a: $(LIBSIM)
	$(shell $(CC) -print-prog-name=objcopy) $(foreach f,malloc calloc realloc free, \
	    --redefine-sym $f=heap_$f) $< $@
$(LIBSIM): $(MODULES) $(OBJECTS)
	@rm -f $@
	$(AR) qcs $@ $^

# A test that includes tiny.h or exact.h shares the header with the tiny.c or exact.c next
# to it, before the others.
$(foreach a,$(SIZES),$(eval \
    $(call with,$(basename $(notdir $a)).h,$(a:$(BUILD)/%$(notdir $a)=%)*_*.c): $a))
$(filter-out $(ON_SIM) %/bench_rtree,$(PROGRAMS)): $(SHARED)

# The headers that tests share are optimised as for users. Code compiled as often as it
# runs is quicker with less (AROUND): the tests around them and the examples, and what
# runs on coalloc/tiny.c.
SINGLE := $(filter-out $(ON_SIM),$(EXAMPLES))
$(addsuffix .o,$(TESTS) $(FUZZ) $(SINGLE) $(BUILD)/tests/coalloc/tiny): LEVEL = $(AROUND)

# An example implements what it uses, so that one file is the whole program; here all
# examples share the objects, as if each header had been implemented above.
$(SINGLE:=.o): NOTED = -DCOALLOC_IMPLEMENTED -DNETSCHED_IMPLEMENTED
# as with `make network_file` in a program of one's own
$(BUILD)/network.o: NOTED = -Iexamples/sim/topology -DNETSCHED_IMPLEMENTED

# a benchmark says how it was compiled
$(BENCHES:=.o) $(LIBRARIES).o: NOTED = -DBENCH_FLAGS='"$(CFLAGS)"'

# bench_rtree measures whatever trees are in bench/rivals (trees.sh).
TREES := $(patsubst bench/rivals/tree_%.c,%,$(wildcard bench/rivals/tree_*.c))
GROVE  = $(patsubst %,$(BUILD)/bench/trees/%.c,list $(TREES))
$(BUILD)/bench/bench_rtree: $(GROVE:.c=.o)
$(GROVE:.c=.o): %.o: %.c $(BUILD)/flags
	$(object)
$(GROVE): $(BUILD)/bench/trees ;
$(BUILD)/bench/trees: FORCE
	@sh bench/rivals/trees.sh $@ $(TREES)

# bench_netsched with the libraries' maximum flows: those whose headers are there
IGRAPH = $(shell pkg-config --silence-errors $(1) igraph)
$(BUILD)/bench/flow_libraries.o: bench/rivals/flow_libraries.cc bench/rivals/flow.h \
                                 $(BUILD)/flags
	@mkdir -p $(@D)
	$(CXX) $(CPPFLAGS) -std=c++14 $(CFLAGS) -DNDEBUG $(call IGRAPH,--cflags) -c -o $@ $<

$(LIBRARIES).o: bench/bench_netsched.c $(BUILD)/flags
	$(object)
$(LIBRARIES).o: NOTED += -DBENCH_LIBRARIES
$(LIBRARIES): $(BUILD)/bench/flow_libraries.o $(LIBSIM)
$(LIBRARIES): LINKED = $(call IGRAPH,--libs) -lstdc++ $(THREADS)

-include $(patsubst %.o,%.d,$(OBJECTS) $(MODULES) $(PROGRAMS:=.o) $(LIBRARIES).o \
           $(SIZES:.a=.o) $(GROVE:.c=.o))
