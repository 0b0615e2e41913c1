"""Which cases a name for people tells: "RK4, zeta 10, Δt = 0.2 ms" is read as coordinates, each with its name and value
or its value alone. A name that says a value of a case's own coordinates and nothing else can stand for the case."""
import re

from numbers_in_text import NUMBER, PREFIXES, stands_for

# What the coordinate of a path may be called besides by its own parts.
SYMBOLS = {"task.dt": ("Δt", "dt", "time step", "step")}
UNITS = r"(?: ?([a-zA-Zµ°/²³·^0-9]+))?"


def method_pattern(name):
    """ "rk2_thesis" as "RK2 (thesis)", "symplectic_euler" as "Symplectic Euler". """
    return re.compile(r"[ _]?".join(r"\(?" + re.escape(part) + r"\)?" for part in name.split("_")), re.IGNORECASE)


def unescaped(text):
    """A cell of Markdown, as it was before it was escaped."""
    return re.sub(r"\\([\\|<>*_`#&])", r"\1", text)


class Telling:
    """What a case may be told by."""

    def __init__(self, case, experiment, factors):
        self.case = case
        self.texts, self.numbers, self.names = [], [], {"method", "task", "model", "experiment"}
        for path, value in case.coordinates.items():
            self.add(path, value, names_of(path, experiment))
        for name, path in factors:
            path = path if path in case.coordinates else "labels." + path
            if path in case.coordinates:
                self.add(path, case.coordinates[path], [name, name.replace("_", " ")])
        document = experiment.planned.document["case"]
        fixed = {"labels." + k: v for k, v in document.get("labels", {}).items()}
        for path, value in fixed.items():
            if path not in case.coordinates:
                self.add(path, value, names_of(path, experiment))
        self.texts += [("", case.experiment), ("", case.part["model"]), ("", case.task)]
        self.texts += [("task ", case.task), ("task.name ", case.task), ("model ", case.part["model"])]
        self.method = method_pattern(case.part["integrator"])
        dt = case.one("result/dt", document["task"].get("dt"))
        if dt is not None and "task.dt" not in case.coordinates:
            self.add("task.dt", dt, names_of("task.dt", experiment))

    def add(self, path, value, names):
        if isinstance(value, bool):
            value = "true" if value else "false"
        self.names.update(names)
        number = value
        if isinstance(value, str):
            said = {value}
            if "method" in names:  # the study's word for it, told as a method's name is
                said |= {value[:1].upper() + value[1:], value.replace("_", " ").title()}
            self.texts += [(n, v) for v in said for n in [""] + [name + " " for name in names]]
            try:
                number = float(value)
            except ValueError:
                return
        self.numbers += [(n, float(number)) for n in names] + ([("", float(number))] if path.startswith("labels.") else [])

    def ends(self, text, start):
        """Where a part of the text that begins at `start` may end, if it is one of the case's coordinates."""
        for name, value in self.texts:
            if text.startswith(name + value, start):
                yield start + len(name) + len(value)
        method = self.method.match(text, start)
        if method:
            yield method.end()
        for name, value in self.numbers:
            if not text.startswith(name, start):
                continue
            found = re.compile(r"( = | |=|: |)(" + NUMBER + r")" + UNITS).match(text, start + len(name))
            if not found or (name and not found.group(1)):
                continue
            for end in {found.end(), found.end(2)}:
                unit = found.group(3) if end == found.end() else None
                scales = [1.0] + ([1 / PREFIXES[unit[0]]] if unit and unit[0] in PREFIXES else [])
                if any(stands_for(found.group(2), scale * value) for scale in scales):
                    yield end

    def is_told(self, text, start=0):
        """Whether the text from `start` on is coordinates of the case, with commas between."""
        for end in self.ends(text, start):
            if end == len(text):
                return True
            if text.startswith(", ", end) and self.is_told(text, end + 2):
                return True
        return False


def names_of(path, experiment):
    parts = path.replace("labels.", "").split(".")
    names = [".".join(parts[i:]) for i in range(len(parts))] + [path]
    if path.endswith(".name") and len(parts) > 1:
        names.append(parts[-2])
    names += [n.replace("_", " ") for n in names] + list(SYMBOLS.get(path, ()))
    return list(dict.fromkeys(names))
