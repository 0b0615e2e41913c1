#!/usr/bin/env python3
"""Writes what trama sends to a program to the end of a file: record.py FILE COMMAND ARG..., in place of COMMAND ARG... behind --engine."""
import os
import subprocess
import sys

child = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE)
with open(sys.argv[1], "ab") as file:
    while data := os.read(0, 1 << 16):
        file.write(data)
        file.flush()
        child.stdin.write(data)
        child.stdin.flush()
child.stdin.close()
sys.exit(child.wait())
