# From a fresh clone with nothing but python3: `make play` or `make test`.
PYTHON ?= python3
BIN := .venv/bin
# What begins processes: the bot, a browser, a server of databases, a tree with a sixth game.
LIVE := tests/wire tests/playground tests/sixth tests/without tests/bot/play/test_crash.py
# PLC2701: a private name is imported. PLW1514: a file opened without an encoding named has another one on Windows than elsewhere.
LAWS := $(BIN)/ruff check . && $(BIN)/ruff check --preview --select PLW1514,PLC2701 . && $(BIN)/ruff format --check . && $(BIN)/python -m tests.checks

# The tests begin a hundred processes: each would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test touched live soak mutants check bench bench-scale ladder run catalogue palettes pictures
play: .venv/ready ; $(BIN)/python -m playground
run: .venv/ready ; $(BIN)/python -m bot run
# Some tests run in real time on a shared machine: one may have a second try, which is told.
# On a new clone types take 20 seconds of a processor. They are read beside the rest, and told at the end.
test: .venv/ready
	$(BIN)/mypy >/dev/null & $(LAWS) && \
		$(BIN)/python -m pytest -n 3 --dist worksteal --durations=10 --reruns 1 -rR -m 'not live and not served and not further' $(LIVE:%=--ignore=%); \
		tested=$$?; wait; $(BIN)/mypy && exit $$tested
live: .venv/ready ; $(BIN)/python -m pytest -n 3 --dist worksteal --durations=10 --reruns 1 -rR -m 'live or served or further' $(LIVE) tests/bot tests/cogs tests/games
soak: .venv/ready ; SHINRISEN_SOAK=1 $(BIN)/python -m pytest tests/wire tests/cogs/test_leaks.py tests/cogs/test_twins.py tests/bot/play/test_crash.py -s
# What differs from the branch main.
touched: .venv/ready ; $(BIN)/python -m tests.touched
mutants: .venv/ready ; $(BIN)/python -m tests.mutants
check: .venv/ready ; $(LAWS) && $(BIN)/mypy
train-%: .venv/ready ; OPENBLAS_NUM_THREADS=1 $(BIN)/python -m bench.$*.train
bench: .venv/ready ; $(BIN)/python -m bench
bench-scale: .venv/ready ; $(BIN)/python -m bench scale
ladder: .venv/ready ; OPENBLAS_NUM_THREADS=1 $(BIN)/python -m bench ladder
pictures: .venv/ready ; $(BIN)/python -m tests.playground.pictures
catalogue: .venv/ready ; $(BIN)/python -m tests.catalogue
palettes: .venv/ready ; $(BIN)/python -m tests.palettes

.venv/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Python 3.11 or newer with venv is missing (Debian, Ubuntu: apt install python3-venv)."; exit 1; }
	@echo "Setting up .venv (once, 2 to 5 minutes) ..."
	@[ -e $@ ] || $(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@
