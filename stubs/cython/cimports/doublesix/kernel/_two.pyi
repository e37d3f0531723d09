from doublesix.kernel._two import *  # noqa: F403
