from doublesix.kernel._bits import *  # noqa: F403
