"""Layer 5: library. May import: call, registry, schema, keys, the engine, errors."""
