"""matrices(...): a layer as W·x + b. product.py makes its graph of Values, widget.py is what page and kernel tell.

It stands beside the instruments, as training does, for any of its outputs opens in the player.
"""
