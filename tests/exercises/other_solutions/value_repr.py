class Value:
    def __init__(self, data):
        self.data = data

    def __repr__(self):
        return "Value(data=" + repr(self.data) + ")"
