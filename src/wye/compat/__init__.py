"""Top layer: compatibility. May import everything; nothing imports it. Aliases only."""
