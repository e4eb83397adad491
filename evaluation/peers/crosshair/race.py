"""`race.py <subject>`: CrossHair explores the paths of a subject, and every input it comes up with is run plainly. One line of JSON."""

import inspect
import json
import os
import sys
import threading
import time

import subjects
from crosshair.core import ExceptionFilter, deep_realize, explore_paths
from crosshair.core_and_libs import NoTracing
from crosshair.options import DEFAULT_OPTIONS, AnalysisOptionSet
from crosshair.statespace import RootNode

MARKS = [1, 10, 60]  # seconds; the last is the end


def main(subject: str) -> None:
    function = getattr(subjects, subject)
    outcomes = 2 * subjects.BRANCHES[subject]
    covered, at_marks = set(), []
    found = {"failed_after": None, "input": None, "runs": 0, "kept": 0}
    start = time.monotonic()

    def mark() -> None:
        while len(at_marks) < len(MARKS) and time.monotonic() - start >= MARKS[len(at_marks)]:
            at_marks.append(len(covered))

    def run_plainly(arguments) -> None:
        subjects.taken.clear()
        failed = False
        try:
            function(*arguments.args)
        except AssertionError:
            failed = True
        found["runs"] += 1
        if failed and found["failed_after"] is None:
            found["failed_after"] = time.monotonic() - start
            found["input"] = repr(arguments.args)
        mark()
        # What its `cover` command is for.
        found["kept"] += not subjects.taken <= covered
        covered.update(subjects.taken)

    def report() -> None:
        mark()
        at_marks.extend([len(covered)] * (len(MARKS) - len(at_marks)))
        print(json.dumps({**found, "seconds": time.monotonic() - start, "covered": at_marks}), flush=True)
        os._exit(0)

    def on_path_complete(space, before, after, result, error, stack) -> bool:
        with ExceptionFilter():
            space.detach_path()
            arguments = deep_realize(before)
            with NoTracing():
                run_plainly(arguments)
        return found["failed_after"] is not None and len(covered) >= outcomes

    # A query to the solver may take longer than it may.
    clock = threading.Timer(MARKS[-1], report)
    clock.daemon = True
    clock.start()
    options = DEFAULT_OPTIONS.overlay(
        AnalysisOptionSet(per_condition_timeout=MARKS[-1], max_uninteresting_iterations=sys.maxsize)
    )
    explore_paths(
        lambda arguments: function(*arguments.args),
        inspect.signature(function),
        options,
        RootNode(),
        on_path_complete,
    )
    report()


main(sys.argv[1])
