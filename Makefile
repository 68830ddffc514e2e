# Makefile - build, try, test, install. `make help` lists the targets.
#
# Everything is found by name, so a new file needs no edit here:
#
#     examples/NAME.c                           -> build/NAME
#     examples/sim/FOLDER/NAME.c                -> part of what includes FOLDER/NAME.h
#     tests/FOLDER/{test,prop,oom}_NAME.c       -> build/tests/FOLDER/...
#     tests/fuzz/fuzz_NAME.c                    -> build/tests/fuzz/...
#     bench/bench_NAME.c                        -> build/bench/...
#
# V=1 shows the commands. CC, CFLAGS, LDFLAGS, PREFIX, DESTDIR and BUILD can be set by the
# caller, on the command line or in the environment; so can what the tests read: TRACES,
# NETWORKS, TEST_SCALE, SEED, RUN_ENV, ONLY; and BENCH, what bench/run.sh is told.

PREFIX ?= /usr/local
BUILD  ?= build
CFLAGS ?= -O2 -g1
AROUND ?= $(patsubst -O2,-O1,$(CFLAGS))

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
              $(wildcard $(patsubst %,tests/*/%_*.c,test prop oom all)))
FUZZ     := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/fuzz/fuzz_*.c))
BENCHES  := $(patsubst %.c,$(BUILD)/%,$(wildcard bench/bench_*.c))
PROGRAMS := $(EXAMPLES) $(TESTS) $(FUZZ) $(BENCHES)

# Programs that are made of the simulators' modules, each with those that it needs; the
# last one is made of what is in bench/rivals.
NEEDS    := $(shell awk -v build='$(BUILD)' -f examples/sim/modules.awk *.h examples/*.c \
              examples/sim/*/*.[ch] tests/sim/*.[ch] tests/fuzz/*.c bench/*.[ch])
ON_SIM   := $(foreach n,$(NEEDS),$(firstword $(subst :, ,$(n)))) \
            $(BUILD)/bench/bench_rtree

PAPERS = paper1 paper2 paper3 paper4 paper5
.PHONY: all demo test gate stage coverage mutants fuzz bench install uninstall clean
.PHONY: network_file picture pictures bench-flow bench-tree help night FORCE $(PAPERS)
.DELETE_ON_ERROR:
ifndef V
.SILENT:
endif

all: $(PROGRAMS) ## build every program into build/ (the default)

demo: ## co-allocate 10,000 jobs on 128 servers and print the table
	+@$(MAKE) --no-print-directory '$(BUILD)/coalloc_sim' \
	    $(if $(filter -j%,$(MAKEFLAGS)),,-j$$(getconf _NPROCESSORS_ONLN))
	$(BUILD)/coalloc_sim --json $(BUILD)/demo.json
	@echo 'Next, two that a site could deploy, and a page of pictures:'
	@echo '    $(BUILD)/coalloc_sim --policy easy,conservative --report $(BUILD)/easy.html'

picture: $(BUILD)/coalloc_sim ## draw examples/schedule.svg, the picture in README.md
	@BUILD='$(BUILD)' sh examples/picture.sh >'$(BUILD)/schedule.svg'
	@cp '$(BUILD)/schedule.svg' examples/schedule.svg

PAGED := $(patsubst %,$(BUILD)/%_sim,coalloc broker mrfs multicost flexco)
pictures: $(PAGED) ## make pages of the simulators in build/pictures
	@mkdir -p '$(BUILD)/pictures'
	@BUILD='$(BUILD)' sh examples/pictures.sh '$(BUILD)/pictures'
	@cp '$(BUILD)/pictures/coalloc_sim.html' examples

network_file: ## readers of networks as two files for your program, in build/
	@sh examples/network_file.sh '$(BUILD)'

test: ## every test in its short form: three minutes on two cores
	@MAKE='$(MAKE)' BUILD='$(BUILD)' sh tests/gate/run.sh --brief

gate: ## all there is: full tests, sanitizers, other machines, proofs; 10 minutes
	@MAKE='$(MAKE)' BUILD='$(BUILD)' sh tests/gate/run.sh

stage: ## only STAGE='plain asan ...' of the gate (tests/README.md); ONLY=word
	@MAKE='$(MAKE)' BUILD='$(BUILD)' sh tests/gate/run.sh $(STAGE)

coverage: ## lines and branches that tests reach, of the headers (ONLY=swf) or SIM=1
	@MAKE='$(MAKE)' BUILD='$(BUILD)' sh tests/gate/coverage.sh

night: ## what takes hours: platforms, small worlds, mutants, fuzzing, soak
	@MAKE='$(MAKE)' BUILD='$(BUILD)' sh tests/gate/night.sh

# With clang's libFuzzer the harnesses search by themselves, and so do these tests. Traced
# comparisons would take half of the time; the corpora know the words.
MODELS  = $(BUILD)/tests/coalloc/prop_calendar $(BUILD)/tests/netsched/prop_netsched
FUZZING = -g1 -O2 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
          -fno-sanitize-coverage=trace-cmp
fuzz: ## build the fuzz harnesses with clang's libFuzzer into build/fuzz
	@mkdir -p '$(BUILD)/corpus'
	@for c in $(wildcard tests/data/corpus/*); do \
	    sh tests/fuzz/corpus.sh unpack $$c '$(BUILD)/corpus/'$${c##*/}; done
	@$(MAKE) BUILD='$(BUILD)/fuzz' CC=clang CFLAGS='$(FUZZING)' AROUND='$(FUZZING)' \
	    CPPFLAGS=-DLIBFUZZER LDFLAGS=-fsanitize=fuzzer \
	    $(patsubst $(BUILD)/%,'$(BUILD)/fuzz/%',$(FUZZ) $(MODELS))

mutants: ## faults of a token each, and which tests of PART see them; N=100 SEED=1
	@MAKE='$(MAKE)' BUILD='$(BUILD)' sh tests/mutants/mutants.sh $(or $(PART),$(HEADER))

bench: ## measure, compiled in two ways; BENCH='--limit 1 --repeat 3' for 20 minutes
	@MAKE='$(MAKE)' BUILD='$(BUILD)' sh bench/run.sh $(BENCH)

bench-tree: $(BUILD)/bench/bench_rtree ## time the range tree and other trees, also yours
	@'$<' $(BENCH)

bench-flow: ## maximum flows beside LEMON's, Boost's and igraph's, where installed
	@if command -v $(CXX) >/dev/null; then \
	    $(MAKE) -s '$(LIBRARIES)' && '$(LIBRARIES)' --parts pair,super $(BENCH); \
	else \
	    echo 'SKIP bench-flow: there is no C++ compiler'; \
	fi

paper1: $(BUILD)/coalloc_sim ## Castillo et al.: bench/papers/paper1.md; TRACES=dir
paper2: $(BUILD)/broker_sim ## Rodero et al.: bench/papers/paper2.md; TRACES=dir
paper3: $(BUILD)/mrfs_sim ## Li et al.: bench/papers/paper3.md
paper4: $(BUILD)/multicost_sim ## Christodoulopoulos et al.: bench/papers/paper4.md
paper5: $(BUILD)/flexco_sim ## Netto and Buyya: bench/papers/paper5.md; TRACES=dir
$(PAPERS):
	@mkdir -p '$(BUILD)/papers'
	@BUILD='$(BUILD)' PAGES='$(BUILD)/papers' sh bench/papers/$@.sh \
		>'$(BUILD)/papers/$@.md'
	@cp '$(BUILD)'/papers/$@[.-]* bench/papers

VERSION = $(shell sed -n '1s/.* v\([0-9.]*\) .*/\1/p' coalloc.h)
INCLUDEDIR = $(DESTDIR)$(PREFIX)/include
PKGDIR     = $(DESTDIR)$(PREFIX)/share/pkgconfig
CMAKEDIR   = $(DESTDIR)$(PREFIX)/share/cmake/coalloc

install: ## put the headers, for pkg-config and CMake, under PREFIX (/usr/local)
	mkdir -p '$(INCLUDEDIR)' '$(PKGDIR)' '$(CMAKEDIR)'
	cp $(HEADERS) '$(INCLUDEDIR)'
	cp coalloc-config.cmake coalloc-config-version.cmake '$(CMAKEDIR)'
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' coalloc.pc.in \
	    > '$(PKGDIR)/coalloc.pc'

uninstall: ## take them away again
	cd '$(INCLUDEDIR)' && rm -f $(HEADERS)
	rm -rf '$(PKGDIR)/coalloc.pc' '$(CMAKEDIR)'

clean: ## remove build/
	rm -rf '$(BUILD)'

help: ## this list
	@sed -n 's/^\([a-z0-9_-]*\):.*## \(.*\)/\1|\2/p' Makefile | \
	    while IFS='|' read -r t d; do printf '  make %-16s %s\n' "$$t" "$$d"; done

# ---- how it is made --------------------------------------------------------------------

# Changed flags rebuild everything (`+`: also when `make -n` asks what is to be done); a
# failed compilation leaves no old program behind.
COMPILE  = $(CC) $(CPPFLAGS) $(INCLUDES) $(CSTD)
INCLUDED = -MMD -MP -MF $(@:.o=).d -MT $@
made     = @echo 'made $@'
BUILDCMD = $(COMPILE) $(CFLAGS) $(AROUND) $(WARNINGS) $(LDFLAGS) $(LIBS)

$(BUILD)/flags: FORCE
	+@mkdir -p $(@D)
	+@echo '$(BUILDCMD)' | cmp -s - $@ || echo '$(BUILDCMD)' > $@

# The headers, each compiled once: for the simulators and for tests that are content with
# the headers' defaults.
$(OBJECTS): $(BUILD)/%.o: %.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) -D$(shell echo $* | tr a-z A-Z)_IMPLEMENTATION $(CFLAGS) $(WARNINGS) \
	    -x c -c -o $@ $<

$(MODULES): $(BUILD)/%.o: examples/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) $(CFLAGS) $(WARNINGS) $(INCLUDED) -c -o $@ $<

# A program that has an implementation of its own takes nothing from this archive.
$(SHARED): %.a: %.o
	@rm -f $@
	$(AR) rcs $@ $<

# A program that stands on the modules: its own source is compiled apart, so that after an
# edit of a module it is only linked again. LINKED is what a program is linked with.
define object
@mkdir -p $(@D)
$(COMPILE) $(NOTED) $(LEVEL) $(WARNINGS) $(INCLUDED) -c -o $@ $<
endef

$(addsuffix .o,$(filter $(EXAMPLES),$(ON_SIM))): $(BUILD)/%.o: examples/%.c $(BUILD)/flags
	$(object)

$(addsuffix .o,$(filter-out $(EXAMPLES),$(ON_SIM))): $(BUILD)/%.o: %.c $(BUILD)/flags
	$(object)

# as with `make network_file` in a program of one's own
$(BUILD)/network.o: INCLUDES += -Iexamples/sim/topology
$(BUILD)/network.o: NOTED = -DNETSCHED_IMPLEMENTED

$(foreach n,$(NEEDS),$(eval $(subst +, ,$(n))))
$(ON_SIM): %: %.o
	@rm -f $@
	$(CC) $(CFLAGS) -o $@ $< $(LINKED) $(LDFLAGS) $(LIBS)
	$(made)

$(ON_SIM): LINKED = $(filter-out $<,$(filter %.o,$^)) $(filter %.a,$^) $(THREADS)

# Another program: one source, one command.
define compile
@mkdir -p $(@D)
@rm -f $@
$(COMPILE) $(NOTED) $(LEVEL) $(WARNINGS) $(INCLUDED) -o $@ $< $(LINKED) $(LDFLAGS) $(LIBS)
$(made)
endef
LEVEL = $(CFLAGS)

# An example implements what it uses, so that one file is the whole program; here all
# examples share the objects, as if each header had been implemented above.
$(filter-out $(ON_SIM),$(EXAMPLES)): NOTED = -DCOALLOC_IMPLEMENTED -DNETSCHED_IMPLEMENTED
$(filter-out $(ON_SIM),$(EXAMPLES)): LINKED = $(SHARED)
$(filter-out $(ON_SIM),$(EXAMPLES)): $(BUILD)/%: examples/%.c $(BUILD)/flags $(SHARED)
	$(compile)

# a benchmark says how it was compiled
$(BENCHES) $(BENCHES:=.o): NOTED = -DBENCH_FLAGS='"$(CFLAGS)"'
$(filter-out $(ON_SIM),$(BENCHES)): LINKED = $(SHARED)
$(filter-out $(ON_SIM),$(BENCHES)): $(BUILD)/%: %.c $(BUILD)/flags $(SHARED)
	$(compile)

# bench_rtree measures whatever trees are in bench/rivals (trees.sh).
TREES := $(patsubst bench/rivals/tree_%.c,%,$(wildcard bench/rivals/tree_*.c))
GROVE  = $(patsubst %,$(BUILD)/bench/trees/%.c,list $(TREES))
$(BUILD)/bench/bench_rtree: $(GROVE:.c=.o)
$(GROVE:.c=.o): %.o: %.c $(BUILD)/flags
	$(object)
$(GROVE): $(BUILD)/bench/trees ;
$(BUILD)/bench/trees: FORCE
	@sh bench/rivals/trees.sh $@ $(TREES)

# A test that does not define NAME_IMPLEMENTATION shares the headers with the others. One
# that includes tiny.h or exact.h shares the header as tiny.c or exact.c beside it has it.
$(filter-out $(ON_SIM),$(TESTS) $(FUZZ)): LINKED = $(SIZED) $(SHARED)

SIZES := $(patsubst %.c,$(BUILD)/%.a,$(wildcard tests/*/tiny.c tests/*/exact.c))
# what runs on coalloc/exact.c takes less time than optimising it
$(SIZES): HOW = $(CFLAGS)
$(BUILD)/tests/coalloc/exact.a: HOW = $(AROUND)
$(SIZES): $(BUILD)/%.a: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) $(HOW) $(WARNINGS) $(INCLUDED) -c -o $(@:.a=.o) $<
	@rm -f $@
	$(AR) rcs $@ $(@:.a=.o)

define sized
$(1): SIZED = $(2)
$(1): $(2)
endef
including = $(patsubst %.c,$(BUILD)/%,\
              $(shell grep -l '"$(notdir $(1))"' $(dir $(1))*_*.c))
$(foreach a,$(SIZES),$(eval $(call \
    sized,$(call including,$(a:$(BUILD)/%.a=%.h)),$(a))))

# In a test that includes heap.h the modules ask the test for memory, by other names for
# malloc and free.
ON_HEAP := $(filter $(ON_SIM),$(addprefix $(BUILD)/,\
             $(patsubst %.c,%,$(shell grep -l '"heap\.h"' tests/sim/*.c))))
REPLACE  = $(patsubst %,--redefine-sym %,malloc=heap_malloc calloc=heap_calloc \
             realloc=heap_realloc free=heap_free)

# all modules, and the headers, in one archive (q: two may have the same name)
$(LIBSIM): $(MODULES) $(OBJECTS)
	@rm -f $@
	$(AR) qcs $@ $^

$(BUILD)/libsim-heap.a: $(LIBSIM)
	$(shell $(CC) -print-prog-name=objcopy) $(REPLACE) $< $@

$(ON_HEAP): LINKED = $(BUILD)/libsim-heap.a $(THREADS)
$(ON_HEAP): $(BUILD)/libsim-heap.a

# In a test that includes fails.h what fail() is called with comes back to the test.
ON_FAIL := $(filter $(ON_SIM),$(addprefix $(BUILD)/,$(patsubst %.c,%,\
             $(shell grep -l 'fails\.h"' tests/sim/*.c tests/fuzz/*.c))))
$(ON_FAIL): LINKED += -Wl,--wrap=fail

# The headers that tests share are optimised as for users. What is compiled as often as it
# runs is quicker with less (AROUND): the tests around them and the examples.
$(TESTS) $(FUZZ) $(filter-out $(ON_SIM),$(EXAMPLES)): LEVEL = $(AROUND)
$(addsuffix .o,$(filter $(ON_SIM),$(TESTS) $(FUZZ))): LEVEL = $(AROUND)
$(filter-out $(ON_SIM),$(TESTS) $(FUZZ)): $(BUILD)/%: %.c $(BUILD)/flags $(SHARED)
	$(compile)

# bench_netsched with the libraries' maximum flows: those whose headers are there
LIBRARIES = $(BUILD)/bench/bench_netsched-libraries
IGRAPH    = $(shell pkg-config --silence-errors $(1) igraph)

$(BUILD)/bench/flow_libraries.o: bench/rivals/flow_libraries.cc bench/rivals/flow.h \
                                 $(BUILD)/flags
	@mkdir -p $(@D)
	$(CXX) $(CPPFLAGS) -std=c++14 $(CFLAGS) -DNDEBUG $(call IGRAPH,--cflags) -c -o $@ $<

$(LIBRARIES): NOTED = -DBENCH_FLAGS='"$(CFLAGS)"' -DBENCH_LIBRARIES
$(LIBRARIES): LINKED = $(BUILD)/bench/flow_libraries.o $(LIBSIM) \
                       $(call IGRAPH,--libs) -lstdc++ $(THREADS)
$(LIBRARIES): bench/bench_netsched.c $(BUILD)/bench/flow_libraries.o $(LIBSIM) \
              $(BUILD)/flags
	$(compile)

-include $(PROGRAMS:=.d) $(SIZES:=.d) $(MODULES:.o=.d) $(LIBRARIES).d \
         $(GROVE:.c=.d)
