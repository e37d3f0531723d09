from doublesix.kernel._tally import *  # noqa: F403
