"""What a registration leaves behind: a handle that undoes it, and the place in a program where it was made.

Twin: registrations.c.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from types import CodeType

_getframe: Final = sys._getframe
_CO_OPTIMIZED: Final = 1  # of `inspect`, which takes long to import: set for functions


class Handle:
    """What is known of a registration.

    Attributes:
        _undo: Takes it back; None: that is done.
        entry: The entry of the operator.
        key: The key of the kernel.
        kernel: The kernel.
    """

    __slots__ = ("_undo", "entry", "kernel", "key")

    def __init__(self, undo: Any, entry: Any = None, key: Any = None, kernel: Any = None, /) -> None:
        self._undo, self.entry, self.key, self.kernel = undo, entry, key, kernel


def place_of_caller(outside: str, depth: int = 1, /) -> tuple[CodeType, int]:
    """The nearest frame that is not in a file of the package directory ``outside``, or runs no function.

    What files of the package register while they are loaded is theirs.

    Args:
        outside: The directory.
        depth: How many frames below this one to begin at: those above are known to be inside.
    """
    frame = _getframe(depth)
    code = frame.f_code
    while code.co_flags & _CO_OPTIMIZED and code.co_filename.startswith(outside) and frame.f_back is not None:
        frame = frame.f_back
        code = frame.f_code
    return code, frame.f_lasti
