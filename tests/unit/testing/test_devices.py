"""Classes of tests for each device."""

import unittest

from wye.testing.devices import instantiate_device_type_tests


def test_methods_that_ask_their_class_for_the_next_one_do_not_call_themselves():
    seen = []

    class Base(unittest.TestCase):
        def setUp(self):
            seen.append("base")

    class Generic(Base):
        def setUp(self):
            super(self.__class__, self).setUp()
            seen.append("generic")

        def tearDown(self):
            super().tearDown()
            seen.append("done")

        def test_it(self, device):
            seen.append(device)

    scope = {"Generic": Generic}
    instantiate_device_type_tests(Generic, scope, only_for="cpu")
    result = unittest.TestResult()
    scope["GenericCPU"]("test_it_cpu").run(result)
    assert result.wasSuccessful()
    assert seen == ["base", "generic", "cpu", "done"]
