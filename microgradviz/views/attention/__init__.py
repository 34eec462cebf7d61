"""attention(...): one head. head.py makes its graph of Values, widget.py is what page and kernel tell each other.

It stands beside the instruments, as training does, for its parts open in the player.
"""
