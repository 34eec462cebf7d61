own_order = tuple("zkhgfevu")
