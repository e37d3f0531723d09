"""The page: templates, styles and scripts, and the pure functions that put them together."""
