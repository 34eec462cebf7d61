def install_size(name, needs, sizes):
    waiting, total, done = [name], 0, []
    while waiting:
        package = waiting.pop()
        if package not in done:
            done.append(package)
            total += sizes[package]
            waiting += needs[package]
    return total
