"""Floor 5: learning: drills that are made anew each time, studies with a hidden answer, and when to meet them again."""

from doublesix.study.drills import KINDS, Assessment, Drill, Item, Kind, assess, drill

__all__ = ["KINDS", "Assessment", "Drill", "Item", "Kind", "assess", "drill"]
