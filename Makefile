# One script for each task, the same by hand and in CI.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.set-up

.PHONY: help setup run test test-all check bench postgres clean

help: ## show what there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

setup: $(STAMP) ## make .venv with everything in it

$(STAMP): pyproject.toml uv.lock
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv sync --locked --all-extras --compile-bytecode --quiet
	$(BIN)/python -m compileall -q src
	@touch $@

run: setup ## open the table
	@$(BIN)/uth play

test: check postgres ## what CI runs
	$(BIN)/pytest -n 2 -m "not slow"

test-all: check postgres ## everything, the long counts included
	$(BIN)/pytest -n 2

check: setup ## formatting, lint, types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

postgres: ## the server the store is tested on, installed where root may
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || test "$$(id -u)" != 0 || \
	{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql; }

bench: setup ## speed, as ratios to a peer or a plain twin in the same run
	$(BIN)/python scripts/bench.py

clean: ## remove what was made
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache dist
