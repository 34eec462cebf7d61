# What a kernel of `microgradviz lab` begins with: one statement, which leaves no name behind.
__import__("microgradviz.commands.missing_names", fromlist=["_"]).explain_missing_names()
