"""compile: a function of one sample, traced once and run at machine speed over whole batches.

    function  →  recording  →  program     →  python_code   →  python_kernels  plain Python, NumPy
                 (once, on     (columns of    (text)
                 Values)       numbers)    →  llvm_code     →  llvm_kernel     machine code, several samples at once
                                              (text)
                                           →  tape          →  tape_kernel     any size, nothing to compile
                                              (numbers)

What an operation computes, and its derivatives, is read from the table of operations (`formula_trees`) and written
nowhere else.
"""

from .step import CompiledStep, compile

__all__ = ["CompiledStep", "compile"]
