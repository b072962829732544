"""`torch.testing._internal.optests.generate_tests`: tests made of other tests.  Aliases only."""

from __future__ import annotations

from wye.errors import OpCheckError
from wye.testing.operator_checks.aot import aot_autograd_check
from wye.testing.operator_checks.aot import check_aot as safe_aot_autograd_check
from wye.testing.operator_checks.arguments import copied as deepcopy_tensors
from wye.testing.operator_checks.failures import (
    DESCRIPTION,
    DUMP_OPTIONS,
    TEST_OPTIONS,
    VERSION,
    FailuresDict,
    validate_failures_dict_formatting,
    validate_failures_dict_structure,
)
from wye.testing.operator_checks.failures import accepts_failures as should_update_failures_dict
from wye.testing.operator_checks.fake import check_fake as safe_fake_check
from wye.testing.operator_checks.generate import (
    OpCheckMode,
    generate_opcheck_tests,
    generate_repro,
    generate_tag_tests,
    is_inside_opcheck_mode,
)
from wye.testing.operator_checks.generate import dont_generate_opcheck_tests as dontGenerateOpCheckTests  # noqa: N812 - PyTorch's name
from wye.testing.operator_checks.registration import autograd_registration_check
from wye.testing.operator_checks.registration import check_autograd_registration as safe_autograd_registration_check
from wye.testing.operator_checks.run import (
    ALL_TEST_UTILS,
    DEFAULT_TEST_UTILS,
    opcheck,
    resolve_unique_overload_or_throw,
)
from wye.testing.operator_checks.schema import check_schema as safe_schema_check
from wye.testing.schema_check import SchemaCheckMode

__all__ = [
    "ALL_TEST_UTILS",
    "DEFAULT_TEST_UTILS",
    "DEPRECATED_DEFAULT_TEST_UTILS",
    "DESCRIPTION",
    "DUMP_OPTIONS",
    "TEST_OPTIONS",
    "VERSION",
    "FailuresDict",
    "OpCheckError",
    "OpCheckMode",
    "SchemaCheckMode",
    "aot_autograd_check",
    "autograd_registration_check",
    "deepcopy_tensors",
    "dontGenerateOpCheckTests",
    "generate_opcheck_tests",
    "generate_repro",
    "generate_tag_tests",
    "is_inside_opcheck_mode",
    "opcheck",
    "resolve_unique_overload_or_throw",
    "safe_aot_autograd_check",
    "safe_autograd_registration_check",
    "safe_fake_check",
    "safe_schema_check",
    "should_update_failures_dict",
    "validate_failures_dict_formatting",
    "validate_failures_dict_structure",
]

DEPRECATED_DEFAULT_TEST_UTILS = [*DEFAULT_TEST_UTILS, "test_aot_dispatch_static"]
