import numpy
import springs


def init(root):
    objects = root.children[0].objects
    assert objects["EulerImplicitSolver"].rayleighMass == objects["EulerImplicitSolver"].rayleighStiffness == 0
    state, fixed = objects["MechanicalObject"], objects.get("FixedProjectiveConstraint")
    root.world = world = springs.World()
    world.gravity = numpy.array(root.gravity)
    for i, mass in enumerate(objects["DiagonalMass"].vertexMass):
        world.node(mass, state.position.value[i], state.velocity.value[i], not fixed or i not in fixed.indices)
    world.springs = objects["SpringForceField"].spring
    root.state = state


def animate(root, dt):
    root.world.step(dt)
    root.state.position.value, root.state.velocity.value = numpy.array(root.world.x), numpy.array(root.world.v)
