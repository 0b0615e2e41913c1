#!/usr/bin/env node
// Rapier (@dimforge/rapier3d-compat, rapier.rs) under trama: a node is a body that does not turn, a
// spring a spring joint between two. A step is cut into `iterations` parts (4 by Rapier's default), in
// which joints are iterated.
//   trama run FILE --engine rapier='node engines/node/rapier.mjs'
// Switched off: sleep.
import {load, serve} from './trama.mjs';

const {module: {default: RAPIER}, version} = await load('@dimforge/rapier3d-compat');
await RAPIER.init();
const defaults = new RAPIER.World({x: 0, y: 0, z: 0}).integrationParameters;

class Joints {
    name = 'Rapier';
    version = version;
    precision = 'float32';
    takes = ['gravity', 'pins', 'guides'];
    options = [
        {name: 'iterations', kind: 'integer', unit: '1', default: defaults.numSolverIterations, minimum: 1,
         maximum: 1000, summary: 'parts that a step is cut into (numSolverIterations)'},
        {name: 'relaxations', kind: 'integer', unit: '1', default: defaults.numInternalPgsIterations, minimum: 1,
         maximum: 1000, summary: 'of the joints in each part (numInternalPgsIterations)'},
    ];
    approximates = {
        springs: 'spring joints, implicit, iterated in each part of a step',
        dampers: 'in those joints',
        drag: 'implicit in the velocity, in each part of a step',
    };

    open(problem) {
        this.world?.free();
        this.problem = problem;
        const {iterations, relaxations} = problem.options;
        this.approximates.springs = `spring joints, implicit, ${relaxations} relaxations in each of ${iterations} parts of a step`;
        this.x = Float64Array.from(problem.position);
        this.v = new Float64Array(3 * problem.nodes);
        const [x, y, z] = problem.gravity;
        this.world = new RAPIER.World({x, y, z});
        this.world.integrationParameters.numSolverIterations = iterations;
        this.world.integrationParameters.numInternalPgsIterations = relaxations;
        this.bodies = Array.from({length: problem.nodes}, (_, i) => makeBody(this.world, problem, i));
        problem.spring.forEach(spring => makeSpring(this.world, this.bodies, spring));
    }

    step(h) {
        this.world.timestep = h;
        this.world.step();
        this.bodies.forEach((body, i) => {
            this.take(this.x, i, body.translation());
            this.take(this.v, i, body.linvel());
        });
    }

    // What is held stays where it is, to the last digit.
    take(rows, i, {x, y, z}) {
        [x, y, z].forEach((value, axis) => {
            if (!this.problem.held[3 * i + axis])
                rows[3 * i + axis] = value;
        });
    }
}

function makeBody(world, {position, velocity, held, mass, drag}, i) {
    const axes = held.subarray(3 * i, 3 * i + 3), free = axes.some(axis => axis === 0);
    const description = free ? RAPIER.RigidBodyDesc.dynamic() : RAPIER.RigidBodyDesc.fixed();
    description.setTranslation(...position.subarray(3 * i, 3 * i + 3))
        .setLinvel(...velocity.subarray(3 * i, 3 * i + 3))
        .setAdditionalMass(mass[i])
        .setLinearDamping(drag[i] / mass[i])
        .lockRotations()
        .setCanSleep(false);
    if (free)
        description.enabledTranslations(...Array.from(axes, axis => axis === 0));
    return world.createRigidBody(description);
}

function makeSpring(world, bodies, {nodes: [first, second], stiffness, damping, rest}) {
    const middle = {x: 0, y: 0, z: 0};
    const joint = RAPIER.JointData.spring(rest, stiffness, damping, middle, middle);
    world.createImpulseJoint(joint, bodies[first], bodies[second], true);
}

serve(new Joints());
