from doublesix.inference._sampling import *  # noqa: F403
