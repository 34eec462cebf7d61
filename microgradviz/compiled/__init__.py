"""compile: a function of one sample, traced once and run at machine speed over whole batches.

    function  →  recording  →  program     →  python_code  →  python_kernel  plain Python
                 (once, on     (columns of    (text)
                 Values)       numbers)    →  sums         →  numpy_kernel   NumPy, what can be done at once
                                              (layers)
                                           →  tape         →  tape_kernel    machine code, several samples at once
                                              (numbers)

What an operation computes, and its derivatives, is read from the table of operations (`formula_trees`) and written
nowhere else. Machine code is not made for a function but for a tape (`tape_code`): it is there at once for a function
of any size, multiplies by matrices where it finds them (`sums`, `tape_matrices`), and is as fast as code of its own
was for small nets, which took a tenth of a second to make.
"""

from .step import CompiledStep, compile

__all__ = ["CompiledStep", "compile"]
