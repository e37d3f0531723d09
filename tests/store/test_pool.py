"""Workers that can be lost."""

from __future__ import annotations

import math
import os
import threading
import time

import pytest

from doublesix.adapters.pool import NICENESS, ProcessPool, ThreadPool


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


@pytest.mark.skipif(not hasattr(os, "nice"), reason="priorities are those of Unix")
def test_worker_processes_stand_back_but_are_not_starved() -> None:
    """With the idle policy, or the lowest priority, a busy machine gives players that think no time at all."""
    pool = ProcessPool(workers=1)
    assert pool.submit(os.nice, 0).result(30) == min(19, os.nice(0) + NICENESS)
    if hasattr(os, "sched_getscheduler"):
        assert pool.submit(os.sched_getscheduler, 0).result(30) == os.SCHED_OTHER
    pool.close()
