"""Generator: a stream of random numbers that a seed determines.

The stream is PyTorch's on the CPU: the Mersenne Twister with 32 bits a draw, so that the same seed gives the same
numbers there and here.  States have PyTorch's layout too and can be exchanged.
"""

from __future__ import annotations

import os
import struct
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Self

from wye.forking import Rank, fork_safe_lock
from wye.schema.values import device as device_type

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "Generator", "default_generator", "fork_rng", "get_rng_state", "initial_seed", "manual_seed", "seed",
    "set_rng_state",
]  # fmt: skip

_FIRST_SEED: Final = 67280421310721  # of a new generator, until it is seeded
_WORDS: Final = 624  # of the twister's state
# seed, draws left, seeded, next word; state words; three normals and whether one is kept; the same for floats: unused
_HEAD: Final = struct.Struct("=QiiQ")
_TAIL: Final = struct.Struct("=dddi4xfB3x")
_STATE_BYTES: Final = _HEAD.size + 8 * _WORDS + _TAIL.size


class Generator:
    """A stream of random numbers.  All its methods may be called from several threads.

    >>> first = Generator().manual_seed(7)
    >>> second = Generator().manual_seed(7)
    >>> bool((first.draw(3) == second.draw(3)).all())
    True

    Attributes:
        lock: Held while an operator draws, so that its numbers are one piece of the stream.
        normal: A normally distributed number that was made with the one before, kept for the next draw.
    """

    __slots__ = ("__weakref__", "_bits", "_device", "_memory", "_seed", "lock", "normal")

    def __init__(self, device: Any = "cpu") -> None:
        self._device = device if isinstance(device, device_type) else device_type(device)
        if self._device.type != "cpu":
            raise RuntimeError(
                f"Device type {self._device.type} is not supported for Generator() here; make one with device='cpu'"
            )
        self.lock = fork_safe_lock(Rank.GENERATOR)
        self._bits: Any = None  # made at the first draw: NumPy may never be needed
        self._memory: Any = None  # of its words, once they have been looked for
        self._seed = _FIRST_SEED
        self.normal: float | None = None

    @property
    def device(self) -> device_type:
        """Where the numbers are made."""
        return self._device

    def manual_seed(self, seed: int) -> Self:
        """Start the stream that belongs to a seed.

        Raises:
            ValueError: the seed has more than 64 bits.
        """
        seed = int(seed)
        if not -(1 << 63) <= seed < 1 << 64:
            raise ValueError(
                f"Overflow when unpacking long long: manual_seed() takes a seed of 64 bits, from -2**63 to 2**64 - 1, "
                f"not {seed}"
            )
        with self.lock:
            self._seed, self._bits, self._memory, self.normal = seed % (1 << 64), None, None, None
        return self

    def seed(self) -> int:
        """Start a stream with an unpredictable seed, and return the seed."""
        chosen = int.from_bytes(os.urandom(8), "little") >> 11  # 53 bits, from the system
        self.manual_seed(chosen)
        return chosen

    def initial_seed(self) -> int:
        """The seed with which the stream started."""
        return self._seed

    def _twister(self) -> Any:
        if self._bits is None:
            import numpy as np  # here: only code that draws needs NumPy

            self._bits, self._memory = np.random.MT19937(), None
            words = np.random.RandomState(self._seed % (1 << 32)).get_state(legacy=False)["state"]["key"]
            self._place(words, _WORDS)
        return self._bits

    @property
    def bits(self) -> Any:
        """What draws from C: a capsule of NumPy's.  The caller holds the lock."""
        return self._twister().capsule

    def _place(self, words: Any, position: int) -> None:
        self._bits.state = {"bit_generator": "MT19937", "state": {"key": words, "pos": position}}

    def draw(self, count: int) -> Any:
        """The next numbers of 32 bits, as an array of `uint64` that the caller may write to."""
        with self.lock:
            return self._twister().random_raw(count)

    def draw64(self, count: int) -> Any:
        """The next numbers of 64 bits, each made of two draws."""
        pairs = self.draw(2 * count).reshape(count, 2)
        pairs[:, 0] <<= 32
        pairs[:, 0] |= pairs[:, 1]
        return pairs[:, 0]

    def _words(self) -> Any:
        """The twister's words and the number of the next one, in memory.  The caller holds the lock.

        NumPy gives the state as a dictionary, which takes longer than most draws.  Its C structure has the words and
        the number one after the other; it is compared with the dictionary once.  None: it looks otherwise.
        """
        bits = self._twister()
        if self._memory is None:
            import numpy as np  # here: only code that draws needs NumPy

            content: Any = _memory_type().from_address(bits.ctypes.state_address)
            memory, known = np.frombuffer(content, np.uint32), bits.state["state"]
            is_so = np.array_equal(memory, [*known["key"], known["pos"]])
            self._memory = memory if is_so else np.empty(0, np.uint32)
        return self._memory if self._memory.size else None

    def position(self) -> Any:
        """Where the stream is, for `return_to`.  The caller holds the lock."""
        words = self._words()
        return self._twister().state if words is None else words.copy()

    def return_to(self, position: Any) -> None:
        """Continue the stream from where it was.  The caller holds the lock."""
        if isinstance(position, dict):
            self._twister().state = position
        else:
            self._words()[:] = position

    def get_state(self) -> Any:
        """The state as a tensor of bytes, for `set_state`."""
        import numpy as np  # here: a state is a tensor

        from wye.tensors.making import unseen_from_numpy  # here: generators are made without tensors

        packed = np.empty(_STATE_BYTES, np.uint8)
        self._pack_into(packed, np)
        return unseen_from_numpy(packed)

    def _packed(self) -> bytes:
        import numpy as np  # here: only code that draws needs NumPy

        packed = np.empty(_STATE_BYTES, np.uint8)
        self._pack_into(packed, np)
        return packed.tobytes()

    def _pack_into(self, packed: Any, np: Any) -> None:
        with self.lock:
            words = self._words()
            if words is None:
                state = self._twister().state["state"]
                words = [*state["key"], state["pos"]]
            position = int(words[_WORDS])
            _HEAD.pack_into(packed, 0, self._seed, 625 - position, 1, position)
            packed[_HEAD.size : -_TAIL.size].view(np.uint64)[:] = words[:_WORDS]
            _TAIL.pack_into(
                packed, _STATE_BYTES - _TAIL.size, 0.0, self.normal or 0.0, 0.0, self.normal is not None, 0.0, 0
            )

    def set_state(self, new_state: Any) -> Self:
        """Continue from a state that `get_state` returned.

        Raises:
            RuntimeError: it is not a state.
        """
        import numpy as np  # here: a state is a tensor

        content = np.asarray(getattr(new_state, "_data", new_state))  # no call that a mode would see
        if content.dtype != np.uint8 or content.size != _STATE_BYTES:
            raise RuntimeError(
                f"RNG state must be a torch.ByteTensor of {_STATE_BYTES} elements, as get_state() returns it, "
                f"not {content.size} elements of {content.dtype}"
            )
        self._unpack(content.tobytes())
        return self

    def _unpack(self, packed: bytes) -> None:
        import numpy as np  # here: only code that draws needs NumPy

        seed, left, _, upcoming = _HEAD.unpack_from(packed)
        words = np.frombuffer(packed, np.uint64, _WORDS, _HEAD.size).astype(np.uint32)
        _, normal, _, kept, _, _ = _TAIL.unpack_from(packed, _HEAD.size + 8 * _WORDS)
        with self.lock:
            self._seed, self.normal = seed, normal if kept else None
            self._bits, self._memory = np.random.MT19937(), None
            self._place(words, _WORDS if left == 1 else upcoming)

    def clone_state(self) -> Generator:
        """Another generator in the same state."""
        made = Generator(self._device)
        made._unpack(self._packed())
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restored, (str(self._device), self._packed()))

    def __repr__(self) -> str:
        return f"<wye.Generator of {self._device} with initial seed {self._seed}>"


@cache
def _memory_type() -> Any:
    """One class for all generators: a class is in cycles of references, so that only the collector frees it."""
    import ctypes  # here: only for states

    return ctypes.c_uint32 * (_WORDS + 1)


def _restored(device: str, packed: bytes) -> Generator:
    made = Generator(device)
    made._unpack(packed)
    return made


default_generator: Final = Generator()
default_generator.seed()


def manual_seed(seed: int) -> Generator:
    """Seed the generator that operators take their numbers from, and return it."""
    return default_generator.manual_seed(seed)


def seed() -> int:
    """Seed that generator with an unpredictable number, and return the number."""
    return default_generator.seed()


def initial_seed() -> int:
    """The seed of that generator."""
    return default_generator.initial_seed()


def get_rng_state() -> Any:
    """The state of that generator, as a tensor of bytes."""
    return default_generator.get_state()


def set_rng_state(new_state: Any) -> None:
    """Set the state of that generator."""
    default_generator.set_state(new_state)


@contextmanager
def fork_rng(
    devices: Any = None,
    enabled: bool = True,
    _caller: str = "fork_rng",
    _devices_kw: str = "devices",
    device_type: str | None = None,
) -> Iterator[None]:
    """Draw in a block from a stream of its own: afterwards that generator continues where it was before.

    Args:
        devices: Accelerators whose generators are restored too; there are none here.
        enabled: False: do nothing.
        device_type: The kind of the ``devices``.
    """
    if not enabled:
        yield
        return
    state = get_rng_state()
    try:
        yield
    finally:
        set_rng_state(state)
