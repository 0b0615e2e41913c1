#!/usr/bin/env python3
"""Files of experiments with a few random faults: mutated.py TRAMA SOURCE SECONDS SEED.

Whatever a file says, trama plans it or refuses it by one line with a place; a run that is interrupted and resumed has the bits of one
that was not; what it leaves is sound and can be tabled. A file for which that does not hold is printed with its seed."""
import os, random, re, shutil, signal, subprocess, sys, tempfile, time

trama, source, seconds, seed = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
NUMBERS = ["0", "-1", "1", "2", "7", "0.5", "1e-300", "1e300", ".inf", ".nan", "-0", "1e-9", "4294967296", "100000000000000000000"]
OTHERS = ["true", "''", "text", "[]", "{}", "[1, 2]", "{a: 1}", "null", "\"1\"", "é", "-"]
PLACE = re.compile(r"[^\s:]+\.(yaml|csv):\d+:\d+: ")


def main():
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(source + "/configs", folder + "/configs")
        shutil.copytree(source + "/examples", folder + "/examples")
        bases = sorted(os.path.join(at, name) for part in ("configs/regression", "examples")
                       for at, _, names in os.walk(os.path.join(folder, part)) for name in names if is_experiment(at, name))
        at, end = seed, time.time() + seconds
        while at == seed or time.time() < end:
            outcome = one(random.Random(at), bases, at)
            counts[outcome] = counts.get(outcome, 0) + 1
            at += 1
    print("seeds %d to %d: %s" % (seed, at - 1, ", ".join("%d %s" % (n, what) for what, n in sorted(counts.items()))))


def one(draw, bases, at):
    base = draw.choice(bases)
    with open(base, encoding="utf-8") as file:
        text = file.read()
    for _ in range(draw.randint(1, 3)):
        text = mutated(draw, text)
    mine = base[:-5] + "-mutated.yaml"
    with open(mine, "w", encoding="utf-8") as file:
        file.write(text)
    results = tempfile.mkdtemp()
    try:
        return judged(draw, mine, results)
    except AssertionError as wrong:
        sys.exit("seed %d, %s: %s\n%s" % (at, os.path.basename(base), wrong, text))
    finally:
        shutil.rmtree(results, ignore_errors=True)
        os.remove(mine)


def judged(draw, mine, results):
    code, out, err = ask(["run", mine, "--dry-run", "-o", results + "/dry"])
    if code == 2:
        assert PLACE.search(err), "refused without a place: " + err
        assert len(err.strip().splitlines()) <= 12, "refused at length: " + err
        return "refused"
    assert code == 0, "planning ends with %d: %s" % (code, err)
    planned = re.search(r"^(\d+) cases?;", out, re.M)
    if not planned or int(planned[1]) > 30:
        return "planned only"

    whole = ["run", mine, "-q", "-j1", "-o", results + "/whole"]
    if draw.random() < 0.5:
        ask(whole, interrupt=draw.uniform(0.05, 0.6))
    code, _, err = ask(whole, interrupt=8)
    assert code in (0, 3, 130), "the run ends with %d: %s" % (code, err)
    if code == 130:
        sound(results + "/whole")
        return "run in part"
    sound(results + "/whole")
    code, _, err = ask(["run", mine, "-q", "-j2", "-o", results + "/again"], interrupt=20)
    if code not in (0, 3):
        return "run once"
    code, out, err = ask(["compare", results + "/whole", results + "/again"])
    assert code == 0 or times_only(out), "two runs differ (%d): %s%s" % (code, out, err)
    return "run twice"


def sound(results):
    if not os.path.isdir(results):
        return
    for command, allowed in ((["verify"], (0,)), (["table"], (0, 1, 3)), (["export"], (0, 3))):
        code, out, err = ask(command + [results])
        assert code in allowed or "no results" in err or "no experiment" in err, "%s ends with %d: %s%s" % (command[0], code, out, err)


def times_only(out):
    """Cases out of time on a loaded machine are no contradiction."""
    return "timeout" in out


def ask(words, interrupt=60):
    """Its code, and what it said; killed by a signal or silent for a minute is wrong always."""
    process = subprocess.Popen([trama] + words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")
    interrupted = False
    try:
        out, err = process.communicate(timeout=interrupt)
    except subprocess.TimeoutExpired:
        interrupted = True
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()
            raise AssertionError("does not end when it is interrupted: " + " ".join(words))
    early = interrupted and process.returncode == -signal.SIGINT  # before it began to run
    assert early or process.returncode >= 0, "ended by signal %d: %s: %s" % (-process.returncode, " ".join(words), err)
    assert "AddressSanitizer" not in err and "runtime error" not in err, err
    return 130 if early else process.returncode, out, err


def mutated(draw, text):
    lines = text.split("\n")
    at = draw.randrange(len(lines))
    kind = draw.randrange(7)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[draw.randrange(len(lines))])
    elif kind == 2:
        return text[:draw.randrange(len(text) + 1)]
    elif kind in (3, 4):
        return swapped(draw, text, r"(?<![\w.])-?\d+(\.\d+)?(e-?\d+)?(?![\w.])", NUMBERS if kind == 3 else OTHERS)
    elif kind == 5:
        return swapped(draw, text, r"(?<=: )[a-z_]{3,}", re.findall(r"(?<=: )[a-z_]{3,}", text) + OTHERS)
    else:
        return swapped(draw, text, r"[a-z_]{3,}(?=:)", re.findall(r"[a-z_]{3,}(?=:)", text) + ["steps", "grid"])
    return "\n".join(lines)


def swapped(draw, text, pattern, others):
    found = list(re.finditer(pattern, text))
    if not found or not others:
        return text
    one = draw.choice(found)
    return text[:one.start()] + draw.choice(others) + text[one.end():]


def is_experiment(at, name):
    if not name.endswith(".yaml"):
        return False
    with open(os.path.join(at, name), encoding="utf-8") as file:
        return re.search(r"^experiment:", file.read(), re.M) is not None


main()
