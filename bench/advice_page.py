"""docs/strategy.md, from what advice.py has measured; what nobody measured is left out."""
from doublesix.study.measured import Results
def page(results: Results) -> str:
    return ""
