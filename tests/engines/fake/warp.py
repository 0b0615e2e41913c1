def init():
    print("Warp 1.9.0 initialized")  # the real one prints too, on standard output
