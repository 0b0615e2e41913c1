#!/usr/bin/env node
// Rapier (@dimforge/rapier3d-compat, rapier.rs) under trama: a node is a body that does not turn, a
// spring a spring joint between two. A step is cut into 4 of h/4, Rapier's default, in which joints are
// iterated.
//   trama run FILE --engine rapier='node engines/node/rapier.mjs'
// Switched off: sleep.
import {load, serve} from './trama.mjs';

const {module: {default: RAPIER}, version} = await load('@dimforge/rapier3d-compat');
await RAPIER.init();

class Joints {
    name = 'Rapier';
    version = version;
    precision = 'float32';
    takes = ['gravity', 'pins', 'guides'];
    approximates = {
        springs: 'spring joints, implicit, iterated in each of 4 parts of a step',
        dampers: 'in those joints',
        drag: 'implicit in the velocity, in each part of a step',
    };

    open(problem) {
        this.world?.free();
        this.problem = problem;
        this.x = Float64Array.from(problem.position);
        this.v = new Float64Array(3 * problem.nodes);
        const [x, y, z] = problem.gravity;
        this.world = new RAPIER.World({x, y, z});
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
