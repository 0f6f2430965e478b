# `make` or `make help` lists the targets. The presets of CMakePresets.json do the work.
.DEFAULT_GOAL := help
.NOTPARALLEL:

PRESETS := release asan
JOBS    := $(shell nproc 2>/dev/null || echo 2)
SOURCES  = $(or $(wildcard $(shell git ls-files --cached --others --exclude-standard -- '*.hpp' '*.cpp' '*.h' '*.c')), \
             $(error no sources found: format and lint need a git checkout))

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z%-]+:.*## / { sub(/%/, "PRESET", $$1); printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: ## install what is missing, build the demonstration alone, and run it
	@scripts/setup demo
	cmake --preset demo
	cmake --build --preset demo
	build/demo/abut demo

.PHONY: tool
tool: ## build the command line, optimized: build/release/abut
	@scripts/setup build
	cmake --preset release -DABUT_BUILD_TESTS=OFF
	cmake --build --preset release --target abut_tool

.PHONY: check
check: ## the inner loop: build one preset, and run the unit tests, the recorded cases and the command line
	@scripts/setup check
	cmake --preset check
	cmake --build --preset check
	ctest --preset check --parallel $(JOBS)

.PHONY: test
test: ## install what is missing, then build and run every test: g++, clang with sanitizers, WebAssembly, the page
	@scripts/setup test
	@$(MAKE) --no-print-directory $(PRESETS:%=test-%) test-web

.PHONY: test-long
test-long: test-clang ## the tests that only repeat what `make test` covers: all of them with clang, optimized, each header by itself
	tests/build/determinism/check

test-%: ## build and run the tests of one preset: release, debug, asan, clang
	@echo "== $*"
	cmake --preset $*
	cmake --build --preset $*
	ctest --preset $* --parallel $(JOBS)

# npm writes this file when it has installed the packages of package-lock.json.
node_modules/.package-lock.json: package-lock.json package.json bindings/wasm/package.json playground/package.json site/package.json
	npm ci --no-audit --no-fund
	@touch $@

.PHONY: wasm
wasm: setup-web node_modules/.package-lock.json ## compile the C API for WebAssembly, and make the npm package in bindings/wasm
	cmake --preset wasm
	cmake --build --preset wasm
	npm run --silent build -w bindings/wasm

.PHONY: playground
playground: wasm ## build the page that draws every iteration, serve it, and print its address
	npm run --silent build -w playground
	npm run --silent serve -w playground

.PHONY: site
site: wasm ## build the guide, all documents, the API reference and the playground as one static site, in build/site
	@scripts/setup site
	npm run --silent build -w playground
	npm run --silent build -w site

.PHONY: setup-web
setup-web:
	@scripts/setup web

.PHONY: test-web
test-web: wasm ## test the WebAssembly package in node, against the native tool, and the page and the site in chromium
	@scripts/setup test
	cmake --preset release
	cmake --build --preset release --target abut_tool abut_c_verbs
	npm run --silent test -w bindings/wasm
	npm run --silent build -w playground
	npm run --silent test -w playground
	npm run --silent build -w site
	npm run --silent test -w site

.PHONY: screenshots
screenshots: wasm ## leave pictures of every scene, lesson and page, in build/playground and build/site-shots, to look at
	@scripts/setup test
	cmake --preset release
	cmake --build --preset release --target abut_tool
	npm run --silent build -w playground
	npm run --silent build -w site
	ABUT_SCREENSHOTS=1 npm run --silent test -w playground
	ABUT_SCREENSHOTS=1 npm run --silent test -w site

.PHONY: bench-web
bench-web: wasm ## time queries with their traces in WebAssembly
	npm run --silent bench -w bindings/wasm

# Each program prints its tables, and a copy goes into build/bench, for scripts/speed.
.PHONY: bench
bench: ## measure abut beside its peers; ROW=hull32: some rows; DATA=folder: its meshes; BASE=commit: abut of then and now
	@scripts/setup bench
	@test -z "$(BASE)" || scripts/bench-against "$(BASE)" "$(ROW)"
	cmake --preset bench
	cmake --build --preset bench
	build/bench/abut_bench --row "$(ROW)"
	@test -n "$(ROW)" || build/bench/abut_motion_times | tee build/bench/motions.md
	@test -n "$(ROW)" || build/bench/abut_mesh_times --data "$(DATA)" | tee build/bench/meshes.md
	@test -n "$(ROW)" || build/bench/abut_way_times | tee build/bench/ways.md

.PHONY: figures
figures: ## draw docs/figures again, from the records beside the pictures, by the method that the name ends with, and from examples/
	@scripts/setup build
	cmake --preset release -DABUT_BUILD_TESTS=OFF
	cmake --build --preset release --target abut_tool example_falling_bodies example_arm
	cd docs/figures/examples && ../../../build/release/examples/example_falling_bodies && ../../../build/release/examples/example_arm
	for record in docs/figures/*.jsonl; do \
	  method=$$(expr "$$record" : '.*-\(mpr\|advancement\|bilateral\|substep\)[.]jsonl$$'); \
	  build/release/abut trace --method "$$method" --format svg --out "$${record%.jsonl}.svg" "$$record" || exit 1; done

.PHONY: soak
soak: ## hold random pairs, hulls and motions against the contract; SOAK=0.01 is a hundredth, SEED=1 repeats a run
	@scripts/setup test
	cmake --preset release
	cmake --build --preset release --target abut_soak
	SOAK=$(SOAK) build/release/tests/abut_soak --seed $(or $(SEED),$(shell date +%s))

.PHONY: test-data
test-data: ## hold queries about every mesh in the folder DATA against brute force: DATA=../shared/meshes
	@scripts/setup test
	cmake --preset release
	cmake --build --preset release --target abut_test_data
	build/release/tests/abut_test_data "$(or $(DATA),$(error DATA must name a folder with STL, OBJ, PLY or OFF files))"

FUZZ_SECONDS := 60
.PHONY: fuzz
fuzz: ## fuzz query lines, shapes, caches, hulls, depths, motions, mesh files and mesh blocks, a minute each; FUZZ_SECONDS=600 for longer
	@scripts/setup fuzz
	cmake --preset fuzz
	cmake --build --preset fuzz
	scripts/fuzz $(FUZZ_SECONDS)

.PHONY: coverage
coverage: ## print the lines of include/ and src/ that the tests reach, and those they do not
	@scripts/setup coverage
	cmake --preset coverage
	cmake --build --preset coverage
	scripts/coverage build/coverage

.PHONY: package
package: ## make Debian packages: libabut-dev, headers and library; abut, the command line
	@scripts/setup package
	cmake --preset package
	cmake --build --preset package
	cpack --config build/package/CPackConfig.cmake
	@for deb in build/package/packages/*.deb; do echo "$$deb:"; dpkg-deb --info $$deb | grep -E '^ (Package|Version|Depends|Installed)'; done

.PHONY: format
format: ## rewrite the sources in the house style
	@scripts/setup lint
	clang-format-19 -i $(SOURCES)
	@scripts/wrap-comments $(SOURCES)

.PHONY: lint
lint: format-check tidy ## check the style, and run clang-tidy on library, tool and examples

.PHONY: format-check
format-check:
	@scripts/setup lint
	@clang-format-19 --dry-run -Werror --ferror-limit=20 $(SOURCES)
	@! git grep -nIE '^.{121,}$$' -- ':!*.md' ':!*.css' ':!*.svg' ':!*.json*' | grep -E '^[^:]+:[0-9]+: *(#|//|[*] )' || \
	  { echo 'comments are at most 120 columns wide' >&2; exit 1; }

# One translation unit includes all public headers. Tests and benchmark are left out: they take longer than the rest.
# Most checks look at every header of a translation unit again: they see the files of a room as one, whose names the
# filter has, for what such a file reports counts as that of a header. The analyzer looks at the functions of the main
# file only, so it sees each file by itself. It does not follow tool, readers and C API into templates: those are of fmt
# and the standard library, and took ten times as long as the rest.
TIDY  := run-clang-tidy-19 -quiet
ROOMS := -p build/tidy -checks='-clang-analyzer-*,-bugprone-suspicious-include' \
  -header-filter '/(include/abut|shared|src|tools/abut|examples)/.*[.](hpp|cpp)$$'
FILES := -p build/clang -checks='-*,clang-analyzer-core*,-clang-analyzer-core.BitwiseShift,clang-analyzer-cplusplus*,clang-analyzer-deadcode*'
.PHONY: tidy
tidy:
	@scripts/setup lint
	cmake --preset tidy
	cmake --preset clang
	@status=0; \
	$(TIDY) $(ROOMS) '/(abut_(io|shared|records|answers|tool)|example_[a-z_]*)[.]dir/Unity/' '/header_alone/all[.]cpp' \
	  '$(CURDIR)/(src|tools/abut|bindings/c)/[^.]*[.]cpp' || status=1; \
	$(TIDY) $(FILES) '$(CURDIR)/(src/instantiate|examples)/' || status=1; \
	$(TIDY) $(FILES) $(addprefix -extra-arg=,-Xclang -analyzer-config -Xclang c++-template-inlining=false) \
	  '$(CURDIR)/(tools/abut|shared|bindings/c/[^/]*cpp)' '$(CURDIR)/src/io/' || status=1; \
	exit $$status # one run reports everything

.PHONY: clean
clean: ## remove everything that was built
	rm -rf build abut-demo.svg node_modules bindings/wasm/dist playground/dist
