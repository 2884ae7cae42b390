# Needs Python 3.11 or newer and make; everything else is set up in .venv.
PYTHON ?= python3
BIN = .venv/bin
READY = .venv/.ready

.PHONY: demo test check servers clean

demo: $(READY)
	$(BIN)/moderator demo

test: $(READY)
	$(BIN)/pytest -n auto

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Real mail servers (Dovecot, Postfix) and a browser (Chromium).
servers: $(READY)
	$(BIN)/pytest -m "server or browser"

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=python3.12" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -e ".[dev]" --quiet --disable-pip-version-check
	@touch $@

clean:
	rm -rf demo .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
