"""`torch.testing._internal.common_nn`: how tests of modules are described.  PyTorch's lists of them are not here."""

from __future__ import annotations

from typing import Any

from wye.compat.modules import names_of
from wye.testing.loss_references import LOSSES as loss_reference_fns  # noqa: N811 - PyTorch's name
from wye.testing.module_cases import CriterionDescription as CriterionTest
from wye.testing.module_cases import ModuleDescription as NewModuleTest
from wye.testing.module_cases import ModuleTestCase as NNTestCase
from wye.testing.module_cases import check_bfloat16 as _test_bfloat16_ops
from wye.testing.module_cases import check_empty_batch as _test_module_empty_input
from wye.testing.module_cases import nested_layers as _create_basic_net
from wye.testing.module_cases import of_a_batch_of_one as single_batch_reference_fn
from wye.testing.surroundings import frozen_random_state as freeze_rng_state

__all__ = [
    "CriterionTest",
    "NNTestCase",
    "NewModuleTest",
    "_create_basic_net",
    "_test_bfloat16_ops",
    "_test_module_empty_input",
    "criterion_tests",
    "freeze_rng_state",
    "get_new_module_tests",
    "loss_reference_fns",
    "module_tests",
    "single_batch_reference_fn",
]

module_tests: list[Any] = []
criterion_tests: list[Any] = []
get_new_module_tests = list  # none
__getattr__: Any = names_of(__name__)
