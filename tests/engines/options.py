#!/usr/bin/env python3
"""A program whose options are the JSON of its argument, and that takes no problem, but says which values it got: options.py JSON [WHO RECOMMENDS THEM]."""
import json
import sys

import wire

while True:
    kind, data = wire.receive()
    if kind == wire.HELLO:
        # the options as they were given, whatever they are
        who = ', "recommended_by": ' + json.dumps(sys.argv[2]) if len(sys.argv) > 2 else ""
        wire.answer(wire.HELLO, wire.hello("options")[:-1] + f', "options": {sys.argv[1]}{who}}}'.encode())
    else:
        wire.answer(wire.FAILURE, json.dumps(wire.problem(data)[0]["options"]).encode())
