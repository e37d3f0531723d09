from typing import TypeAlias

from doublesix.kernel._bits import *  # noqa: F403

u128: TypeAlias = int
