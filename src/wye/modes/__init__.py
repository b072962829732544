"""Layer 6: modes. May import: tensors and everything below."""
