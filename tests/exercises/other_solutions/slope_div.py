def slope_div(x, y):
    return [y**-1, x * (-1 * y**-2)]
