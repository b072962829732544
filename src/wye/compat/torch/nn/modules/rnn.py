"""`torch.nn.modules.rnn`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.rnn import *  # noqa: F403 - one module under two names
from wye.nn.modules.rnn import __all__ as __all__
from wye.nn.packed_sequence import PackedSequence as PackedSequence
