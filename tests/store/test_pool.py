"""Workers that can be lost."""

from __future__ import annotations

import math
import threading
import time

import pytest

from doublesix.adapters.pool import ProcessPool, ThreadPool


def test_a_thread_that_never_ends_is_replaced() -> None:
    pool = ThreadPool(workers=1)
    stuck = threading.Event()
    begun = threading.Event()

    def hang() -> None:
        begun.set()
        stuck.wait()

    job = pool.submit(hang)
    assert begun.wait(10)
    pool.abandon(job)
    assert pool.submit(math.sqrt, 9).result(10) == 3
    stuck.set()
    job.result(10)
    assert pool.submit(math.sqrt, 16).result(10) == 4
    pool.close()


def test_a_job_that_raises_hands_its_error_on() -> None:
    pool = ThreadPool(workers=1)
    with pytest.raises(ValueError, match=r"math domain|nonnegative"):
        pool.submit(math.sqrt, -1).result(10)
    pool.close()


def test_a_process_that_never_ends_is_replaced() -> None:
    pool = ProcessPool(workers=1)
    assert pool.submit(math.sqrt, 9).result(30) == 3
    job = pool.submit(time.sleep, 3600)
    while not job.running():
        pass
    pool.abandon(job)
    assert pool.submit(math.sqrt, 16).result(30) == 4
    pool.close()
