# gate.mk - what run.sh asks of make: the stages of the gate and, of each stage, its tests,
# all on one job server, so that one stage has work for the processors another leaves idle.

.SILENT:
MAKEFLAGS += --no-print-directory
stage-%: ; +sh tests/gate/stages.sh $*
job-%:   ; sh tests/gate/job.sh $*

# this builds in $(BUILD) itself: after what builds most of it
stage-valgrind: | $(filter stage-plain,$(MAKECMDGOALS))
