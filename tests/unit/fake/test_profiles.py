"""Profiles of operators, stored and used as fake kernels."""

import io

import pytest

import wye
from wye.fake import DynamicOutputShapeException, FakeTensorMode
from wye.fake.profiles import (
    MissingOpProfile,
    OpProfile,
    TensorMetadata,
    load_op_profiles,
    read_profiles_from_yaml,
    save_op_profiles,
    unsafe_generate_fake_kernels,
)


@pytest.fixture
def profiles():
    with wye.library.Library("fake_profiles_test", "DEF") as lib:
        lib.define("f(Tensor x, int n) -> Tensor")
        vector, matrix = (TensorMetadata.maybe_from_tensor(x) for x in (wye.ones(2), wye.ones(2, 2)))
        yield {"fake_profiles_test.f.default": {OpProfile((vector, None), vector), OpProfile((matrix, None), vector)}}


def test_profiles_come_back_from_a_file(profiles, tmp_path):
    save_op_profiles(profiles, tmp_path / "profiles.yaml")
    assert load_op_profiles(tmp_path / "profiles.yaml") == profiles
    file = io.BytesIO()
    save_op_profiles(profiles, file)
    file.seek(0)
    assert load_op_profiles(file) == profiles
    with pytest.raises(RuntimeError, match="these are no profiles"):
        read_profiles_from_yaml("[]")


def test_a_generated_kernel_knows_what_was_recorded(profiles):
    mode = FakeTensorMode()
    with unsafe_generate_fake_kernels(profiles):
        with pytest.raises(DynamicOutputShapeException):  # its sizes are not known, which needs symbols
            wye.ops.fake_profiles_test.f(mode.from_tensor(wye.ones(2)), 1)
        with pytest.raises(MissingOpProfile, match="no profiles match"):
            wye.ops.fake_profiles_test.f(mode.from_tensor(wye.ones(2, 2, 2)), 1)
