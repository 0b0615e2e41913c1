# Two commands do everything on Debian 12 or 13: make reproduce, make check. The rest are their parts.
# CMake builds (CMakePresets.json); this file only says in which order things run.

# release, debug, asan+ubsan or clang
PRESET ?= release
JOBS ?= $(shell nproc)
# Tests wait for disks and for each other's programs: twice as many of them as processors.
TEST_JOBS ?= $(shell echo $$((2 * $(JOBS))))
# Thousands of short programs: memory that one has freed stays its own, which saves the system a seventh of their time.
TESTED = GLIBC_TUNABLES=glibc.malloc.mmap_threshold=268435456:glibc.malloc.trim_threshold=268435456:glibc.malloc.top_pad=1048576
RESULTS ?= results/thesis
# what `make site` runs or takes up, by target, and where it writes; RUN=no runs nothing
STUDIES ?= reproduce thesis validation campos nedel comparison collisions mueller chen
SITE ?= results/site
# further ctest options: TESTS='-R verlet', TESTS='-LE slow'
TESTS ?=
# of fuzzing each reader of files
FUZZ_SECONDS ?= 600

.DEFAULT_GOAL := help
.PHONY: engines package night laws laws-core site help reproduce thesis quick check check-arm regression baseline setup configure build benchmarks all test fuzz lint sizes format clean
.NOTPARALLEL:

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
	@echo "  build, all and test take PRESET=release|debug|asan+ubsan|clang and JOBS=N, test TESTS='ctest options', reproduce RESULTS=DIR"

reproduce: ## install, build, run configs/thesis and what explains it, write tables, plots and a report: results/thesis
	tools/setup.sh reproduce
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS) --target trama_program
	tools/reproduce.sh $(RESULTS) configs/thesis/*.yaml configs/thesis/explain/*.yaml

thesis: ## run configs/thesis/chapter5, the simulations of the thesis' chapters 4 and 5: results/chapter5
	tools/setup.sh reproduce
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS) --target trama_program
	tools/reproduce.sh results/chapter5 configs/thesis/chapter5/*.yaml

# Studies: each runs its configurations, and writes tables, plots and a report to results/TARGET.
campos: ## run configs/campos, Provot's and Bridson's cloths as Campos published them: results/campos
collisions: ## run configs/campos/collisions, contact as Campos and Nedel published it, and beyond: results/collisions
nedel: ## run configs/nedel, angular springs as Nedel published them: results/nedel
mueller: ## run configs/mueller, rigid bodies as Mueller published them and beyond: results/mueller
comparison: ## run configs/comparison, one cloth under four models: results/comparison
validation: ## run configs/validation, models against physics: results/validation
chen: ## run configs/chen, cloth, air and a body as Chen et al. published them: results/chen
implicit: ## run configs/implicit, implicit methods: accuracy, cost, damping, solvers: results/implicit
projective: ## run configs/projective, methods over elements, small steps against iterations: results/projective
methods: ## run configs/methods, error against time of every method and solver over five scenes: results/methods
schemes: ## run configs/schemes, every scheme of the Cosserat cloth: results/schemes
contact: ## run configs/contact, contact of cloth and bodies under every response: results/contact
advice: ## run configs/advice, advised steps against runs: results/advice
horizons: ## run configs/thesis/horizons, what longer runs make of the thesis' limits: results/horizons
explain: ## run what explains Campos' results: results/explain
large: ## run a sheet of 200x200 points in contact: results/large
solvers: ## run configs/engines, one problem under methods and every other solver that make engines has installed: results/solvers
campos: CONFIGS = configs/campos/*.yaml
collisions: CONFIGS = configs/campos/collisions/*.yaml
nedel: CONFIGS = configs/nedel/*.yaml
mueller: CONFIGS = configs/mueller/*.yaml
comparison: CONFIGS = configs/comparison/*.yaml
validation: CONFIGS = configs/validation/*.yaml
chen: CONFIGS = configs/chen/*.yaml
implicit: CONFIGS = configs/implicit/*.yaml
projective: CONFIGS = configs/projective/*.yaml
methods: CONFIGS = $(shell tools/solvers.sh) configs/methods/*.yaml
schemes: CONFIGS = configs/schemes/*.yaml
contact: CONFIGS = configs/contact/*.yaml configs/contact/barrier/*.yaml
advice: CONFIGS = configs/advice/*.yaml
horizons: CONFIGS = configs/thesis/horizons/*.yaml
explain: CONFIGS = configs/campos/explain/*.yaml configs/campos/collisions/explain/*.yaml
large: CONFIGS = configs/campos/collisions/large/*.yaml
solvers: CONFIGS = $(shell tools/solvers.sh) configs/engines/*.yaml
studies = campos collisions nedel mueller comparison validation chen implicit projective methods schemes contact advice horizons explain large solvers
.PHONY: $(studies)
$(studies):
	tools/setup.sh reproduce
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS) --target trama_program
	tools/reproduce.sh results/$@ $(CONFIGS)

laws: ## run configs/laws, laws-1 and laws-2, by every solver that the build has: the largest accurate step of each law: results/laws
	tools/setup.sh reproduce
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS) --target trama_program
	build/release/trama laws

laws-core: ## twelve quick laws by every solver that the build has: results/laws-core
	tools/setup.sh reproduce
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS) --target trama_program
	build/release/trama laws --core -o results/laws-core

site: ## run or take up every study (STUDIES=..., RUN=no: only what stands), and make a static site: results/site
	tools/setup.sh reproduce
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS) --target trama_program
	RUN=$(RUN) tools/site.sh $(SITE) $(STUDIES)

.PHONY: published
published: ## run every study (STUDIES=..., RUN=no: take what stands), renew the tables in results/published, and say what changed
	tools/setup.sh reproduce
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS) --target trama_program
	RUN=$(RUN) tools/published.sh renew $(STUDIES)

check: ## install, build, run all tests, also sanitized, and lint: warnings of gcc and of clang are errors
	tools/check.sh

check-arm: ## the same bits on 64-bit Arm, under qemu-user; says so where that cannot be had
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS) --target trama_program
	tools/check_arm.sh

regression: ## run configs/regression and compare with results/baselines
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS) --target trama_program
	tools/regression.sh check

baseline: ## the same, but what was found becomes the baseline: look at its diff before you commit it
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS) --target trama_program
	tools/regression.sh renew

engines: ## install other solvers, and build the program with them: ODE, MuJoCo, Bullet, Simbody; Jolt, Rapier, cannon-es, MuJoCo 3, PhysX under Node.js; numpy for your own
	tools/setup.sh engines
	tools/node.sh
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS) --target trama_program
	build/release/trama doctor

setup: ## install what is missing of packages.txt
	tools/setup.sh check

configure:
	cmake --preset $(PRESET)

build: configure ## build the program
	cmake --build --preset $(PRESET) --parallel $(JOBS) --target program

benchmarks: configure ## build the programs that measure kernels and solvers
	cmake --build --preset $(PRESET) --parallel $(JOBS) --target benchmarks

all: configure ## build everything, tests and benchmarks too, warnings as errors
	cmake --build --preset $(PRESET) --parallel $(JOBS)

test: all ## build everything and run the tests
	$(TESTED) ctest --preset $(PRESET) --parallel $(TEST_JOBS) --no-tests=error $(TESTS)

quick: build ## after a change: the program, the tests that take a second or less, the baseline
	cmake --build --preset $(PRESET) --parallel $(JOBS) --target quick_tests example_library
	$(TESTED) ctest --preset $(PRESET) --parallel $(TEST_JOBS) --no-tests=error -LE 'slow|long'
	tools/regression.sh check

fuzz: ## fuzz the readers of files with libFuzzer, FUZZ_SECONDS=600 each
	cmake --preset fuzz
	cmake --build --preset fuzz --parallel $(JOBS)
	tools/fuzz.sh $(FUZZ_SECONDS)

night: ## what takes hours: faults at every call, fuzzing, ThreadSanitizer, random studies, files with faults, all laws, planted faults, lint at full depth
	tools/night.sh

lint: ## clang-format, clang's warnings, clang-tidy, shellcheck, documents; CHANGED=yes: only of what differs from main
	tools/lint.sh $(if $(CHANGED),--changed)

sizes: ## lines of each room beside its budget, the largest files and functions, the size of library and program
	tools/sizes.sh

package: ## a package of Debian, a tarball of the sources and a wheel of python/: build/packages
	tools/setup.sh package
	tools/package.sh

format: ## lay out every source with clang-format
	find . \( -name .git -o -path ./build -o -path ./results \) -prune -o -name '*.[ch]' -print0 | \
		xargs -0 clang-format -i

clean: ## remove build/ (results/ stays)
	rm -rf build
