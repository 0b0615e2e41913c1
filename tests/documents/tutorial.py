"""The pages of the tutorial, as a reader would follow them: tutorial.py SOURCE [--renew]

Each page is followed in order, all in one empty folder. A block ```yaml, ```csv, ```c or ```python whose first line is a
comment with a file's name is written to that file. In a block ```console each line behind "$ " is a command, and what stands
below it is what it must print, standard error included. May differ: lines of progress, [3/16] ... (0.2 s), in their order,
number and time; the first digits of a case's identity, (5494f378); and where the page has a line "..." any lines may stand. A command that ends with another code
than 0 fails, unless it is followed by "; echo $?". `<!-- picture: FILE -->` names the file that the command before has made
the next picture as; the committed one must have the same words in it, and be smaller than 60 kB. `<!-- excerpt: FILE -->` stands above
lines of a file of the tree.
--renew writes what is printed and drawn into the pages instead.
"""
import html
import os
import pathlib
import re
import shutil
import subprocess
import sys

PROGRESS = re.compile(r"^\[\d+/\d+\] (.*) \([0-9.]+ s\)$")
NAMED = re.compile(r"^(?:# |// |/\* )([\w.-]+\.(?:yaml|csv|c|py))(?: \*/)?$")
IDENTITY = re.compile(r"\([0-9a-f]{8}\)")
LARGEST = 60_000


def comparable(lines):
    """Lines of progress sorted among their neighbours, without number and time; no identities."""
    result, progress = [], []
    for line in [IDENTITY.sub("(identity)", line) for line in lines] + [None]:
        found = line is not None and PROGRESS.match(line)
        if found:
            progress.append("[.] " + found[1])
            continue
        result += sorted(progress)
        progress = []
        if line is not None:
            result.append(line.rstrip())
    return result


def matches(shown, printed):
    """Whether the page's lines are what was printed; "..." stands for any lines."""
    parts, part = [], []
    for line in shown:
        if line == "...":
            parts.append(part)
            part = []
        else:
            part.append(line)
    parts.append(part)
    if len(parts) == 1:
        return comparable(shown) == comparable(printed)
    head, tail = parts[0], parts[-1]
    printed = [line.rstrip() for line in printed]
    if printed[:len(head)] != head or (tail and printed[-len(tail):] != tail):
        return False
    at = len(head)
    for middle in parts[1:-1]:
        found = [i for i in range(at, len(printed) - len(middle) + 1) if printed[i:i + len(middle)] == middle]
        if not found:
            return False
        at = found[0] + len(middle)
    return at <= len(printed) - len(tail)


def renewed(shown, printed):
    """What was printed, with the first "..." of the page where it was."""
    if "..." not in shown:
        return [line.rstrip() for line in printed]
    head, tail = shown.index("..."), len(shown) - 1 - shown[::-1].index("...")
    behind = len(shown) - 1 - tail
    return printed[:head] + ["..."] + (printed[-behind:] if behind else [])


def words(svg):
    return sorted(" ".join(html.unescape(re.sub("<[^>]*>", " ", text)).split()) for text in re.findall(r"<text.*?</text>", svg, re.S))


class Page:
    def __init__(self, path, renew):
        self.path, self.renew, self.wrong, self.commands = path, renew, [], 0

    def run(self, command):
        self.commands += 1
        kept = re.match(r"export (\w+)=", command)  # for the commands below
        if kept:
            os.environ[kept[1]] = subprocess.check_output(["bash", "-c", f"{command}; printenv {kept[1]}"], text=True).rstrip("\n")
            return []
        end = subprocess.run(["bash", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, timeout=600)
        if end.returncode != 0:
            self.wrong.append(f"'{command}' ends with {end.returncode}: {end.stdout}")
        return end.stdout.splitlines()

    def console(self, lines):
        result, at = [], 0
        while at < len(lines):
            assert lines[at].startswith("$ "), f"{self.path}: no command: {lines[at]}"
            end = at + 1
            while end < len(lines) and not lines[end].startswith("$ "):
                end += 1
            shown, printed = lines[at + 1:end], self.run(lines[at][2:])
            if not matches(shown, printed):
                if not self.renew:
                    self.wrong.append(f"'{lines[at][2:]}' prints\n" + "\n".join(printed) + "\nand not\n" + "\n".join(shown))
                shown = renewed(shown, printed)
            result += [lines[at]] + shown
            at = end
        return result

    def picture(self, made, line):
        shown = self.path.parent / re.search(r"\]\((.*?)\)", line)[1]
        made = pathlib.Path(made)
        if not made.is_file() or made.stat().st_size == 0:
            self.wrong.append(f"no command has made {made}")
            return
        if self.renew:
            shutil.copy(made, shown)
        if not shown.is_file() or shown.stat().st_size >= LARGEST:
            self.wrong.append(f"{shown} is not there, or too large")
        elif words(made.read_text(encoding="utf-8")) != words(shown.read_text(encoding="utf-8")):
            self.wrong.append(f"{shown} is not the picture that is made")

    def follow(self):
        result, block, kind, excerpt = [], None, None, None
        lines = self.path.read_text(encoding="utf-8").splitlines()
        for at, line in enumerate(lines):
            if block is None:
                result.append(line)
                if line.startswith("```"):
                    block, kind = [], line[3:]
                elif line.startswith("<!-- excerpt: "):
                    excerpt = line[len("<!-- excerpt: "):-len(" -->")]
                elif line.startswith("<!-- picture: "):
                    self.picture(line[len("<!-- picture: "):-len(" -->")], lines[at + 1])
            elif line == "```":
                if excerpt and "\n".join(block) not in (source / excerpt).read_text(encoding="utf-8"):
                    self.wrong.append(f"{excerpt} has no such lines: {block}")
                excerpt = None
                result += (self.console(block) if kind == "console" else self.file(block)) + [line]
                block = None
            else:
                block.append(line)
        if self.renew:
            self.path.write_text("\n".join(result) + "\n", encoding="utf-8")
        return self.wrong

    @staticmethod
    def file(block):
        named = NAMED.match(block[0]) if block else None
        if named:
            pathlib.Path(named[1]).write_text("\n".join(block) + "\n", encoding="utf-8")
        return block


source, renew = pathlib.Path(sys.argv[1]).resolve(), "--renew" in sys.argv
pages = sorted((source / "docs/tutorial").glob("[1-9]*.md"))
assert len(pages) >= 5, f"few pages: {pages}"
commands = 0
for page in (Page(path, renew) for path in pages):
    wrong = page.follow()
    commands += page.commands
    assert not wrong, f"{page.path}:\n" + "\n".join(wrong)
used = "".join(path.read_text(encoding="utf-8") for path in pages)
unused = [path.name for path in (source / "docs/tutorial").glob("*.svg") if f"({path.name})" not in used]
assert not unused, f"pictures of no page: {unused}"
print(f"passed: {commands} commands of {len(pages)} pages")
