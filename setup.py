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
import shlex
import sys
from glob import glob
from pathlib import Path
from textwrap import shorten

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py


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


class BuildOptional(build_ext):
    """Builds the extension, or says why it did not and goes on without it."""

    def run(self) -> None:
        """Compile from scratch, since flags may differ from the last build's."""
        self.force = True
        try:
            super().run()
        except Exception as error:
            if flag("WYE_REQUIRE_EXT"):
                raise
            self.leave_out(error)
        if self.inplace:  # installers compile the modules, too: without it, first calls wait for the compiler
            compileall.compile_dir("src/wye", quiet=2)

    def build_extensions(self) -> None:
        """Add the flags, now that the compiler is known, and NumPy's headers."""
        import numpy  # here: a machine without it can install wye without the extension

        for extension in self.extensions:
            extension.include_dirs.append(numpy.get_include())
        if self.compiler.compiler_type == "unix":
            for extension in self.extensions:
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
        print(f"warning: wye._hot was not built ({shorten(str(error), 80)}).", file=sys.stderr)
        print("warning: wye works without it, in pure Python, with slower calls.", file=sys.stderr)


class BuildWithPages(build_py):
    """Puts the pages about errors beside the modules, so that an installed wye can show them."""

    def run(self) -> None:
        """Copy them after the modules; an editable install reads them where they are."""
        super().run()
        if not self.editable_mode:
            self.copy_tree("docs/errors", str(Path(self.build_lib) / "wye" / "error_pages"))


def extensions() -> list[Extension]:
    """`wye._hot` from every file of csrc, or nothing."""
    sources = sorted(glob("csrc/*.c"))
    if flag("WYE_NO_EXT") or not sources:
        return []
    return [Extension("wye._hot", sources, depends=sorted(glob("csrc/*.h")))]


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOptional, "build_py": BuildWithPages})
