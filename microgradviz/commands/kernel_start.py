# What a kernel of `microgradviz lab`, or on Binder, begins with: one statement, which leaves no name behind.
__import__("microgradviz.missing_names", fromlist=["_"]).explain_missing_names()
