#!/usr/bin/env node
// cannon-es (pmndrs.github.io/cannon-es) under trama: a node is a body without shapes, a spring its
// Spring, whose force is applied before each step; semi-implicit Euler.
//   trama run FILE --engine cannon='node engines/node/cannon.mjs'
// Switched off: damping of 0.01, and the search for pairs that touch, since nothing has a shape. Sleep
// is off by cannon's own default.
import {load, serve} from './trama.mjs';

const {module: CANNON, version} = await load('cannon-es');

class Springs {
    name = 'cannon-es';
    version = version;
    precision = 'float64';
    takes = ['springs', 'dampers', 'gravity', 'drag', 'pins', 'guides'];

    open(problem) {
        this.problem = problem;
        this.x = Float64Array.from(problem.position);
        this.v = new Float64Array(3 * problem.nodes);
        this.world = new CANNON.World({gravity: new CANNON.Vec3(...problem.gravity)});
        this.world.broadphase.collisionPairs = () => {};
        this.bodies = Array.from({length: problem.nodes}, (_, i) => makeBody(problem, i));
        this.bodies.forEach(body => this.world.addBody(body));
        this.springs = problem.spring.map(spring => makeSpring(this.bodies, spring));
    }

    step(h) {
        this.springs.forEach(spring => spring.applyForce());
        this.world.step(h);
        this.bodies.forEach((body, i) => {
            this.take(this.x, i, body.position);
            this.take(this.v, i, body.velocity);
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

// cannon multiplies velocities by (1 - damping)^h after forces: exp(-c h/m) if damping = 1 - exp(-c/m).
function makeBody({position, velocity, held, mass, drag}, i) {
    const vector = rows => new CANNON.Vec3(...rows.subarray(3 * i, 3 * i + 3));
    const free = held.subarray(3 * i, 3 * i + 3).map(axis => 1 - axis);
    return new CANNON.Body({
        mass: free.includes(1) ? mass[i] : 0, // 0: nothing moves it
        position: vector(position),
        velocity: vector(velocity),
        linearDamping: -Math.expm1(-drag[i] / mass[i]),
        linearFactor: new CANNON.Vec3(...free),
    });
}

// Set after it is made: to the constructor 0 means its default.
function makeSpring(bodies, {nodes: [first, second], stiffness, damping, rest}) {
    return Object.assign(new CANNON.Spring(bodies[first], bodies[second]), {stiffness, damping, restLength: rest});
}

serve(new Springs());
