from doublesix.kernel._setup import *  # noqa: F403
