"""Batching rules that many operators share.  `wye.transforms.batching` says which operator has which.

moving (batch dimensions to the front) -> pointwise, along (dimensions as arguments), leading (batches of matrices or
images), random.  See Note [A call under vmap].
"""
