# One script for each task, the same by hand and in CI.
PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
HOUSE := $(VENV)/.house
STAMP := $(VENV)/.set-up
# Write .pyc files even if the environment disables them: each worker and each `uth` would compile again.
export PYTHONDONTWRITEBYTECODE :=
PAGE := src/uth/web/page/index.html
NODE_TOOLS := frontend/node_modules/.all
NPM_CI := npm ci --no-update-notifier --no-audit --no-fund --loglevel=error
PAGE_SOURCES := $(shell find frontend -path frontend/node_modules -prune -o -type f -print 2>/dev/null)
CORE := $(filter-out $(addprefix tests/,browser cli client cluster host scenario simulation store support terminal web),$(patsubst %/,%,$(wildcard tests/*/))) $(wildcard tests/test_*.py)

.PHONY: help setup run test test-core test-cli test-web test-browser test-all check check-python check-page compiled-tests bench docs release texts postgres chromium engines clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

setup: $(STAMP) $(PAGE) $(NODE_TOOLS) ## create .venv with everything and build the page

$(HOUSE): pyproject.toml uv.lock
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv sync --locked --inexact --no-dev --extra serve --extra tui --quiet
	@touch $@

$(STAMP): $(HOUSE)
	$(BIN)/uv sync --locked --all-extras --compile-bytecode --quiet
	$(BIN)/python -m compileall -q src
	@touch $@

$(PAGE): $(PAGE_SOURCES)
	@command -v npm >/dev/null || test "$$(id -u)" != 0 || \
	{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nodejs npm; }
	@if command -v npm >/dev/null; then cd frontend && \
	{ test node_modules/.package-lock.json -nt package-lock.json || $(NPM_CI) $(NPM_OMIT); } && npm run --silent build -- --logLevel warn; \
	else echo "The page is not built: it needs Node.js 18 or newer with npm. Everything else works."; fi

# What checks the page (linters, compiler, test runner) is three quarters of node_modules; `make run` leaves it out.
$(NODE_TOOLS): frontend/package-lock.json | $(PAGE)
	@! command -v npm >/dev/null || { cd frontend && { test -e node_modules/.bin/eslint -a node_modules/.package-lock.json -nt package-lock.json || $(NPM_CI); } && touch node_modules/.all; }

run: ## install what a house needs, start one and print its address; PORT=8001 takes another port
	@$(MAKE) --no-print-directory -j 2 NPM_OMIT=--omit=dev $(HOUSE) $(PAGE)
	@$(BIN)/uth serve --port $(PORT)

test: setup postgres chromium ## run what CI runs
	@$(MAKE) --no-print-directory -j 2 check-python check-page compiled-tests
	$(BIN)/pytest -n 4 --dist worksteal -m "not slow"

test-core: setup ## test the rules, the table and the mathematics
	$(BIN)/pytest -n 2 -m "not slow" $(CORE)

test-cli: setup ## test the commands and the terminal
	$(BIN)/pytest -n 2 -m "not slow" tests/cli tests/terminal tests/scenario

test-web: setup postgres ## test the house, the store and the web server
	$(BIN)/pytest -n 2 -m "not slow" tests/host tests/store tests/cluster tests/web tests/client tests/simulation

test-browser: setup chromium ## test the page in Chromium
	$(BIN)/pytest -n 2 -m "not slow" tests/browser

test-all: check postgres chromium engines ## run every test, including the long counts
	$(BIN)/pytest -n 2 --hypothesis-profile=thorough

check: setup ## check formatting, lint and types, and test the page's modules
	@$(MAKE) --no-print-directory -j 2 check-python check-page

check-python: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

check-page: setup
	@! test -d frontend/node_modules || (cd frontend && npm run --silent format:check && npm run --silent lint && npm run --silent check && npm run --silent test)

# Rewriting the assertions of every test takes a worker ten seconds; do it once, for all of them.
compiled-tests: setup
	@$(BIN)/pytest --collect-only --quiet -m "not slow" >/dev/null

postgres: ## install the PostgreSQL server for the tests, if root
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || test "$$(id -u)" != 0 || \
	{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql; }

chromium: ## install Chromium for the tests, if root
	@command -v chromium-headless-shell >/dev/null || test "$$(id -u)" != 0 || \
	{ apt-get update -qq && export DEBIAN_FRONTEND=noninteractive && \
	{ apt-get install -y -qq --no-install-recommends chromium-headless-shell || apt-get install -y -qq --no-install-recommends chromium; }; }

engines: ## install Firefox and WebKit for test-all, if root
	@{ command -v firefox-esr && command -v WebKitWebDriver && command -v Xvfb; } >/dev/null || test "$$(id -u)" != 0 || \
	{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends firefox-esr webkit2gtk-driver xvfb; }

bench: setup ## run the benchmarks; results are ratios
	$(BIN)/python scripts/bench.py

docs: $(STAMP) ## build the documentation as a site in build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "build/site/index.html"

release: setup ## build the wheel and the source distribution in dist/, check and install them, write an SBOM
	$(BIN)/uv sync --locked --all-extras --group release --quiet
	$(BIN)/python scripts/release.py

texts: setup ## list every text that people read in build/texts.md
	$(BIN)/python scripts/list_texts.py build/texts.md

clean: ## remove everything that was built
	rm -rf $(VENV) frontend/node_modules src/uth/web/page .mypy_cache .ruff_cache .pytest_cache dist
