import logging

from wye.testing.log_records import LoggingTestCase, logging_test


def test_a_test_sees_the_records_of_the_loggers_it_names():
    class Case(LoggingTestCase):
        @logging_test(part=logging.DEBUG)
        def test(self, records):
            logging.getLogger("torch.part.below").debug("number %d", 3)
            logging.getLogger("torch.other").debug("not this")
            assert self.getRecord(records, "number 3").name == "torch.part.below"
            assert len(records) == 1

    level = logging.getLogger("torch.part").level
    Case("test").debug()
    assert (logging.getLogger("torch.part").level, logging.getLogger("torch.part").handlers) == (level, [])
