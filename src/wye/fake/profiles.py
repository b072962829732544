"""Profiles of operators: what results were for which arguments, and fake kernels made of that.

Cold path.  In: recorded ranks, dtypes and devices.  Out: fake kernels whose results have these, and unknown sizes.
Texts of profiles are JSON, which is YAML, too.
"""

from __future__ import annotations

import json
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from wye.call.packets import ops
from wye.library import Library, get_ctx, register_fake
from wye.schema.values import DTYPES, LAYOUTS
from wye.schema.values import device as device_type
from wye.tensors import Tensor

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping

__all__ = [
    "MissingOpProfile",
    "OpProfile",
    "TensorMetadata",
    "generate_yaml_from_profiles",
    "load_op_profiles",
    "read_profiles_from_yaml",
    "save_op_profiles",
    "unsafe_generate_fake_kernels",
]


class MissingOpProfile(RuntimeError):  # noqa: N818 - PyTorch's name
    """No profile of an operator fits the arguments."""


@dataclass(frozen=True)
class TensorMetadata:
    """What a profile says of a tensor.

    Attributes:
        rank: The number of dimensions.
        dtype: The type of its elements.
        device: Where it is.
        layout: How it is stored.
    """

    rank: int
    dtype: Any
    device: Any
    layout: Any

    @staticmethod
    def maybe_from_tensor(t: Any) -> TensorMetadata | None:
        """What a profile says of a tensor; None for everything else."""
        return TensorMetadata(t.dim(), t.dtype, t.device, t.layout) if isinstance(t, Tensor) else None

    def words(self) -> dict[str, Any]:
        """As text can store it."""
        names = {"dtype": self.dtype.name, "device": str(self.device), "layout": str(self.layout).rpartition(".")[2]}
        return {"rank": self.rank, **names}

    @classmethod
    def of(cls, words: Mapping[str, Any]) -> Self:
        """From what `words` made."""
        return cls(words["rank"], DTYPES[words["dtype"]], device_type(words["device"]), LAYOUTS[words["layout"]])


@dataclass(frozen=True)
class OpProfile:
    """One kind of call of an operator.

    Attributes:
        args_profile: Of each argument; None for those that are no tensors.
        out_profile: Of the result, or of each.
    """

    args_profile: tuple[TensorMetadata | None, ...]
    out_profile: TensorMetadata | tuple[TensorMetadata, ...]


def _generate_fake_kernel(op_name: str, op_profile: set[OpProfile]) -> Callable[..., Any]:
    """A fake kernel that returns what the profile of its arguments says, with unknown sizes."""
    by_arguments = {profile.args_profile: profile.out_profile for profile in op_profile}

    def result(found: TensorMetadata) -> Any:
        context = get_ctx()
        assert context is not None
        sizes = [context.new_dynamic_size() for _ in range(found.rank)]
        return ops.aten.empty.memory_format(sizes, dtype=found.dtype, device=found.device, layout=found.layout)

    def kernel(*args: Any, **kwargs: Any) -> Any:
        given = tuple(TensorMetadata.maybe_from_tensor(value) for value in (*args, *kwargs.values()))
        found = by_arguments.get(given)
        if found is None:
            raise MissingOpProfile(
                f"No fake kernel was found for {op_name}, and although we have previously registered some profiles to "
                f"generate a fake kernel, no profiles match the given inputs: {args, kwargs}."
            )
        return tuple(map(result, found)) if isinstance(found, tuple) else result(found)

    return kernel


@contextmanager
def unsafe_generate_fake_kernels(op_profiles: Mapping[str, set[OpProfile]]) -> Iterator[None]:
    """Inside, operators have fake kernels made of their profiles, whatever others they have.

    Unsafe, because a rank may depend on more than ranks: what was recorded need not be true of other calls.

    Args:
        op_profiles: By the name of an operator: ``"ns.name.overload"``.
    """
    with ExitStack() as libraries:
        for name, profiles in op_profiles.items():
            namespace, packet, overload = name.split(".")
            full = f"{namespace}::{packet}" + ("" if overload == "default" else f".{overload}")
            getattr(getattr(getattr(ops, namespace), packet), overload)  # an error names one that is not there
            library = libraries.enter_context(Library(namespace, "FRAGMENT"))
            register_fake(full, _generate_fake_kernel(name, profiles), lib=library, allow_override=True)
        yield


def generate_yaml_from_profiles(op_profiles: Mapping[str, set[OpProfile]]) -> str:
    """Profiles as text."""

    def words(profile: OpProfile) -> dict[str, Any]:
        out = profile.out_profile
        return {
            "args_profile": [None if one is None else one.words() for one in profile.args_profile],
            "out_profile": [one.words() for one in out] if isinstance(out, tuple) else out.words(),
        }

    operators = {name: sorted(map(words, profiles), key=str) for name, profiles in op_profiles.items()}
    return json.dumps({"version": 1, "operators": operators}, indent=2)


def read_profiles_from_yaml(yaml_str: str) -> dict[str, set[OpProfile]]:
    """Profiles from what `generate_yaml_from_profiles` made.

    Raises:
        RuntimeError: it is no such text.
    """
    try:
        operators = json.loads(yaml_str)["operators"]
        return {name: set(map(_profile, profiles)) for name, profiles in operators.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RuntimeError(f"these are no profiles of operators: {error}") from error


def _profile(words: Mapping[str, Any]) -> OpProfile:
    out = words["out_profile"]
    args = tuple(None if one is None else TensorMetadata.of(one) for one in words["args_profile"])
    return OpProfile(args, tuple(map(TensorMetadata.of, out)) if isinstance(out, list) else TensorMetadata.of(out))


def save_op_profiles(op_profiles: Mapping[str, set[OpProfile]], f: str | os.PathLike[str] | IO[bytes]) -> None:
    """Store profiles in a file."""
    data = generate_yaml_from_profiles(op_profiles).encode()
    if hasattr(f, "write"):
        f.write(data)
    else:
        Path(f).write_bytes(data)


def load_op_profiles(f: str | os.PathLike[str] | IO[bytes]) -> dict[str, set[OpProfile]]:
    """Profiles from a file of `save_op_profiles`."""
    data = f.read() if hasattr(f, "read") else Path(f).read_bytes()
    return read_profiles_from_yaml(data.decode())
