#!/usr/bin/env node
// cannon-es (pmndrs.github.io/cannon-es) under trama: a node is a body without shapes, a spring its
// Spring, whose force is applied before each step; rigid bodies are its own. Semi-implicit Euler.
//   trama run FILE --engine cannon='node engines/node/cannon.mjs'
// Switched off: damping of 0.01, and without contact the search for pairs that touch. Sleep is off by
// cannon's own default.
import {load, serve} from './trama.mjs';
import {SOLIDS, WORLD, jointsOf, lawOf, moves, putBody, setLayers, solidsOf} from './solids.mjs';

const {module: CANNON, version} = await load('cannon-es');

const world = new CANNON.World(), {defaultContactMaterial: usual} = world;
const OPTIONS = [
    {name: 'iterations', kind: 'integer', unit: '1', default: world.solver.iterations, minimum: 1, maximum: 100000,
     summary: 'of the solver of contacts and joints, at most'},
    {name: 'tolerance', kind: 'real', unit: '1', default: world.solver.tolerance, minimum: 0, maximum: 1e6,
     summary: 'at which that solver ends'},
    {name: 'stiffness', kind: 'real', unit: 'N/m', default: usual.contactEquationStiffness, minimum: 1, maximum: 1e15,
     summary: 'of contacts (contactEquationStiffness)'},
    {name: 'relaxation', kind: 'real', unit: '1', default: usual.contactEquationRelaxation, minimum: 0.1, maximum: 1e6,
     summary: 'steps in which a contact settles (contactEquationRelaxation)'},
];

class Springs {
    name = 'cannon-es';
    version = version;
    precision = 'float64';
    options = OPTIONS;
    takes = ['springs', 'dampers', 'gravity', 'drag', 'pins', 'guides', 'body_drag', 'moving_obstacles',
             ...SOLIDS.filter(name => !name.startsWith('bod') && name !== 'hulls')];
    approximates = {
        bodies: 'without the gyroscopic term',
        body_contact: '', ball_joints: '', hinge_joints: '',
        restitution: 'by a contact whose bounce does not converge with the step; also of what is slower than rest_speed',
    };
    refuses = {friction: 'its bound is mu m g as an impulse of each contact, whatever the step is',
               distance_joints: 'its own are of middles alone'};

    open(problem) {
        const {iterations, tolerance, stiffness, relaxation} = problem.options;
        const how = `soft constraints, relaxed ${iterations} times a step`;
        this.approximates.body_contact = `${how}, of stiffness ${stiffness}`;
        this.approximates.ball_joints = this.approximates.hinge_joints = how;
        this.problem = problem;
        this.x = Float64Array.from(problem.position);
        this.v = new Float64Array(3 * problem.nodes);
        this.body = problem.body?.slice();
        this.world = new CANNON.World({gravity: new CANNON.Vec3(...problem.gravity)});
        Object.assign(this.world.solver, {iterations, tolerance});
        Object.assign(this.world.defaultContactMaterial, {contactEquationStiffness: stiffness, contactEquationRelaxation: relaxation});
        this.nodes = Array.from({length: problem.nodes}, (_, i) => makeNode(problem, i));
        this.springs = problem.spring.map(spring => makeSpring(this.nodes, spring));
        this.addSolids(problem);
        this.nodes.forEach(node => this.world.addBody(node));
    }

    addSolids(problem) {
        const {bodies, obstacles} = solidsOf(problem), law = lawOf(problem);
        const solids = [...bodies, ...obstacles];
        setLayers(solids, law, 31);
        const made = solids.map(makeSolid);
        made.forEach(solid => this.world.addBody(solid));
        if (law)
            this.setMaterials(made, solids.map(law.restitution), problem.options);
        else
            this.world.broadphase.collisionPairs = () => {};
        this.solids = made.slice(0, bodies.length);
        const bodyOf = new Map(solids.map((solid, i) => [solid, made[i]]));
        jointsOf(problem, {bodies, obstacles}).forEach(joint => addJoint(this.world, joint, bodyOf));
    }

    // A material for each restitution; of two the larger.
    setMaterials(made, restitutions, {stiffness, relaxation}) {
        const values = [...new Set(restitutions)], materials = values.map(() => new CANNON.Material());
        made.forEach((solid, i) => { solid.material = materials[values.indexOf(restitutions[i])]; });
        materials.forEach((one, i) => materials.slice(i).forEach((other, j) =>
            this.world.addContactMaterial(new CANNON.ContactMaterial(one, other, {
                friction: 0, restitution: Math.max(values[i], values[i + j]),
                contactEquationStiffness: stiffness, contactEquationRelaxation: relaxation}))));
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

const own = ({x, y, z}) => new CANNON.Vec3(x, y, z);

// Without its cap on forces, 1e6 N.
function addJoint(world, {kind, ends: [a, b]}, bodyOf) {
    const [first, second] = [a, b].map(({solid}) => solid === WORLD ? new CANNON.Body({mass: 0}) : bodyOf.get(solid));
    const maxForce = 1e300;
    world.addConstraint(kind === 'ball' ? new CANNON.PointToPointConstraint(first, own(a.at), second, own(b.at), maxForce) :
        new CANNON.HingeConstraint(first, second, {pivotA: own(a.at), pivotB: own(b.at), axisA: own(a.axis), axisB: own(b.axis), maxForce}));
}

// A body has an inertia of its shape's until it is told another.
function makeSolid({kind, size, position, turn, velocity, spin, offset, ownTurn, bit, mask, mass = 0, moment, drag = [0, 0]}) {
    const body = new CANNON.Body({
        mass,
        type: mass > 0 ? CANNON.Body.DYNAMIC : moves({velocity, spin}) ? CANNON.Body.KINEMATIC : CANNON.Body.STATIC,
        position: new CANNON.Vec3(...position),
        quaternion: turnOf(turn),
        velocity: new CANNON.Vec3(...velocity),
        angularVelocity: new CANNON.Vec3(...spin),
        linearDamping: damping(drag[0]),
        angularDamping: damping(drag[1]),
        collisionFilterGroup: bit,
        collisionFilterMask: mask,
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
