# ruff: noqa
"""What a test file about the dispatcher imports."""

import itertools, os, re, unittest
from collections import namedtuple
import torch._C as C
import torch.utils.cpp_extension
from torch._python_dispatcher import PythonDispatcher
from torch.testing._internal.common_utils import run_tests, TestCase, skipIfTorchDynamo
