"""What a command shows on a terminal of so many columns, and the grids in it: headings above a rule, cells below it."""
import fcntl
import os
import pty
import re
import struct
import termios
import time

from exports import fail_if
from grids import Grid


def shown(arguments, columns):
    """The output of a program on a terminal, without a pager."""
    child, terminal = pty.fork()
    if child == 0:
        time.sleep(0.05)  # until the terminal has its size
        environment = dict(os.environ, TERM="dumb", LC_ALL="C.UTF-8", PAGER="cat", NO_COLOR="1")
        environment.pop("COLUMNS", None)
        os.execve(arguments[0], arguments, environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    said = b""
    while True:
        try:
            more = os.read(terminal, 65536)
        except OSError:
            break
        if not more:
            break
        said += more
    os.close(terminal)
    os.waitpid(child, 0)
    return said.decode("utf-8").replace("\r\n", "\n")


def cells(line, rule):
    """The parts of a line below the parts of a rule."""
    return [line[m.start():m.end()].strip() for m in re.finditer("─+", rule)]


def join(above, below):
    return [(a + " " + b).strip() for a, b in zip(above, below)]


def grid_of(block, caption, page):
    rule = next(i for i, line in enumerate(block) if "─" in line)
    head = [""] * len(re.findall("─+", block[rule]))
    for line in block[:rule]:
        head = join(head, cells(line, block[rule]))
    rows = []
    for line in block[rule + 1:]:
        row = cells(line, block[rule])
        goes_on = rows and (row[0] == "" or not any(re.search(r"\d|[a-z]", c) for c in row[1:]))
        if goes_on and len(row) > 1:
            rows[-1] = join(rows[-1], row)
        else:
            rows.append(row)
    made = Grid(caption, page, [])
    made.head, made.rows = head, rows
    return made


def grids_of(text, is_caption, columns):
    """The grids of a terminal, each with its caption and its page."""
    found, caption, page = [], "", ""
    for block in re.split(r"\n[ \t]*\n", text):
        lines = [line for line in block.split("\n") if line.strip()]
        if any(re.fullmatch(r"[ ─]*─[ ─]*", line) for line in lines):
            for line in lines:
                fail_if(len(line) > columns, "a line of", len(line), "characters on", columns, "columns:", line)
            found.append(grid_of(lines, caption, page))
            page = ""
            continue
        said = " ".join(line.strip() for line in lines)
        if is_caption(said):
            caption, page = said, ""
        elif said:
            page = said
    return found
