"""Worker threads and worker processes, off the event loop.

Both can lose a worker: `abandon` gives up a job that never ends, and the pool goes on with a fresh worker.
"""

from __future__ import annotations

import os
import queue
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import Any, Final, TypeVar

T = TypeVar("T")


class _Job:
    __slots__ = ("args", "fn", "future")

    def __init__(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.fn = fn
        self.args = args
        self.future: Future[Any] = Future()


class ThreadPool:
    """Daemon threads, so that a job that never ends does not keep the program from ending."""

    def __init__(self, workers: int = 2) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._abandoned: set[Future[Any]] = set()
        self._lock = threading.Lock()
        self._workers = workers
        for _ in range(workers):
            self._start()

    def _start(self) -> None:
        threading.Thread(target=self._work, name="doublesix worker", daemon=True).start()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            if not job.future.set_running_or_notify_cancel():
                continue
            self._run(job)
            with self._lock:
                if job.future in self._abandoned:
                    self._abandoned.discard(job.future)
                    return

    def _run(self, job: _Job) -> None:
        try:
            result = job.fn(*job.args)
        except BaseException as problem:
            job.future.set_exception(problem)
        else:
            job.future.set_result(result)

    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Start a job. The future is a plain `concurrent.futures.Future`."""
        job = _Job(fn, args)
        self._jobs.put(job)
        return job.future

    def abandon(self, future: Future[Any]) -> None:
        """Give up a job: it is cancelled where it waits, else its thread is replaced and ends when the job does."""
        with self._lock:
            if not future.cancel() and not future.done():
                self._abandoned.add(future)
                self._start()

    def close(self) -> None:
        for _ in range(self._workers):
            self._jobs.put(None)


NICENESS: Final = 5
"""How far workers stand back: the event loop counts three times as much as one of them.

Not further: beside eight busy processes, 50 ms of work took 19 s at niceness 19, and had not ended after 38 s with
`SCHED_IDLE`; players that think were then given up, and a legal move made for them.
"""


def _prepare_worker() -> None:
    """Let the event loop go first, leave Ctrl-C to the server, and end with it however it ends."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="watch", daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(0)


class ProcessPool:
    """Processes that let the event loop go first; functions and arguments must be picklable.

    They start with the first jobs, at most one a core but one.
    """

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._lock = threading.Lock()
        self._executor: ProcessPoolExecutor | None = None

    def _new(self) -> ProcessPoolExecutor:
        context = get_context("spawn" if os.name == "nt" else "forkserver")
        return ProcessPoolExecutor(self._workers, mp_context=context, initializer=_prepare_worker)

    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Start a job. The future is a plain `concurrent.futures.Future`."""
        with self._lock:
            if self._executor is None:
                self._executor = self._new()
            try:
                return self._executor.submit(fn, *args)
            except BrokenProcessPool:
                self._executor = self._new()
                return self._executor.submit(fn, *args)

    def abandon(self, future: Future[Any]) -> None:
        """Give up a job; where it runs, all workers are replaced and the jobs they held end with an error."""
        if future.cancel() or future.done():
            return
        with self._lock:
            old, self._executor = self._executor, None
        if old is None:
            return
        for process in list((old._processes or {}).values()):
            process.kill()
        old.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        with self._lock:
            old, self._executor = self._executor, None
        if old is not None:
            old.shutdown(wait=False, cancel_futures=True)
