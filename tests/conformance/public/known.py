"""Differences of public calls that are meant, each with its reason and where it applies."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conformance.public.drawing import PublicCall


def reason(call: PublicCall, line: str) -> str | None:
    """Why a difference is meant; None: it is not."""
    return None
