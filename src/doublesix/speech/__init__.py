"""Languages: what people read, said in theirs. Adding one is adding its file to `catalogues`."""

from doublesix.speech.choice import accepted, add_language, languages, speech, spoken
from doublesix.speech.speech import ENGLISH, Speech

__all__ = ["ENGLISH", "Speech", "accepted", "add_language", "languages", "speech", "spoken"]
