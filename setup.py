"""Build `wye._hot`, the C hot path.  Everything else is in pyproject.toml.

The extension is optional: where it cannot be compiled, wye installs without it and runs on
`wye._pure`, with the same results.  Environment, at build time only:

    WYE_NO_EXT=1         do not build the extension
    WYE_REQUIRE_EXT=1    a build that fails is an error instead of a warning
    WYE_WERROR=1         add -Wall -Wextra -Werror
    WYE_SANITIZE=LIST    build with these sanitizers: address,undefined
    WYE_CFLAGS=FLAGS     more compiler flags, after all others
"""

import compileall
import os
import re
import shlex
import sys
from glob import glob
from pathlib import Path
from textwrap import shorten

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

NOTE = "no_extension.txt"  # read by src/wye/_engine.py


def flag(name: str) -> bool:
    """Whether the environment switches ``name`` on."""
    return os.environ.get(name, "") not in ("", "0")


def compile_flags() -> list[str]:
    """Flags for gcc and clang, in the order they are given."""
    flags = ["-std=c11", "-O3", "-fvisibility=hidden"]
    if flag("WYE_WERROR"):
        flags += ["-Wall", "-Wextra", "-Werror"]
    if flag("WYE_SANITIZE"):
        flags += [*sanitizer_flags(), "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-g", "-O1"]
    return flags + shlex.split(os.environ.get("WYE_CFLAGS", ""))


def sanitizer_flags() -> list[str]:
    """The flag that both the compiler and the linker need."""
    return [f"-fsanitize={os.environ['WYE_SANITIZE']}"] if flag("WYE_SANITIZE") else []


def note(folder: Path, text: str) -> None:
    """Keep beside the modules why there is no extension, for `wye doctor`; an empty text takes it away."""
    if text:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / NOTE).write_text(text + "\n", encoding="utf-8")
    else:
        (folder / NOTE).unlink(missing_ok=True)


class BuildOptional(build_ext):
    """Builds the extension, or says why it did not and goes on without it."""

    def run(self) -> None:
        """Compile from scratch, since flags may differ from the last build's."""
        self.force = True
        note(self.modules(), "")
        try:
            super().run()
        except Exception as error:
            if flag("WYE_REQUIRE_EXT"):
                raise
            self.leave_out(error)
        if self.inplace:  # installers compile the modules, too: without it, first calls wait for the compiler
            compileall.compile_dir("src/wye", quiet=2)

    def modules(self) -> Path:
        """Where the modules are, or are copied to."""
        return (Path("src") if self.inplace or self.editable_mode else Path(self.build_lib)) / "wye"

    def build_extensions(self) -> None:
        """Add the flags, now that the compiler is known, and NumPy's headers."""
        import numpy  # here: a machine without it can install wye without the extension

        for extension in self.extensions:
            extension.include_dirs.append(numpy.get_include())
        for extension in self.extensions:
            if self.compiler.compiler_type == "msvc":
                extension.extra_compile_args += ["/std:c11", "/O2", *shlex.split(os.environ.get("WYE_CFLAGS", ""))]
            else:
                extension.extra_compile_args += compile_flags()
                extension.extra_link_args += sanitizer_flags()
        super().build_extensions()

    def leave_out(self, error: Exception) -> None:
        """Warn, and remove an older build so that it is not taken for this one."""
        for extension in self.extensions:
            built = Path(self.get_ext_filename(self.get_ext_fullname(extension.name)))
            for folder in (Path("src"), Path(self.build_lib)):
                (folder / built).unlink(missing_ok=True)
        self.extensions = self.distribution.ext_modules = []
        reason = shorten(re.sub(r"Command '\['(.*?)'.*\]'", r"command '\1'", str(error), flags=re.DOTALL), 120)
        note(self.modules(), f"it was left out when wye was built: {reason}")
        print(f"warning: wye._hot was not built ({reason}).", file=sys.stderr)
        print("warning: wye works without it, in pure Python, with slower calls.", file=sys.stderr)


class BuildWithPages(build_py):
    """Puts the pages about errors beside the modules, so that an installed wye can show them."""

    def run(self) -> None:
        """Copy them after the modules; an editable install reads them where they are."""
        super().run()
        if not self.editable_mode:
            package = Path(self.build_lib) / "wye"
            self.copy_tree("docs/errors", str(package / "error_pages"))
            note(package, "WYE_NO_EXT was set when wye was built" if flag("WYE_NO_EXT") else "")


def extensions() -> list[Extension]:
    """`wye._hot` from every file of csrc, or nothing."""
    sources = sorted(glob("csrc/*.c"))
    if flag("WYE_NO_EXT") or not sources:
        return []
    return [Extension("wye._hot", sources, depends=sorted(glob("csrc/*.h")))]


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOptional, "build_py": BuildWithPages})
