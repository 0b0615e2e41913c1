#!/usr/bin/env node
// Jolt Physics (jolt-physics, Rouwe, github.com/jrouwe/JoltPhysics.js) under trama: one soft body; a
// node is a vertex, a spring an edge of compliance 1/K, which is implicit Euler of the spring. A step
// of it is cut into `iterations` (5 by Jolt's default) parts, each of which visits every edge once. Rigid bodies are
// Jolt's own.
//   trama run FILE --engine jolt='node engines/node/jolt.mjs'
// Switched off: Jolt's damping of bodies (0.05/s, of soft ones 0.1/s), its caps on speed (500 m/s, 47
// rad/s), sleep, the following of the vertices by the body, round edges of boxes, and that what is
// slower than 1 m/s does not bounce. Switched on: the gyroscopic term.
import {load, serve} from './trama.mjs';
import {FROM_Y_TO_Z, SOLIDS, WORLD, array, jointsOf, lawOf, middleOf, moves, product, putBody, setLayers, solidsOf, turned} from './solids.mjs';

const {module, version} = await load('jolt-physics');
const Jolt = await module.default({print: text => console.error(text)});

const ITERATED = 'impulses iterated 10 times a step, then 2 corrections of positions';

class Soft {
    name = 'Jolt';
    version = version;
    precision = 'float32';
    options = [{name: 'iterations', kind: 'integer', unit: '1', default: 5, minimum: 1, maximum: 1000,
                summary: 'parts that a step of a soft body is cut into (mNumIterations)'}];
    takes = ['gravity', 'pins', 'restitution', 'moving_obstacles', 'cylinders', 'capsules', 'cones', ...SOLIDS.filter(name => name !== 'body_contact')];
    approximates = {
        springs: 'constraints of compliance 1/K, implicit Euler',
        drag: "a force by the velocity at the step's start",
        body_drag: 'a factor of the velocity in each step',
        body_contact: `${ITERATED}; ` +
            '0.02 m of depth are left; more than 20000 pairs that touch are lost',
        friction: 'of patches of contact',
        ball_joints: ITERATED, hinge_joints: ITERATED, distance_joints: ITERATED,
    };
    refuses = {dampers: 'an edge has no damping', guides: 'a node is free or held'};

    open(problem) {
        this.approximates.springs =
            `constraints of compliance 1/K, implicit Euler, each visited once in each of ${problem.options.iterations} parts of a step`;
        this.close();
        this.problem = problem;
        this.x = Float64Array.from(problem.position);
        this.v = new Float64Array(3 * problem.nodes);
        this.body = problem.body?.slice();
        const {bodies, obstacles} = solidsOf(problem), law = lawOf(problem);
        const layers = setLayers([...bodies, ...obstacles], law, Infinity);
        this.jolt = makeWorld(problem.gravity, bodies.length + obstacles.length, law, layers);
        this.made = problem.nodes > 0 ? [makeSoft(this.jolt, problem)] : [];
        this.vertices = problem.nodes > 0 ? verticesOf(this.made[0]) : null;
        this.solids = bodies.map(solid => makeSolid(this.jolt, solid, law));
        const led = obstacles.map(solid => makeSolid(this.jolt, solid, law));
        this.made.push(...this.solids, ...led);
        const made = new Map([...bodies, ...obstacles].map((solid, i) => [solid, [...this.solids, ...led][i]]));
        jointsOf(problem, {bodies, obstacles}).forEach(joint => makeJoint(this.jolt, joint, made));
    }

    step(h) {
        this.addDrag(h);
        this.jolt.Step(h, 1);
        this.forEachFree((node, memory, at) => {
            for (let axis = 0; axis < 3; axis++) {
                this.x[3 * node + axis] = memory[at + POSITION + axis];
                this.v[3 * node + axis] = memory[at + VELOCITY + axis];
            }
        });
        this.solids.forEach((solid, i) => putBody(this.body, i, ...stateOf(solid)));
    }

    addDrag(h) {
        if (!this.problem.has.includes('drag'))
            return;
        this.forEachFree((node, memory, at) => {
            for (let axis = 0; axis < 3; axis++)
                memory[at + VELOCITY + axis] *= 1 - h * this.problem.drag[node] / this.problem.mass[node];
        });
    }

    // Vertices in Jolt's memory: accessors would cost ten times as much.
    forEachFree(does) {
        if (!this.vertices)
            return;
        const memory = Jolt.HEAPF32, begin = Jolt.getPointer(this.vertices.at(0)) >> 2;
        for (let node = 0; node < this.problem.nodes; node++)
            if (!this.problem.held[3 * node])
                does(node, memory, begin + STRIDE * node);
    }

    close() {
        if (!this.jolt)
            return;
        const bodies = this.jolt.GetPhysicsSystem().GetBodyInterface();
        for (const body of this.made) {
            bodies.RemoveBody(body.GetID());
            bodies.DestroyBody(body.GetID());
        }
        Jolt.destroy(this.jolt);
    }
}

// What a temporary object of Jolt's is for, after which it is freed.
function using(object, does) {
    const result = does(object);
    Jolt.destroy(object);
    return result;
}

const MANIFOLDS = 20000; // pairs that touch, as many as its memory for a step has room for
const NODES = 0; // the layer of what meets nothing (setLayers)

function makeWorld(gravity, solids, law, count) {
    const settings = new Jolt.JoltSettings(), layers = new Jolt.BroadPhaseLayerInterfaceTable(count, 1);
    const pairs = new Jolt.ObjectLayerPairFilterTable(count);
    for (let one = 1; one < count; one++)
        for (let other = 1; other <= one; other++)
            if (one !== other || one === 1)
                pairs.EnableCollision(one, other);
    settings.mMaxWorkerThreads = 0;
    settings.mMaxBodies = 16 + solids;
    settings.mMaxBodyPairs = 64 + 64 * solids;
    settings.mMaxContactConstraints = Math.min(64 + 12 * solids, MANIFOLDS);
    settings.mObjectLayerPairFilter = pairs;
    using(new Jolt.BroadPhaseLayer(0), layer =>
        Array.from({length: count}, (_, own) => layers.MapObjectToBroadPhaseLayer(own, layer)));
    settings.mBroadPhaseLayerInterface = layers;
    settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, count);
    const jolt = using(settings, () => new Jolt.JoltInterface(settings)), system = jolt.GetPhysicsSystem();
    using(new Jolt.Vec3(...gravity), down => system.SetGravity(down));
    const physics = system.GetPhysicsSettings();
    physics.mMinVelocityForRestitution = law?.restSpeed ?? 0;
    system.SetPhysicsSettings(physics);
    return jolt;
}

function makeShared({nodes, position, velocity, held, mass, spring}) {
    const shared = new Jolt.SoftBodySharedSettings();
    for (let i = 0; i < nodes; i++)
        using(new Jolt.SoftBodySharedSettingsVertex(), vertex => {
            using(new Jolt.Float3(...position.subarray(3 * i, 3 * i + 3)), x => { vertex.mPosition = x; });
            using(new Jolt.Float3(...velocity.subarray(3 * i, 3 * i + 3)), v => { vertex.mVelocity = v; });
            vertex.mInvMass = held[3 * i] ? 0 : 1 / mass[i];
            shared.mVertices.push_back(vertex);
        });
    for (const {nodes: [first, second], stiffness, rest} of spring)
        using(new Jolt.SoftBodySharedSettingsEdge(first, second, 1 / stiffness), edge => {
            edge.mRestLength = rest;
            shared.mEdgeConstraints.push_back(edge);
        });
    shared.Optimize();
    return shared;
}

function verticesOf(body) {
    return Jolt.castObject(body.GetMotionProperties(), Jolt.SoftBodyMotionProperties).GetVertices();
}

function makeSoft(jolt, problem) {
    const bodies = jolt.GetPhysicsSystem().GetBodyInterface(), shared = makeShared(problem);
    const place = new Jolt.RVec3(0, 0, 0), turn = new Jolt.Quat(0, 0, 0, 1);
    const settings = new Jolt.SoftBodyCreationSettings(shared, place, turn, NODES);
    settings.mNumIterations = problem.options.iterations;
    settings.mLinearDamping = 0;
    settings.mMaxLinearVelocity = 1e15; // m/s; its square is a float
    settings.mAllowSleeping = settings.mUpdatePosition = settings.mMakeRotationIdentity = false;
    const body = bodies.CreateSoftBody(settings);
    bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
    [settings, place, turn].forEach(Jolt.destroy);
    return body;
}

// --- rigid bodies

const shapes = {
    sphere: ([radius]) => new Jolt.SphereShapeSettings(radius),
    box: size => using(new Jolt.Vec3(...size.map(edge => edge / 2)), half => new Jolt.BoxShapeSettings(half, 0)),
    hull: (_, points) => {
        const settings = new Jolt.ConvexHullShapeSettings();
        for (let i = 0; i < points.length; i += 3)
            using(new Jolt.Vec3(...points.slice(i, i + 3)), point => settings.mPoints.push_back(point));
        settings.mMaxConvexRadius = 0;
        return settings;
    },
    cylinder: ([radius, height]) => new Jolt.CylinderShapeSettings(height / 2, radius, 0),
    cone: ([radius, height]) => new Jolt.TaperedCylinderShapeSettings(height / 2, 0, radius, 0),
    capsule: ([radius, length]) => new Jolt.CapsuleShapeSettings(length / 2, radius),
    plane: () => using(new Jolt.Vec3(0, 0, 1), up => using(new Jolt.Plane(up, 0), plane =>
        new Jolt.PlaneShapeSettings(plane, null, 1e4))), // m, half its width
};
const ALONG_Y = ['cylinder', 'capsule', 'cone'];

// Of settings Jolt frees itself.
function shapeOf(solid) {
    const {kind, size, points, ownTurn} = solid, offset = middleOf(solid);
    const turn = ALONG_Y.includes(kind) ? product(ownTurn, FROM_Y_TO_Z) : ownTurn, shape = shapes[kind](size, points);
    const isPlaced = turn.w !== 1 || offset.some(part => part !== 0);
    const placed = isPlaced ? using(new Jolt.Vec3(...offset), at => using(quaternion(turn), own =>
        new Jolt.RotatedTranslatedShapeSettings(at, own, shape))) : shape;
    return placed.Create().Get();
}

const quaternion = ({x, y, z, w}) => new Jolt.Quat(x, y, z, w);

function setMass(settings, mass, moment) {
    const {mMassPropertiesOverride: own} = settings;
    settings.mOverrideMassProperties = Jolt.EOverrideMassProperties_MassAndInertiaProvided;
    own.mMass = mass;
    using(new Jolt.Vec3(...moment), diagonal => { own.mInertia = Jolt.Mat44.prototype.sScaleVec3(diagonal); });
}

function makeSolid(jolt, solid, law) {
    const bodies = jolt.GetPhysicsSystem().GetBodyInterface(), free = solid.mass !== undefined;
    const place = new Jolt.RVec3(...solid.position), turn = quaternion(solid.turn);
    const motion = free ? Jolt.EMotionType_Dynamic : moves(solid) ? Jolt.EMotionType_Kinematic : Jolt.EMotionType_Static;
    const settings = new Jolt.BodyCreationSettings(shapeOf(solid), place, turn, motion, solid.layer);
    settings.mFriction = law?.friction(solid) ?? 0; // combined by the root of the product
    settings.mRestitution = law?.restitution(solid) ?? 0; // the larger of two
    if (free) {
        setMass(settings, solid.mass, solid.moment);
        [settings.mLinearDamping, settings.mAngularDamping] = solid.drag;
        settings.mApplyGyroscopicForce = true;
    }
    settings.mMaxLinearVelocity = settings.mMaxAngularVelocity = 1e15;
    settings.mAllowSleeping = false;
    using(new Jolt.Vec3(...solid.velocity), v => { settings.mLinearVelocity = v; });
    using(new Jolt.Vec3(...solid.spin), spin => { settings.mAngularVelocity = spin; });
    const body = bodies.CreateBody(settings);
    bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
    [settings, place, turn].forEach(Jolt.destroy);
    return body;
}

// Of the world where nothing is: a body without an identity is what Jolt fixes in the world.
function makeJoint(jolt, {kind, length, ends}, made) {
    const bodies = jolt.GetPhysicsSystem().GetBodyInterface(), settings = new joints[kind]();
    settings.mSpace = Jolt.EConstraintSpace_WorldSpace;
    ends.forEach(({solid, at, axis}, i) => {
        const {x, y, z} = turned(solid.turn, at);
        using(new Jolt.RVec3(...[x, y, z].map((own, k) => own + solid.position[k])), point => { settings[`mPoint${i + 1}`] = point; });
        if (kind === 'hinge')
            setAxis(settings, i + 1, array(turned(solid.turn, axis)));
    });
    if (kind === 'distance')
        settings.mMinDistance = settings.mMaxDistance = length;
    const nobody = new Jolt.BodyID(), [first, second] = ends.map(({solid}) => solid === WORLD ? nobody : made.get(solid).GetID());
    jolt.GetPhysicsSystem().AddConstraint(bodies.CreateConstraint(settings, first, second));
    [settings, nobody].forEach(Jolt.destroy);
}

const joints = {ball: Jolt.PointConstraintSettings, hinge: Jolt.HingeConstraintSettings, distance: Jolt.DistanceConstraintSettings};

function setAxis(settings, end, axis) {
    using(new Jolt.Vec3(...axis), along => {
        settings[`mHingeAxis${end}`] = along;
        settings[`mNormalAxis${end}`] = along.GetNormalizedPerpendicular();
    });
}

// The binding gives each vector in the same place again: each is copied before the next is asked for.
function stateOf(body) {
    const copy = vector => ({x: vector.GetX(), y: vector.GetY(), z: vector.GetZ()}), turn = body.GetRotation();
    return [copy(body.GetPosition()), {...copy(turn), w: turn.GetW()}, copy(body.GetLinearVelocity()),
            copy(body.GetAngularVelocity())];
}

// Where a vertex has what, in floats of 4 bytes: by the numbers that two vertices were given (the
// position comes after the one before the step).
function layout() {
    const two = {nodes: 2, gravity: [0, 0, 0], position: Float64Array.of(1, 2, 3, 4, 5, 6), mass: [1, 1],
                 velocity: Float64Array.of(7, 8, 9, 10, 11, 12), held: new Float64Array(6), spring: [], bodies: 0, obstacles: 0,
                 options: {iterations: 1}};
    const solver = new Soft();
    solver.open(two);
    const at = i => Jolt.getPointer(solver.vertices.at(i)) >> 2, begin = at(0), stride = at(1) - begin;
    const memory = Jolt.HEAPF32.slice(begin, begin + stride);
    const found = [stride, memory.lastIndexOf(2) - 1, memory.indexOf(7)];
    solver.close();
    return found;
}

const [STRIDE, POSITION, VELOCITY] = layout();
serve(new Soft());
