"""``python -m wye`` is the command ``wye``."""

from __future__ import annotations

from wye.command import main

if __name__ == "__main__":
    main()
