"""The lines of the table, by family.  Each module is read when the table is first used."""
