from doublesix.kernel._choice import *  # noqa: F403
