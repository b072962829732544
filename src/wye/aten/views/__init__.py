"""What a changed view makes of its base, by family.  See Note [The table of views]."""
