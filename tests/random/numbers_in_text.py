"""Numbers as they are printed: how exact one is, and whether a value is what it stands for."""
import math
import re

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
PREFIXES = {"k": 1e3, "M": 1e6, "G": 1e9, "m": 1e-3, "µ": 1e-6, "u": 1e-6, "n": 1e-9, "c": 1e-2}


def is_number(text):
    return re.fullmatch(NUMBER, text) is not None


def half_of_last_digit(text):
    """Half a unit of the last digit that a number shows."""
    mantissa, _, exponent = text.lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    if "." not in mantissa:  # zeros before the point may be rounded too
        decimals = 0
    return 0.5 * 10.0 ** (int(exponent or 0) - decimals)


def stands_for(text, value):
    """Whether the number printed is the value, in the digits printed."""
    if value is None or isinstance(value, str) or math.isnan(value):
        return False
    if math.isinf(value):
        return text.strip("+") in (["inf", "∞"] if value > 0 else ["-inf", "-∞"])
    return abs(float(text) - value) <= 1.000001 * half_of_last_digit(text) + 1e-15 * abs(value)


def factor(unit, of):
    """What a value in the unit `of` is multiplied by to be in `unit`, which may have a prefix; None: another unit."""
    if unit == of or {unit, of} <= {"", "1"}:
        return 1.0
    if unit and unit[0] in PREFIXES and unit[1:] == of:
        return 1 / PREFIXES[unit[0]]
    return None
