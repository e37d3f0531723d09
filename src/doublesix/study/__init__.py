"""Floor 5: learning: drills that are made anew each time, studies with a hidden answer, and when to meet them again."""

from doublesix.study.drills import KINDS, Assessment, Drill, assess, drill, tables_for
from doublesix.study.items import Item, Kind

__all__ = ["KINDS", "Assessment", "Drill", "Item", "Kind", "assess", "drill", "tables_for"]
