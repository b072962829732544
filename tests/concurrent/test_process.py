"""Forks and the end of the interpreter."""

import os
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

import wye
import wye.fx.patching
from wye import forking
from wye.dispatch import library
from wye.forking import Rank

SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")


def run_python(code: str, *, timeout: float = 200) -> subprocess.CompletedProcess[str]:
    """Run a program in an interpreter of its own, with the same wye."""
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONFAULTHANDLER": "1"}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(code)],
        env=environment, capture_output=True, text=True, timeout=timeout, check=False,
    )  # fmt: skip


def wait_for(child: int, seconds: float = 200) -> int:
    """The exit status of a child; one that hangs is ended and counts as 124."""
    for _ in range(int(seconds * 100)):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return 124


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_calls_and_registers_on_its_own() -> None:
    x = wye.tensor([1.0])
    stop = threading.Event()
    with library("FRAGMENT", "forked") as lib:
        op = lib.define("f(Tensor x) -> int")
        handle = lib.impl("f", lambda x: 1, "CPU")

        def call() -> None:
            while not stop.is_set():
                op(x)

        threads = [threading.Thread(target=call) for _ in range(2)]
        for thread in threads:
            thread.start()
        try:
            with wye.dispatch.include("ADInplaceOrView"):
                for _ in range(5):
                    child = os.fork()
                    if child == 0:
                        status = 1
                        try:
                            before = wye.dispatch.included_keys()
                            ok = op(x) == 1 and before.has("ADInplaceOrView")
                            handle.remove()
                            lib.impl("f", lambda x: 2, "CPU")
                            lib.define("g(Tensor x) -> int")
                            status = 0 if ok and op(x) == 2 else 2
                        finally:
                            os._exit(status)
                    assert wait_for(child) == 0
                    assert op(x) == 1
        finally:
            stop.set()
            for thread in threads:
                thread.join()


def test_a_child_forked_while_others_register_can_register() -> None:
    stop = threading.Event()
    with library("FRAGMENT", "forked") as lib:
        lib.define("f(Tensor x) -> int")

        def register() -> None:
            while not stop.is_set():
                lib.impl("f", lambda x: 1, "CPU").remove()

        threads = [threading.Thread(target=register) for _ in range(2)]
        for thread in threads:
            thread.start()
        try:
            for _ in range(20):
                child = os.fork()
                if child == 0:
                    status = 1
                    try:
                        lib.impl("f", lambda x: 2, "CPU")
                        status = 0
                    finally:
                        os._exit(status)
                assert wait_for(child) == 0
        finally:
            stop.set()
            for thread in threads:
                thread.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("rank", list(Rank))
def test_a_child_forked_while_another_thread_holds_a_lock_can_take_it(rank: Rank) -> None:
    generator = wye.Generator()
    locks = [lock for lock, found in list(forking._ranks.items()) if found is rank]
    assert locks
    stop = threading.Event()

    def hold() -> None:
        while not stop.is_set():
            for lock in locks:
                with lock:
                    time.sleep(0.002)

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        for _ in range(5):
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    wye.rand(3)
                    wye.rand(3, generator=generator)
                    wye.register_backend(f"Forked{os.getpid()}")
                    with library("FRAGMENT", "forked_locks") as lib:
                        lib.define("f(Tensor x) -> int")
                    status = 0
                finally:
                    os._exit(status)
            assert wait_for(child) == 0
    finally:
        stop.set()
        thread.join()


def test_every_lock_of_wye_is_free_in_a_forked_child() -> None:
    made = subprocess.run(
        ["grep", "-rnE", r"threading\.(R?Lock|Condition)\(", "--include=*.py", str(Path(wye.__file__).parent)],
        capture_output=True, text=True, check=False,
    ).stdout  # fmt: skip
    assert [line for line in made.splitlines() if "forking.py" not in line] == []


def test_the_interpreter_ends_while_threads_still_call() -> None:
    done = run_python("""
        import threading, time
        import wye
        from wye.dispatch import library

        lib = library("DEF", "ending")
        op = lib.define("f(Tensor x, float by=1.0) -> Tensor")
        lib.impl("f", lambda x, by=1.0: x, "CPU")
        x = wye.tensor([1.0])
        started = threading.Barrier(5)

        def call():
            started.wait()
            while True:
                op(x); op(x, by=2)
                with wye.dispatch.exclude("AutogradCPU"):
                    op.redispatch(wye.DispatchKeySet("CPU"), x)

        for _ in range(4):
            threading.Thread(target=call, daemon=True).start()
        started.wait()
        time.sleep(0.05)
        print("end")
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")


def test_operators_may_be_called_from_destructors_at_the_end_of_the_interpreter() -> None:
    done = run_python("""
        import sys
        import wye
        from wye._engine import engine
        from wye.dispatch import library

        lib = library("DEF", "ending")
        op = lib.define("f(Tensor x) -> Tensor")
        lib.impl("f", lambda x: x, "CPU")
        x = wye.tensor([1.0])

        class Late:
            def __init__(self, op, x):
                self.op, self.x, self.me = op, x, self
            def __del__(self, Exception=Exception):
                for args, kwargs in (((self.x,), {}), (("text",), {}), ((), {}), ((), {"x": self.x})):
                    try:
                        self.op(*args, **kwargs)
                    except Exception:
                        pass

        sys.late = Late(op, x)
        engine.late = Late(op, x)
        late = Late(op, x)
        op.late = Late(op, x)
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_engine_imported_a_second_time_does_not_disturb_the_first() -> None:
    """The second module object fails to load; collecting it must not take the state of the first with it."""
    done = run_python("""
        import gc, importlib, sys
        import wye
        from wye.dispatch import library

        lib = library("DEF", "twice")
        op = lib.define("f(Tensor x) -> int")
        lib.impl("f", lambda x: 1, "CPU")
        for name in ("wye._hot",):
            first = sys.modules.pop(name, None)
            for _ in range(3):
                try:
                    importlib.import_module(name)
                except ImportError:
                    pass
                sys.modules.pop(name, None)
                gc.collect()
            if first is not None:
                sys.modules[name] = first
        gc.collect()
        assert op(wye.tensor([1.0])) == 1
        for call, error in ((lambda: op("text"), wye.errors.ArgumentError), (lambda: op(), wye.errors.ArgumentError)):
            try:
                call()
            except error:
                pass
            else:
                raise SystemExit("no error")
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
