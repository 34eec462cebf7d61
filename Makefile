# Two commands matter: `make lab` opens the course, `make test` runs every check.
# Both work in a virtual environment of the project's own, .venv.
#
#   make lab PYTHON=python3.13         another Python (3.11 or newer)
#   make lab LAB_ARGS="--lesson 05"    options of `microgradviz lab`
#   make test TORCH=torch==2.13.0      another version of PyTorch
#   make test JOBS=4                   test processes
#   make bench AGAINST=HEAD~1          what got slower since that commit; fails beyond 10 %

NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c '$(NEW_ENOUGH)' >/dev/null 2>&1 && echo $$p && break; done)
TORCH ?= torch==2.13.0
JOBS ?= 2
LAB_ARGS ?=
AGAINST ?=

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
NODE := $(BIN)/python scripts/node.py
HAS_DOT := $(shell command -v dot 2>/dev/null)
NBVAL := $(if $(HAS_DOT),--nbval,--nbval-lax) --nbval-current-env --nbval-cell-timeout=60 \
	--nbval-sanitize-with tests/nbval_sanitize.cfg
# The CPU build is a tenth of what Linux gets elsewhere. A host that does not answer is asked twice, for 15 seconds each.
TORCH_CPU := --index-url https://download.pytorch.org/whl/cpu --retries 1 --timeout 15

# Hundreds of Pythons start in the tests; without compiled files each would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help lab test test-slow lint types unit js lessons wheel notebooks site site-test bench clean

help: ## Show this list.
	@sed -n 's/^\([a-z-]*\):.*## /  make \1|/p' Makefile | awk -F'|' '{printf "%-18s%s\n", $$1, $$2}'

lab: .venv/ready-lab ## Open the course in JupyterLab, in a copy of yours (installs what it needs the first time).
	@$(BIN)/python -m microgradviz lab $(LAB_ARGS)

test: ## Run every check: lint, types, tests, JavaScript, lessons.
	@$(MAKE) --no-print-directory .venv/ready-test
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory types
	@$(MAKE) --no-print-directory unit
	@$(MAKE) --no-print-directory js
	@$(MAKE) --no-print-directory lessons

test-slow: .venv/ready-test ## Run the slow tests, which `make test` leaves out.
	$(BIN)/pytest --slow -m slow tests

lint: .venv/ready-test ## Check style and formatting, notebooks and workflows included, and the types of the JavaScript.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/zizmor --quiet --offline --min-severity medium .github
	$(NODE) node_modules/typescript/bin/tsc --project tsconfig.json

types: .venv/ready-test ## Check the types of the package.
	$(BIN)/mypy

unit: .venv/ready-test ## Run the Python tests: unit, browser, doctests, the wheel.
	$(BIN)/pytest -p no:nbval -n $(JOBS) --dist loadfile --no-loadscope-reorder --ignore=tests/site

js: .venv/ready-test ## Run the JavaScript tests.
	$(NODE) --test $(sort $(wildcard tests/js/*/*.test.js tests/js/*/*/*.test.js))

lessons: .venv/ready-test ## Run every lesson as delivered, comparing stored outputs, and solved.
	@$(if $(HAS_DOT),:,echo "Graphviz is not installed, so the lessons run but their outputs are not compared: apt-get install graphviz")
	$(BIN)/python scripts/refresh_notebooks.py --check notebooks/*.ipynb
	PYTHONPATH=tests:scripts $(BIN)/pytest -p kit.lesson_runs $(NBVAL) -n $(JOBS) --dist loadscope notebooks

notebooks: .venv/ready-test ## Write exercises and the cheat sheet from their tables; run every lesson and store its outputs.
	$(BIN)/python scripts/cheat_sheet.py
	$(BIN)/python scripts/exercises_notebook.py
	$(BIN)/python scripts/refresh_notebooks.py notebooks/*.ipynb
	PYTHONPATH=tests:scripts $(BIN)/python -m kit.asked_outputs notebooks/*.ipynb

site: .venv/ready-site ## Build the static site, with the course in the browser, into build/site.
	.venv/site/bin/python website/make_site.py

site-test: .venv/ready-test ## Test the site that `make site` has built, in Chromium.
	$(BIN)/pytest -p no:nbval -n $(JOBS) --dist loadfile tests/site

bench: .venv/ready-test ## Measure the engine and compiled steps against their peers, the drawing and the player.
	@if [ -n "$(AGAINST)" ]; then exec $(BIN)/python benchmarks/against.py "$(AGAINST)"; fi; \
	for b in benchmarks/bench_*.py; do echo "$$b"; $(BIN)/python $$b || exit 1; done

clean: ## Remove .venv and everything that was built.
	rm -rf .venv node_modules build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find . -name .ipynb_checkpoints -type d -prune -exec rm -rf {} +

# The environment. Each ready-file is newer than pyproject.toml once its parts are installed.

.venv/bin/python:
	@[ -n "$(PYTHON)" ] || { echo "No Python 3.11 or newer was found: install one, or name it: make lab PYTHON=/path/to/python3.12"; exit 1; }
	@$(PYTHON) -c '$(NEW_ENOUGH)' || { echo "PYTHON must be Python 3.11 or newer (got $(PYTHON): $$($(PYTHON) --version 2>&1))"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { echo "This Python cannot make virtual environments: on Debian and Ubuntu, apt-get install python3-venv"; exit 1; }
	@echo "Making .venv with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }
	@echo '{"type": "commonjs"}' > .venv/package.json # JupyterLab has scripts in there, and the project's own are modules

.venv/ready-lab: pyproject.toml | .venv/bin/python
	@echo "Installing microgradviz and JupyterLab into .venv (a minute or two, the first time)"
	@$(PIP) install -e '.[course]'
	@touch $@

.venv/ready-test: pyproject.toml package-lock.json | .venv/bin/python
	@echo "Installing PyTorch ($(TORCH)) into .venv"
	@$(BIN)/python -c 'import torch' 2>/dev/null || $(PIP) install $(TORCH) $(TORCH_CPU) 2>/dev/null || $(PIP) install $(TORCH) \
		|| echo "PyTorch was not installed, so its tests will be skipped. To run them: $(PIP) install $(TORCH)"
	@echo "Installing microgradviz and the tools of the tests into .venv (two minutes or so, the first time)"
	@$(PIP) install -e '.[dev]'
	@$(NODE) npm ci --silent
	@touch $@ .venv/ready-lab

# Apart from the rest: JupyterLab would load the front-end code of JupyterLite's kernel, and complain of it.
.venv/ready-site: pyproject.toml | .venv/bin/python
	@echo "Installing what builds the site into .venv/site"
	@$(BIN)/python -m venv .venv/site
	@.venv/site/bin/python -m pip --disable-pip-version-check -qq install -e '.[site]'
	@touch $@
