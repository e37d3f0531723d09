from doublesix.solver._words import *  # noqa: F403
