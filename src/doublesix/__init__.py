"""Draw dominoes: rules, records, players, a server and its page."""

__version__ = "0.1.0"
