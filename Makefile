# Two commands are the whole set-up: `make play` and `make test`. `make help` lists the rest.
.DEFAULT_GOAL := help
.PHONY: soak types help play test lint pictures bench clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SUITE ?= tests

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

play: $(READY) ## build what is needed and play
	@$(BIN)/ninefold play

test: lint ## lint, types, import direction, every test
	$(BIN)/pytest -n 2 $(SUITE)

lint: $(READY) ## style, types and import direction
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

soak: $(READY) ## the server's promises in full: hundreds of kills, thousands of requests
	NINEFOLD_SOAK=1 $(BIN)/pytest -s --timeout 7200 tests/server -k "promise or describes"

types: $(READY) ## write the browser's types from the server's messages
	$(BIN)/python -m ninefold.server.typescript web/src/lib/messages.ts

pictures: $(READY) ## draw the pictures of the docs again
	$(BIN)/python docs/make_pictures.py

bench: $(READY) ## measure speed, beside a peer in the same run
	$(BIN)/python bench/rules_speed.py

clean: ## remove everything that was built
	rm -rf $(VENV) build dist *.egg-info src/*.egg-info

$(READY): pyproject.toml setup.py $(wildcard core/*.[ch] core/*.py)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
