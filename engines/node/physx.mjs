#!/usr/bin/env node
// PhysX 5 (physx-js-webidl, github.com/NVIDIA-Omniverse/PhysX) under trama: a node is a body that does
// not turn, a spring a distance joint between two; rigid bodies are its own. Its default solver, PGS:
// joints and contacts are implicit, and iterated.
//   trama run FILE --engine physx='node engines/node/physx.mjs'
// Switched off: sleep, the caps on speed, damping of spin (0.05), and what is slower than 2 m/s does not
// bounce. Switched on: the gyroscopic term.
import fs from 'node:fs';
import {load, serve} from './trama.mjs';
import {FROM_X_TO_Z, SOLIDS, WORLD, array, jointsOf, lawOf, ledTo, moves, product, putBody, setLayers, solidsOf} from './solids.mjs';

const {module, version} = await load('physx-js-webidl');

// Its loader takes Node for a browser's worker if it sees `process`, and then refuses it.
async function start() {
    const wasmBinary = fs.readFileSync(new URL('node_modules/physx-js-webidl/physx-js-webidl.wasm', import.meta.url));
    const node = globalThis.process, print = text => console.error(text);
    globalThis.process = undefined;
    globalThis.window ??= {};
    try {
        return await module.default({wasmBinary, print, printErr: print});
    } finally {
        globalThis.process = node;
    }
}

const PX = await start();
const ours = PX.PxTopLevelFunctions.prototype;
const foundation = ours.CreateFoundation(ours.PHYSICS_VERSION, new PX.PxDefaultAllocator(), new PX.PxDefaultErrorCallback());
const physics = ours.CreatePhysics(ours.PHYSICS_VERSION, foundation, new PX.PxTolerancesScale());
const dispatcher = ours.DefaultCpuDispatcherCreate(0);

// What a temporary object is for, after which it is freed.
function using(object, does) {
    const result = does(object);
    PX.destroy(object);
    return result;
}

class Joints {
    name = 'PhysX';
    version = `${ours.PHYSICS_VERSION >> 24}.${ours.PHYSICS_VERSION >> 16 & 255}.${ours.PHYSICS_VERSION >> 8 & 255}`;
    precision = 'float32';
    options = [
        {name: 'iterations', kind: 'integer', unit: '1', default: 4, minimum: 1, maximum: 255,
         summary: 'of positions, a step (setSolverIterationCounts)'},
        {name: 'velocity_iterations', kind: 'integer', unit: '1', default: 1, minimum: 0, maximum: 255,
         summary: 'of velocities, a step'},
        {name: 'solver', kind: 'choice', choices: ['PGS', 'TGS'], default: 'PGS', summary: 'projected or temporal Gauss-Seidel'},
    ];
    takes = ['gravity', 'pins', 'guides', 'restitution', 'moving_obstacles', 'capsules', ...SOLIDS.filter(name => name !== 'body_contact')];
    approximates = {
        springs: 'distance joints, implicit Euler',
        dampers: 'in those joints',
        drag: 'a factor of the velocity in each step',
        body_drag: 'a factor of the velocity in each step',
        body_contact: 'iterated',
        friction: 'of patches of contact, along two axes',
        ball_joints: 'iterated', hinge_joints: 'iterated', distance_joints: 'iterated',
    };
    refuses = {cylinders: 'it has none'};

    open(problem) {
        const {options} = problem, work = `iterated ${options.iterations} times a step (${options.solver})`;
        this.approximates.springs = `distance joints, implicit Euler, ${work}`;
        ['body_contact', 'ball_joints', 'hinge_joints', 'distance_joints'].forEach(name => { this.approximates[name] = work; });
        this.close();
        this.problem = problem;
        this.x = Float64Array.from(problem.position);
        this.v = new Float64Array(3 * problem.nodes);
        this.body = problem.body?.slice();
        const {bodies, obstacles} = solidsOf(problem), law = lawOf(problem);
        setLayers([...bodies, ...obstacles], law, 31);
        this.scene = makeScene(problem, law);
        this.nodes = Array.from({length: problem.nodes}, (_, node) => makeNode(problem, node));
        this.joints = problem.spring.map(spring => makeJoint(this.nodes, spring));
        this.solids = bodies.map(solid => makeSolid(solid, law, options));
        this.time = 0;
        this.fixed = obstacles.map(solid => makeObstacle(solid, law));
        this.led = obstacles.map((solid, i) => ({solid, actor: this.fixed[i]})).filter(({solid}) => moves(solid));
        [...this.nodes, ...this.solids, ...this.fixed].forEach(actor => this.scene.addActor(actor));
        const made = new Map([...bodies, ...obstacles].map((solid, i) => [solid, [...this.solids, ...this.fixed][i]]));
        this.joints.push(...jointsOf(problem, {bodies, obstacles}).map(joint => joinSolids(joint, made)));
    }

    step(h) {
        this.time += h;
        this.led.forEach(({solid, actor}) => lead(actor, ledTo(solid, this.time)));
        this.scene.simulate(h);
        this.scene.fetchResults(true);
        this.nodes.forEach((body, node) => {
            this.take(this.x, node, body.getGlobalPose().p);
            this.take(this.v, node, body.getLinearVelocity());
        });
        this.solids.forEach((body, i) => putBody(this.body, i, ...stateOf(body)));
    }

    // What is held stays where it is, to the last digit.
    take(rows, node, vector) {
        [vector.x, vector.y, vector.z].forEach((value, axis) => {
            if (!this.problem.held[3 * node + axis])
                rows[3 * node + axis] = value;
        });
    }

    close() {
        if (!this.scene)
            return;
        [...this.joints, ...this.nodes, ...this.solids, ...this.fixed, this.scene].forEach(object => object.release());
        this.scene = null;
    }
}

function makeScene({gravity, options}, law) {
    return using(new PX.PxSceneDesc(physics.getTolerancesScale()), description => {
        using(new PX.PxVec3(...gravity), down => { description.gravity = down; });
        description.cpuDispatcher = dispatcher;
        description.filterShader = ours.DefaultFilterShader();
        description.bounceThresholdVelocity = Math.max(law?.restSpeed ?? 0, 1e-6); // m/s; it must be above 0
        description.solverType = PX.PxSolverTypeEnum[`e${options.solver}`];
        return physics.createScene(description);
    });
}

function placeOf(position, {x, y, z, w} = {x: 0, y: 0, z: 0, w: 1}) {
    return using(new PX.PxVec3(...position), at =>
        using(new PX.PxQuat(x, y, z, w), turn => new PX.PxTransform(at, turn)));
}

// What every body has, and PhysX would have otherwise.
function settle(body, mass, moment, drag, options) {
    body.setMass(mass);
    using(new PX.PxVec3(...moment), inertia => body.setMassSpaceInertiaTensor(inertia));
    body.setLinearDamping(drag[0]);
    body.setAngularDamping(drag[1]);
    body.setMaxLinearVelocity(1e15);
    body.setMaxAngularVelocity(1e7);
    body.setSleepThreshold(0);
    body.setStabilizationThreshold(0);
    body.setSolverIterationCounts(options.iterations, options.velocity_iterations);
}

const MOVES = ['eLOCK_LINEAR_X', 'eLOCK_LINEAR_Y', 'eLOCK_LINEAR_Z'];
const TURNS = ['eLOCK_ANGULAR_X', 'eLOCK_ANGULAR_Y', 'eLOCK_ANGULAR_Z'];

// One that is held in all axes is moved by nothing: kinematic.
function makeNode({position, velocity, held, mass, drag, options}, node) {
    const body = using(placeOf(position.subarray(3 * node, 3 * node + 3)), place => physics.createRigidDynamic(place));
    const axes = held.subarray(3 * node, 3 * node + 3), lock = PX.PxRigidDynamicLockFlagEnum;
    settle(body, mass[node], [mass[node], mass[node], mass[node]], [drag[node] / mass[node], 0], options);
    TURNS.forEach(name => body.setRigidDynamicLockFlag(lock[name], true));
    if (!axes.includes(0)) {
        body.setRigidBodyFlag(PX.PxRigidBodyFlagEnum.eKINEMATIC, true);
        return body;
    }
    MOVES.forEach((name, axis) => body.setRigidDynamicLockFlag(lock[name], axes[axis] !== 0));
    using(new PX.PxVec3(...velocity.subarray(3 * node, 3 * node + 3)), v => body.setLinearVelocity(v, true));
    return body;
}

function makeJoint(nodes, {nodes: [first, second], stiffness, damping, rest}) {
    const flag = PX.PxDistanceJointFlagEnum;
    return using(new PX.PxTransform(PX.PxIDENTITYEnum.PxIdentity), middle => {
        const joint = ours.DistanceJointCreate(physics, nodes[first], middle, nodes[second], middle);
        joint.setMinDistance(rest);
        joint.setMaxDistance(rest);
        joint.setTolerance(0);
        joint.setStiffness(stiffness);
        joint.setDamping(damping);
        ['eMIN_DISTANCE_ENABLED', 'eMAX_DISTANCE_ENABLED', 'eSPRING_ENABLED'].forEach(
            name => joint.setDistanceJointFlag(flag[name], true));
        return joint;
    });
}

// --- rigid bodies

const GYROSCOPIC = 1024; // PxRigidBodyFlag::eENABLE_GYROSCOPIC_FORCES, which the binding does not name
const shapes = {
    sphere: ([radius]) => new PX.PxSphereGeometry(radius),
    box: size => new PX.PxBoxGeometry(...size.map(edge => edge / 2)),
    capsule: ([radius, length]) => new PX.PxCapsuleGeometry(radius, length / 2),
    hull: (_, points) => using(new PX.PxConvexMeshDesc(), description => {
        const corners = new PX.PxArray_PxVec3(points.length / 3);
        for (let i = 0; 3 * i < points.length; i++)
            using(new PX.PxVec3(...points.slice(3 * i, 3 * i + 3)), corner => corners.set(i, corner));
        description.flags = new PX.PxConvexFlags(PX.PxConvexFlagEnum.eCOMPUTE_CONVEX);
        description.points.count = points.length / 3;
        description.points.stride = 12;
        description.points.data = corners.begin();
        const mesh = ours.CreateConvexMesh(new PX.PxCookingParams(physics.getTolerancesScale()), description);
        PX.destroy(corners);
        return new PX.PxConvexMeshGeometry(mesh);
    }),
    plane: () => new PX.PxPlaneGeometry(), // the half space x <= 0
};
const ALONG_X = ['plane', 'capsule'];

// The product of roots of frictions is the root of their product.
function addShape(actor, solid, law) {
    if (!law)
        return;
    const mu = Math.sqrt(law.friction(solid)), material = physics.createMaterial(mu, mu, law.restitution(solid));
    material.setFrictionCombineMode(PX.PxCombineModeEnum.eMULTIPLY);
    material.setRestitutionCombineMode(PX.PxCombineModeEnum.eMAX);
    const turn = ALONG_X.includes(solid.kind) ? product(solid.ownTurn, FROM_X_TO_Z) : solid.ownTurn;
    using(shapes[solid.kind](solid.size, solid.points), geometry => {
        const shape = physics.createShape(geometry, material, true);
        using(placeOf(solid.offset, turn), place => shape.setLocalPose(place));
        using(new PX.PxFilterData(solid.bit, solid.mask, 0, 0), data => shape.setSimulationFilterData(data));
        actor.attachShape(shape);
        shape.release();
    });
    material.release();
}

function makeSolid(solid, law, options) {
    const body = using(placeOf(solid.position, solid.turn), place => physics.createRigidDynamic(place));
    addShape(body, solid, law);
    settle(body, solid.mass, solid.moment, solid.drag, options);
    body.setRigidBodyFlag(GYROSCOPIC, true);
    using(new PX.PxVec3(...solid.velocity), v => body.setLinearVelocity(v, true));
    using(new PX.PxVec3(...solid.spin), spin => body.setAngularVelocity(spin, true));
    return body;
}

function makeObstacle(solid, law) {
    const led = moves(solid), actor = using(placeOf(solid.position, solid.turn), place =>
        led ? physics.createRigidDynamic(place) : physics.createRigidStatic(place));
    if (led)
        actor.setRigidBodyFlag(PX.PxRigidBodyFlagEnum.eKINEMATIC, true);
    addShape(actor, solid, law);
    return actor;
}

function lead(actor, {position, turn}) {
    using(placeOf(position, turn), place => actor.setKinematicTarget(place));
}

// Frames of joints have their axis along x. Solids that are joined touch as others do.
const joinings = {ball: ours.SphericalJointCreate, hinge: ours.RevoluteJointCreate, distance: ours.DistanceJointCreate};

function joinSolids({kind, length, ends: [a, b]}, made) {
    const actors = [a, b].map(({solid}) => solid === WORLD ? null : made.get(solid));
    return using(placeOf(array(a.at), fromX(a.axis)), first => using(placeOf(array(b.at), fromX(b.axis)), second => {
        const joint = joinings[kind].call(ours, physics, actors[0], first, actors[1], second);
        joint.setConstraintFlag(PX.PxConstraintFlagEnum.eCOLLISION_ENABLED, true);
        if (kind === 'distance')
            setLength(joint, length);
        return joint;
    }));
}

function setLength(joint, length) {
    const flag = PX.PxDistanceJointFlagEnum;
    joint.setMinDistance(length);
    joint.setMaxDistance(length);
    joint.setTolerance(0);
    ['eMIN_DISTANCE_ENABLED', 'eMAX_DISTANCE_ENABLED'].forEach(name => joint.setDistanceJointFlag(flag[name], true));
}

// A turn that takes the first axis to this one.
function fromX({x, y, z}) {
    const size = Math.hypot(x, y, z);
    if (!(x > -0.999999 * size))
        return {x: 0, y: 0, z: 1, w: 0};
    const w = size + x, norm = Math.hypot(w, y, z);
    return {x: 0, y: -z / norm, z: y / norm, w: w / norm};
}

// The binding gives each vector in the same place again: each is copied before the next is asked for.
function stateOf(body) {
    const copy = ({x, y, z}) => ({x, y, z}), {p, q} = body.getGlobalPose();
    const position = copy(p), turn = {x: q.x, y: q.y, z: q.z, w: q.w};
    return [position, turn, copy(body.getLinearVelocity()), copy(body.getAngularVelocity())];
}

serve(new Joints());
