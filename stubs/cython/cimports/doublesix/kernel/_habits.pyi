from doublesix.kernel._habits import *  # noqa: F403
