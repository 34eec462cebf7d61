"""training(...): a run that is watched, stopped, scrubbed, branched, compared and opened.

A run is an iterator that takes one step at each `next` and yields the loss. tasks.py has the presets, sample_graph.py
reads the graph of one sample, written_loop.py is the loop that `training` writes, pulled_run.py pulls it or one of
somebody's own, widget.py is what page and kernel tell each other.
"""
