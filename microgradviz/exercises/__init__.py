"""The exercises of the course, and what looks at answers.

base.py      what an exercise is               probes.py    an answer and inputs -> numbers
topics/      the exercises themselves          judging.py   numbers -> points
marking.py   both together, and known mistakes recognised
checking.py  check, hint: advice in the notebook
concepts.py  twelve questions, taken before and after; quiz.py shows them, heatmap.py what a class answered
"""
