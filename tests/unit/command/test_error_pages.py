"""`wye errors` shows the pages about errors."""

from wye.errors.__main__ import page


def test_a_page_is_found_by_code_and_by_class(wye_command):
    assert wye_command("errors", "WYE201").stdout == page("WYE201") + "\n"
    assert wye_command("errors", "NoKernelError").stdout == page("NoKernelError") + "\n"


def test_without_a_code_all_errors_are_listed(wye_command):
    assert "WYE201" in wye_command("errors").stdout


def test_an_unknown_code_is_bad_input(wye_command):
    found = wye_command("errors", "WYE999")
    assert found.exit_code == 2
    assert found.stderr.startswith("error: there is no error 'WYE999'; there are WYE000, ")
