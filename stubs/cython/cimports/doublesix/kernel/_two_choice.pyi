from doublesix.kernel._two_choice import *  # noqa: F403
