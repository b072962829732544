"""The cost table: what wye costs beside a direct Python call and beside torch.  Run by ``python -m bench``."""
