# SPDX-License-Identifier: AGPL-3.0-only
# The front door. `make` alone lists what it can do; CMakePresets.json holds the build itself.

JOBS   ?= $(shell nproc)
PREFIX ?= /usr/local
# Seconds that `make fuzz` gives each target; `make test-all` gives FUZZ_BRIEF.
FUZZ_SECONDS ?= 60
FUZZ_BRIEF   ?= 10
# Data of others for benchmarks, conformance tests and two tests on wiki dumps. Golden cases are in tests/golden.
ARBORIST_SHARED ?= $(abspath ../shared)
export ARBORIST_SHARED DESTDIR

MAKEFLAGS += --no-print-directory
CTEST      = ctest --output-on-failure -j $(JOBS)
ARBORIST   = build/arborist
TREES      = build-default build-dev build-asan build-tsan build-fuzz
CXX_FILES  = $$(find src tests bench fuzz tools -name '*.h' -o -name '*.cc' 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help build $(TREES) dev demo test test-one test-all bench fuzz lint format install clean web query falsify burn inspect chain-check-shards

help:
	@echo 'make demo       install what is missing, build, and try Arborist on examples/corpus'
	@echo 'make test       build and run the tests'
	@echo
	@echo 'make build      build/arborist, build/arborist-verify and build/arborist-read'
	@echo 'make install    into $(PREFIX) (PREFIX=..., DESTDIR=...)'
	@echo
	@echo 'make test-one NAME=merkle [FILTER=...]   one test program of the fast tree build-dev'
	@echo 'make test-all   slow tests too, sanitizers, short fuzz runs, lint'
	@echo 'make fuzz       every fuzz target for $(FUZZ_SECONDS) s (FUZZ_SECONDS=..., TARGET=...)'
	@echo 'make bench      measure; prints a table and writes it under build/'
	@echo 'make lint       formatting, includes, clang-tidy'
	@echo 'make format     let clang-format and prettier write'
	@echo 'make web        the web page alone, into web/dist'
	@echo 'make clean      remove every build folder'
	@echo
	@echo 'make query Q="..."   falsify KEY=... REASON="..."   burn KEY=... [FORCE=1]'
	@echo '     inspect KEY=...   chain-check-shards'
	@echo '                the verbs of build/arborist, for the store in ARBORIST_HOME'

build: build-default

# build-default is build/; build-dev, build-asan, build-tsan and build-fuzz are folders of that name.
# Configured once; from then on ninja itself runs cmake when a CMake file changes.
build-%: tree = $@
build-default: tree = build
$(TREES): build-%:
	@tools/install-deps
	@tools/fetch-sqlite
	@if ! [ $(tree)/build.ninja -nt CMakePresets.json ]; then \
	  echo 'configuring $(tree) ...'; mkdir -p $(tree); \
	  cmake --preset $* >$(tree)/configure.log 2>&1 || { cat $(tree)/configure.log >&2; exit 1; }; fi
	@if ! ninja -C $(tree) -n $(goals) | grep -q 'no work to do'; then \
	  echo 'building $(tree) with $(JOBS) jobs ...'; \
	  ninja -C $(tree) -j $(JOBS) $$([ -t 1 ] || echo --quiet) $(goals); fi

dev:
	@tools/install-deps --dev

# Only the programs: tests and benchmarks are not needed to look around.
demo: goals = arborist arborist-verify arborist-read
demo: build
	@tools/demo

# ctest comes last in both, so that its summary closes the output; it does not show what passing
# tests print, so the count of golden cases is shown before.
test: build
	@build/tests/golden_test --gtest_brief=1 | grep '^golden' || true
	@$(CTEST) --test-dir build -LE slow

# A folder of src/ (merkle, serve/http) or a test of tests/ (golden, cli); FILTER as GoogleTest takes it.
test_program = $(if $(wildcard src/$(NAME)/CMakeLists.txt),arborist_$(subst /,_,$(NAME))_test,$(NAME)_test)
test-one:
	$(call need,NAME,merkle FILTER='InclusionProof.*')
	@$(MAKE) build-dev goals='$(test_program)'
	@ARBORIST_SOURCE='$(CURDIR)' 'build-dev/tests/$(test_program)' --gtest_brief=1 --gtest_filter='$(or $(FILTER),*)'

test-all: dev build lint
	@$(MAKE) build-asan && $(CTEST) --test-dir build-asan -LE slow
	@$(MAKE) build-tsan && $(CTEST) --test-dir build-tsan -LE slow
	@$(MAKE) fuzz FUZZ_SECONDS=$(FUZZ_BRIEF)
	@$(CTEST) --test-dir build

bench: build
	@bench/run $(BENCH_ARGS)

fuzz: goals = fuzz_targets
fuzz: dev build-fuzz
	@tools/fuzz $(FUZZ_SECONDS) $(TARGET)

lint: dev
	@clang-format-19 --dry-run -Werror $(CXX_FILES)
	@tools/lint-includes
	@tools/test-web style
	@tools/lint-seams
	@tools/fetch-sqlite
	@tools/lint-tidy

format: dev
	@clang-format-19 -i $(CXX_FILES)
	@tools/test-web style --write

install: goals = arborist arborist-verify arborist-read
install: build
	@cmake --install build --prefix '$(PREFIX)'

# Part of `make build`; alone, for those who work on the page.
web:
	@tools/install-deps
	@tools/build-web

clean:
	rm -rf build build-* web/dist web/node_modules

# $(call need,VAR,what) stops with a line on usage when VAR was not given.
need = $(if $($(1)),,$(error give $(1)=..., for example: make $@ $(1)=$(2)))

query: export ARBORIST_Q = $(Q)
query: build
	$(call need,Q,"when did HMS Challenger sail?")
	@$(ARBORIST) query "$$ARBORIST_Q"

falsify: export ARBORIST_REASON = $(or $(REASON),falsified by hand)
falsify: build
	$(call need,KEY,3f2a91c0)
	@$(ARBORIST) falsify '$(KEY)' --reason "$$ARBORIST_REASON"

burn: build
	$(call need,KEY,3f2a91c0)
	@$(ARBORIST) burn '$(KEY)' $(if $(FORCE),--force)

inspect: build
	$(call need,KEY,3f2a91c0)
	@$(ARBORIST) inspect '$(KEY)'

chain-check-shards: build
	@$(ARBORIST) fsck
