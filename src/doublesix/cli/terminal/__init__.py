"""A table of dominoes in a terminal: everything here turns a `View` into text, or text into a move."""
