from doublesix.kernel._state import *  # noqa: F403
