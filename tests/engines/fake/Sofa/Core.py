import types

import numpy


class Node:
    def __init__(self, name):
        self.name, self.objects, self.children, self.gravity = name, {}, [], None

    def addChild(self, name):
        self.children.append(Node(name))
        return self.children[-1]

    def addObject(self, kind, **data):
        made = types.SimpleNamespace(**data)
        for key in ("position", "velocity"):
            if key in data:
                setattr(made, key, types.SimpleNamespace(value=numpy.array(data[key], float)))
        self.objects[kind] = made
        return made
