def slope_log(x):
    return x**-1
