#!/usr/bin/env node
// Rapier (@dimforge/rapier3d-compat, rapier.rs) under trama: a node is a body that does not turn, a
// spring a spring joint between two; rigid bodies are its own. A step is cut into `iterations` parts (4
// by Rapier's default), in which joints and contacts are iterated.
//   trama run FILE --engine rapier='node engines/node/rapier.mjs'
// Switched off: sleep. Its caps on speed, 400 m/s and pi/4 rad a part of a step, cannot be set from
// JavaScript, nor do contacts have a speed below which they do not bounce.
import {load, serve} from './trama.mjs';
import {FROM_Y_TO_Z, SOLIDS, WORLD, jointsOf, lawOf, middleOf, moves, product, putBody, setLayers, solidsOf, vector} from './solids.mjs';

const {module: {default: RAPIER}, version} = await load('@dimforge/rapier3d-compat');
await RAPIER.init();

const defaults = new RAPIER.World({x: 0, y: 0, z: 0}).integrationParameters;

class Joints {
    name = 'Rapier';
    version = version;
    precision = 'float32';
    options = [
        {name: 'iterations', kind: 'integer', unit: '1', default: defaults.numSolverIterations, minimum: 1,
         maximum: 1000, summary: 'parts that a step is cut into (numSolverIterations)'},
        {name: 'relaxations', kind: 'integer', unit: '1', default: defaults.numInternalPgsIterations, minimum: 1,
         maximum: 1000, summary: 'of the joints in each part (numInternalPgsIterations)'},
    ];
    takes = ['gravity', 'pins', 'guides', 'friction', 'moving_obstacles', 'cylinders', 'capsules', 'cones', ...SOLIDS.filter(name => name !== 'body_contact')];
    approximates = {
        springs: 'spring joints, implicit, iterated in each part of a step',
        dampers: 'in those joints',
        drag: 'implicit in the velocity, in each part of a step',
        body_drag: 'implicit in the velocity, in each part of a step',
        body_contact: 'soft constraints, iterated in each part of a step',
        restitution: 'also of what is slower than rest_speed',
        ball_joints: '', hinge_joints: '',
    };
    refuses = {distance_joints: 'its rope pulls and does not push'};

    open(problem) {
        const {iterations, relaxations} = problem.options, work = `${relaxations} relaxations in each of ${iterations} parts of a step`;
        this.approximates.springs = `spring joints, implicit, ${work}`;
        this.approximates.body_contact = this.approximates.ball_joints = this.approximates.hinge_joints = `soft constraints, ${work}`;
        this.world?.free();
        this.problem = problem;
        this.x = Float64Array.from(problem.position);
        this.v = new Float64Array(3 * problem.nodes);
        this.body = problem.body?.slice();
        const [x, y, z] = problem.gravity, {bodies, obstacles} = solidsOf(problem), law = lawOf(problem);
        this.world = new RAPIER.World({x, y, z});
        this.world.integrationParameters.numSolverIterations = iterations;
        this.world.integrationParameters.numInternalPgsIterations = relaxations;
        this.nodes = Array.from({length: problem.nodes}, (_, i) => makeNode(this.world, problem, i));
        problem.spring.forEach(spring => makeSpring(this.world, this.nodes, spring));
        setLayers([...bodies, ...obstacles], law, 16);
        this.solids = bodies.map(solid => makeSolid(this.world, freeBody(solid), solid, law));
        const led = obstacles.map(solid => makeSolid(this.world, ledBody(solid), solid, law));
        this.join(problem, {bodies, obstacles}, [...this.solids, ...led]);
    }

    join(problem, {bodies, obstacles}, solids) {
        const joints = jointsOf(problem, {bodies, obstacles});
        const made = new Map([...bodies, ...obstacles].map((solid, i) => [solid, solids[i]]));
        if (joints.length > 0)
            made.set(WORLD, this.world.createRigidBody(RAPIER.RigidBodyDesc.fixed()));
        for (const {kind, ends: [a, b]} of joints)
            this.world.createImpulseJoint(kind === 'ball' ? RAPIER.JointData.spherical(a.at, b.at) :
                RAPIER.JointData.revoluteWithAxes(a.at, b.at, a.axis, b.axis), made.get(a.solid), made.get(b.solid), true);
    }

    step(h) {
        this.world.timestep = h;
        this.world.step();
        this.nodes.forEach((node, i) => {
            this.take(this.x, i, node.translation());
            this.take(this.v, i, node.linvel());
        });
        this.solids.forEach((solid, i) =>
            putBody(this.body, i, solid.translation(), solid.rotation(), solid.linvel(), solid.angvel()));
    }

    // What is held stays where it is, to the last digit.
    take(rows, i, {x, y, z}) {
        [x, y, z].forEach((value, axis) => {
            if (!this.problem.held[3 * i + axis])
                rows[3 * i + axis] = value;
        });
    }
}

function makeNode(world, {position, velocity, held, mass, drag}, i) {
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

function makeSpring(world, nodes, {nodes: [first, second], stiffness, damping, rest}) {
    const middle = {x: 0, y: 0, z: 0};
    const joint = RAPIER.JointData.spring(rest, stiffness, damping, middle, middle);
    world.createImpulseJoint(joint, nodes[first], nodes[second], true);
}

// --- rigid bodies

const half = length => length / 2;
const shapes = {
    sphere: ([radius]) => RAPIER.ColliderDesc.ball(radius),
    box: size => RAPIER.ColliderDesc.cuboid(...size.map(half)),
    cylinder: ([radius, height]) => RAPIER.ColliderDesc.cylinder(half(height), radius),
    cone: ([radius, height]) => RAPIER.ColliderDesc.cone(half(height), radius),
    capsule: ([radius, length]) => RAPIER.ColliderDesc.capsule(half(length), radius),
    hull: (_, points) => RAPIER.ColliderDesc.convexHull(Float32Array.from(points)),
    plane: () => new RAPIER.ColliderDesc(new RAPIER.HalfSpace({x: 0, y: 0, z: 1})),
};

function freeBody({velocity, spin, mass, moment, drag}) {
    const middle = {x: 0, y: 0, z: 0}, upright = {x: 0, y: 0, z: 0, w: 1};
    return RAPIER.RigidBodyDesc.dynamic()
        .setLinvel(...velocity)
        .setAngvel(vector(spin))
        .setAdditionalMassProperties(mass, middle, vector(moment), upright)
        .setLinearDamping(drag[0])
        .setAngularDamping(drag[1])
        .setCanSleep(false);
}

// An obstacle goes on as it began.
function ledBody({velocity, spin}) {
    return moves({velocity, spin}) ? RAPIER.RigidBodyDesc.kinematicVelocityBased()
        .setLinvel(...velocity).setAngvel(vector(spin)).setCanSleep(false) : RAPIER.RigidBodyDesc.fixed();
}

const ALONG_Y = ['cylinder', 'capsule', 'cone'];

// The product of roots of frictions is the root of their product.
function makeSolid(world, description, solid, law) {
    const made = world.createRigidBody(description.setTranslation(...solid.position).setRotation(solid.turn));
    if (!law)
        return made;
    const {CoefficientCombineRule: rule} = RAPIER;
    world.createCollider(shapes[solid.kind](solid.size, solid.points)
        .setTranslation(...middleOf(solid))
        .setRotation(ALONG_Y.includes(solid.kind) ? product(solid.ownTurn, FROM_Y_TO_Z) : solid.ownTurn)
        .setDensity(0)
        .setCollisionGroups((solid.bit << 16 | solid.mask) >>> 0)
        .setFriction(Math.sqrt(law.friction(solid)))
        .setFrictionCombineRule(rule.Multiply)
        .setRestitution(law.restitution(solid))
        .setRestitutionCombineRule(rule.Max), made);
    return made;
}

serve(new Joints());
