"""Questions about dtypes are calls of functions, for those who watch and those who answer."""

from __future__ import annotations

from typing import Any

import wye


class _Answering:
    @classmethod
    def __wye_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func, args


class _Watching(wye.FunctionMode):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[Any] = []

    def __wye_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.seen.append((func, args))
        return func(*args, **(kwargs or {}))


def test_arguments_of_classes_of_ones_own_answer_what_dtype_results_have() -> None:
    value = _Answering()
    assert wye.result_type(value, 1.5) == (wye.result_type, (value, 1.5))


def test_function_modes_see_questions_about_dtypes() -> None:
    x = wye.ones(1, dtype=wye.int8)
    with _Watching() as mode:
        assert wye.result_type(x, 1.5) is wye.float32
        assert wye.promote_types(wye.int8, wye.float16) is wye.float16
        assert wye.can_cast(wye.int8, wye.bool) is False
    assert mode.seen == [
        (wye.result_type, (x, 1.5)), (wye.promote_types, (wye.int8, wye.float16)), (wye.can_cast, (wye.int8, wye.bool)),
    ]  # fmt: skip
