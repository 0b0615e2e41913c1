"""As much of SofaPython3 as engines/templates/sofa.py calls, over springs.World."""
from . import Core, Simulation  # noqa: F401

__version__ = "24.12"
