"""Rules about single samples of an operator: which fail in a test, and which are skipped.

Cold path.  A test takes its rules by decorator; while it runs, `OpInfo.sample_inputs` gives each sample with what to
run it in.
"""

from __future__ import annotations

import contextlib
import functools
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["SampleRule", "SkipRule", "XFailRule", "sample_skips_and_xfails", "with_contexts"]

_RULES: Final[ContextVar[tuple[SampleRule, ...]]] = ContextVar("rules of the test that runs", default=())


@dataclass
class SampleRule:
    """What happens to some samples of some operators.

    Args:
        op_match_fn: Called with the kind of device and the operator: is it one of them?
        sample_match_fn: Called with the device and the sample: is it one of them?  None: all are.
        name: For messages.
    """

    op_match_fn: Callable[[str, Any], bool] | None = None
    sample_match_fn: Callable[[Any, Any], bool] | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if self.op_match_fn is None:
            raise ValueError("must have op_match_fn set to be useful")

    def holds(self, op: Any, device: Any, sample: Any) -> bool:
        """Whether the rule is about this sample."""
        assert self.op_match_fn is not None
        kind = str(device).partition(":")[0]
        return self.op_match_fn(kind, op) and (self.sample_match_fn is None or self.sample_match_fn(device, sample))

    def get_context(self, test_case: Any) -> Any:
        """What the sample's part of the test runs in."""
        raise NotImplementedError


@dataclass
class XFailRule(SampleRule):
    """The sample fails, with an error of this class and a message of this pattern."""

    error_type: type[BaseException] = Exception
    error_msg: str = ".*"

    def get_context(self, test_case: Any) -> Any:
        """What notices that nothing has failed."""
        return test_case.assertRaisesRegex(self.error_type, self.error_msg)  # noqa: PT027 - unittest's


@dataclass
class SkipRule(SampleRule):
    """The sample is skipped."""

    @contextlib.contextmanager
    def get_context(self, test_case: Any) -> Iterator[None]:
        """What skips it."""
        test_case.skipTest("Skipped!")
        yield


def sample_skips_and_xfails(rules: Iterable[SampleRule]) -> Callable[[Any], Any]:
    """Decorate a test with rules about samples.  The first that holds counts."""
    mine = tuple(rules)

    def decorate(test: Any) -> Any:
        @functools.wraps(test)
        def run(*args: Any, **kwargs: Any) -> Any:
            before = _RULES.set((*mine, *_RULES.get()))
            try:
                return test(*args, **kwargs)
            finally:
                _RULES.reset(before)

        return run

    return decorate


def with_contexts(op: Any, device: Any, samples: Iterable[Any], use_subtests: bool) -> Iterable[Any]:
    """The samples; with ``use_subtests`` each with two functions of the test case, which give what to run it in.

    Raises:
        RuntimeError: the test has rules about samples, and does not use subtests.
    """
    rules = _RULES.get()
    if not use_subtests:
        if rules:
            raise RuntimeError(
                "Sample-specific skips / xfails require use_subtests=True: then samples come as "
                "(sample, subtest_ctx, skip_xfail_ctx), and run in `subtest_ctx(self), skip_xfail_ctx(self)`"
            )
        return samples
    return (_with_context(op, device, sample, at, rules) for at, sample in enumerate(samples))


def _with_context(op: Any, device: Any, sample: Any, at: int, rules: tuple[SampleRule, ...]) -> tuple[Any, ...]:
    rule = next((rule for rule in rules if rule.holds(op, device, sample)), None)

    def subtest(test_case: Any) -> Any:
        return test_case.subTest(sample=sample.summary(), index=at)

    def expected(test_case: Any) -> Any:
        return contextlib.nullcontext() if rule is None else rule.get_context(test_case)

    return sample, subtest, expected
