#!/usr/bin/env node
// cannon-es (pmndrs.github.io/cannon-es) under trama: a node is a body without shapes, a spring its
// Spring, whose force is applied before each step; rigid bodies are its own. Semi-implicit Euler.
//   trama run FILE --engine cannon='node engines/node/cannon.mjs'
// Switched off: damping of 0.01, and without contact the search for pairs that touch. Sleep is off by
// cannon's own default.
import {load, serve} from './trama.mjs';
import {SOLIDS, lawOf, putBody, solidsOf} from './solids.mjs';

const {module: CANNON, version} = await load('cannon-es');

class Springs {
    name = 'cannon-es';
    version = version;
    precision = 'float64';
    takes = ['springs', 'dampers', 'gravity', 'drag', 'pins', 'guides', 'body_drag',
             ...SOLIDS.filter(name => !name.startsWith('bod') && name !== 'hulls')];
    approximates = {
        bodies: 'without the gyroscopic term',
        body_contact: 'soft constraints of stiffness 1e7, relaxed 10 times a step',
        restitution: 'by a contact whose bounce does not converge with the step; also of what is slower than rest_speed',
    };
    refuses = {friction: 'its bound is mu m g as an impulse of each contact, whatever the step is'};

    open(problem) {
        this.problem = problem;
        this.x = Float64Array.from(problem.position);
        this.v = new Float64Array(3 * problem.nodes);
        this.body = problem.body?.slice();
        this.world = new CANNON.World({gravity: new CANNON.Vec3(...problem.gravity)});
        this.nodes = Array.from({length: problem.nodes}, (_, i) => makeNode(problem, i));
        this.springs = problem.spring.map(spring => makeSpring(this.nodes, spring));
        this.addSolids(problem);
        this.nodes.forEach(node => this.world.addBody(node));
    }

    addSolids(problem) {
        const {bodies, obstacles} = solidsOf(problem), law = lawOf(problem);
        const solids = [...bodies, ...obstacles];
        const made = solids.map(makeSolid);
        made.forEach(solid => this.world.addBody(solid));
        if (law)
            this.setMaterials(made, solids.map(law.restitution));
        else
            this.world.broadphase.collisionPairs = () => {};
        this.solids = made.slice(0, bodies.length);
    }

    // A material for each restitution; of two the larger.
    setMaterials(made, restitutions) {
        const values = [...new Set(restitutions)], materials = values.map(() => new CANNON.Material());
        made.forEach((solid, i) => { solid.material = materials[values.indexOf(restitutions[i])]; });
        materials.forEach((one, i) => materials.slice(i).forEach((other, j) =>
            this.world.addContactMaterial(new CANNON.ContactMaterial(one, other, {
                friction: 0, restitution: Math.max(values[i], values[i + j])}))));
    }

    step(h) {
        this.springs.forEach(spring => spring.applyForce());
        this.world.step(h);
        this.nodes.forEach((node, i) => {
            this.take(this.x, i, node.position);
            this.take(this.v, i, node.velocity);
        });
        this.solids.forEach(({position, quaternion, velocity, angularVelocity}, i) =>
            putBody(this.body, i, position, quaternion, velocity, angularVelocity));
    }

    // What is held stays where it is, to the last digit.
    take(rows, i, {x, y, z}) {
        [x, y, z].forEach((value, axis) => {
            if (!this.problem.held[3 * i + axis])
                rows[3 * i + axis] = value;
        });
    }
}

// cannon multiplies velocities by (1 - damping)^h after forces: exp(-d h) if damping = 1 - exp(-d).
const damping = rate => -Math.expm1(-rate);

function makeNode({position, velocity, held, mass, drag}, i) {
    const vector = rows => new CANNON.Vec3(...rows.subarray(3 * i, 3 * i + 3));
    const free = held.subarray(3 * i, 3 * i + 3).map(axis => 1 - axis);
    return new CANNON.Body({
        mass: free.includes(1) ? mass[i] : 0, // 0: nothing moves it
        position: vector(position),
        velocity: vector(velocity),
        linearDamping: damping(drag[i] / mass[i]),
        linearFactor: new CANNON.Vec3(...free),
    });
}

// Set after it is made: to the constructor 0 means its default.
function makeSpring(nodes, {nodes: [first, second], stiffness, damping, rest}) {
    return Object.assign(new CANNON.Spring(nodes[first], nodes[second]), {stiffness, damping, restLength: rest});
}

// --- rigid bodies

const shapes = {
    sphere: ([radius]) => new CANNON.Sphere(radius),
    box: size => new CANNON.Box(new CANNON.Vec3(...size.map(edge => edge / 2))),
    plane: () => new CANNON.Plane(),
};
const turnOf = ({x, y, z, w}) => new CANNON.Quaternion(x, y, z, w);

// A body has an inertia of its shape's until it is told another.
function makeSolid({kind, size, position, turn, velocity, spin, offset, ownTurn, mass = 0, moment, drag = [0, 0]}) {
    const body = new CANNON.Body({
        mass,
        position: new CANNON.Vec3(...position),
        quaternion: turnOf(turn),
        velocity: new CANNON.Vec3(...velocity),
        angularVelocity: new CANNON.Vec3(...spin),
        linearDamping: damping(drag[0]),
        angularDamping: damping(drag[1]),
    });
    body.addShape(shapes[kind](size), new CANNON.Vec3(...offset), turnOf(ownTurn));
    if (moment) {
        body.inertia.set(...moment);
        body.invInertia.set(...moment.map(own => 1 / own));
        body.updateInertiaWorld(true);
    }
    return body;
}

serve(new Springs());
