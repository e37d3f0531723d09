from doublesix.kernel._codes import *  # noqa: F403
