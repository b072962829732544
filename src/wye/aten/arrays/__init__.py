"""What the rules of several families share: arithmetic of shapes, memory and numbers on arrays and MetaArrays.

No module here is a family: none has a table of rules.
"""
