"""Quantities that a case's file records, below /quantity: those that answer a study are computed here from what the task
measured, without looking at what is recorded."""
import math

import folder as folders
from exports import fail_if


def check_quantities(folder):
    held = 0
    for case in folder.cases():
        own = folders.answer(case)
        recorded = case.one("quantity/" + own.quantity)
        if recorded is None or own.number is None:
            fail_if(own.number is not None and own.quantity in ("fall", "processor_time"), case, "records no", own.quantity)
            continue
        fail_if(not math.isclose(recorded, own.number, rel_tol=1e-12, abs_tol=1e-15), case, own.quantity, "is recorded as",
                recorded, "and was measured as", own.number)
        held += 1
    return held
