def slope_relu(x):
    return float(x > 0)
