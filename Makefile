# Two commands are the whole set-up: `make play` and `make test`. `make help` lists the rest.
.DEFAULT_GOAL := help
.PHONY: soak types help play test coverage asserts bugs lint docs pictures bench clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYABLE := $(VENV)/.playable
READY := $(VENV)/.ready
SUITE ?= tests
# Rooms whose tests mostly call them in their own process, where coverage sees it.
COVERED := rules words drawing game analysis commands protocols arena env learn
APP := src/ninefold/server/static/index.html
CORE_WASM := web/src/engine/core.wasm
APP_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path $(CORE_WASM)) $(wildcard src/ninefold/engine/networks/*.weights src/ninefold/engine/books/*.book)
C_SOURCES := $(wildcard core/*.[ch] core/wasm/*.c tests/engine/*.c)
NPM_READY := web/node_modules/.ready
# The headless shell is the same engine without the desktop's browser around it: it starts in a quarter of the time.
CHROMIUM ?= $(firstword $(wildcard /usr/bin/chromium-headless-shell /usr/bin/chromium) /usr/bin/chromium-headless-shell)
export CHROMIUM

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

play: ## build what is needed, start the server and open the page
	@$(MAKE) --no-print-directory --jobs=2 $(PLAYABLE) $(APP)
	@$(BIN)/ninefold serve --open

# Four at a time on two cores: tests of servers, browsers and terminals mostly wait. Neighbours stay together (worksteal), so
# that what a module sets up is set up once, and the last long test does not begin when all others are done.
test: ## lint, types, import direction, every test
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint web-test browser databases $(APP)
ifeq ($(SUITE),tests)
	@$(MAKE) --no-print-directory coverage
	$(BIN)/pytest -n 4 --dist worksteal $(SUITE) $(COVERED:%=--ignore=tests/%)
else
	$(BIN)/pytest -n 3 $(SUITE)
endif

# slipcover takes a sixth more time than no coverage at all; coverage.py doubles it on Python 3.11.
coverage: $(READY) ## the tests of the rooms that need no other process, and which lines they ran
	$(BIN)/python -m slipcover --source src/ninefold --json --out $(VENV)/coverage.json \
		-m pytest -n 3 -W ignore::pytest.PytestAssertRewriteWarning $(COVERED:%=tests/%)
	@$(BIN)/python tools/coverage_by_room.py $(VENV)/coverage.json $(COVERED)

asserts: $(READY) $(APP) browser databases ## the asserts of the tests that never run: they cannot fail
	@$(BIN)/python -m slipcover --source $(SUITE) --json --out $(VENV)/asserts.json \
		-m pytest -n 3 -W ignore::pytest.PytestAssertRewriteWarning $(SUITE); \
		code=$$?; $(BIN)/python tools/idle_asserts.py $(VENV)/asserts.json && exit $$code

bugs: $(READY) $(APP) browser databases ## plant the bugs of LIST one at a time, and see which tests catch them
	@$(BIN)/python tools/plant_bugs.py $(LIST)

lint: $(READY) ## style, types and import direction
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@test ! -x $(BIN)/clang-format || $(BIN)/clang-format --dry-run --Werror $(C_SOURCES)

soak: $(READY) databases ## promises in full: hundreds of kills, thousands of requests, 10,000 games an environment
	NINEFOLD_SOAK=1 $(BIN)/pytest -s --timeout 7200 tests/server -k "promise or describes or identity"
	NINEFOLD_SOAK=1 $(BIN)/pytest --timeout 7200 tests/env/test_same_game.py

.PHONY: web web-test browser databases screenshots wheel
web: $(APP) ## build the browser app

web-test: $(NPM_READY) $(CORE_WASM) ## style, types and component tests of the browser app
	cd web && npm run --silent lint && npm run --silent check && npm run --silent test

browser: ## see that the tests have a browser to play in
	@test -x "$(CHROMIUM)" || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq \
		&& DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium-headless-shell >/dev/null; } \
		|| { echo "The browser tests need Chromium: install your system's package \`chromium-headless-shell\` or \`chromium\`," \
		"or say where it is with CHROMIUM=/path/to/chromium."; exit 1; }

databases: browser ## see that the tests have a PostgreSQL and a Redis to start
	@{ ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null; } \
		&& command -v redis-server >/dev/null \
		|| { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq \
		&& DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql redis-server >/dev/null; } \
		|| { echo "The tests of several servers need PostgreSQL and Redis: install your system's packages" \
		"\`postgresql\` and \`redis-server\`."; exit 1; }

screenshots: $(READY) $(APP) browser ## pictures of every page in screenshots/
	PYTHONPATH=tests $(BIN)/python tests/web/screenshots.py

wheel: $(READY) $(APP) ## one wheel with the core and the browser app in dist/
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

types: $(READY) ## write the browser's types, and its words for the game, from the package's
	$(BIN)/python -m ninefold.server.wire.typescript web/src/lib

docs: $(READY) ## build the site of the docs into site/
	$(BIN)/python -m sphinx --quiet --fail-on-warning --builder html docs site
	@echo "Open site/index.html"

pictures: $(READY) ## draw the pictures of the docs again
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python docs/make_screens.py

bench: $(READY) ## measure speed, beside a peer in the same run
	$(BIN)/python bench/rules_speed.py
	$(BIN)/python bench/core_speed.py
	$(BIN)/python bench/env_speed.py
	$(BIN)/python bench/server_moves.py
	$(BIN)/python bench/terminal_start.py
	$(BIN)/python bench/million_players.py
	@test ! -x "$(CHROMIUM)" || { $(MAKE) --no-print-directory web && PYTHONPATH=tests $(BIN)/python bench/page_load.py \
		&& PYTHONPATH=tests $(BIN)/python bench/page_engine.py; }

clean: ## remove everything that was built
	rm -rf $(VENV) build dist site *.egg-info src/*.egg-info web/node_modules core/wasm/node_modules $(CORE_WASM) src/ninefold/server/static

INSTALLED_FROM := pyproject.toml setup.py $(wildcard core/*.[ch] core/*.py)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable
# An editable install is not compiled by pip; where Python may not write byte code, each start would compile anew.
COMPILE := $(BIN)/python -m compileall -q src

# Playing needs none of the tools that testing does, and should not wait for them.
$(PLAYABLE): $(INSTALLED_FROM)
	@echo "Installing Ninefold into $(VENV): a minute or two, only once …"
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL) '.[server,terminal]'
	@$(COMPILE)
	@touch $@

$(READY): $(INSTALLED_FROM)
	@echo "Installing Ninefold and the tools that test it into $(VENV): a few minutes, only once …"
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL) '.[dev]'
	@$(COMPILE)
	@touch $@ $(PLAYABLE)

$(NPM_READY): web/package-lock.json
	@command -v npm >/dev/null || { echo "The browser app is built with Node.js 20 or newer and its npm: install them."; exit 1; }
	@echo "Installing what builds the browser app …"
	@cd web && npm ci --silent
	@touch $@

# A native clang with wasm-ld takes seconds; without one, clang itself comes as a package of Node.js and takes a minute.
$(CORE_WASM): $(wildcard core/*.[ch] core/wasm/*.c core/wasm/*.mjs core/wasm/*.json)
	@command -v node >/dev/null || { echo "The core for pages is built with Node.js 20 or newer: install it."; exit 1; }
	@echo "Building the core for pages …"
	@node core/wasm/build.mjs $@

$(APP): $(NPM_READY) $(CORE_WASM) $(APP_SOURCES)
	@echo "Building the browser app …"
	@cd web && npm run --silent build
	@touch $@
