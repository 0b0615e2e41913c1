#!/usr/bin/env node
// Jolt Physics (jolt-physics, Rouwe, github.com/jrouwe/JoltPhysics.js) under trama: one soft body; a
// node is a vertex, a spring an edge of compliance 1/K, which is implicit Euler of the spring. A step
// is cut into `iterations` (5 by Jolt's default) parts, each of which visits every edge once.
//   trama run FILE --engine jolt='node engines/node/jolt.mjs'
// Switched off: Jolt's damping of soft bodies (0.1/s), its cap on speed (500 m/s), sleep, and the
// following of the vertices by the body.
import {load, serve} from './trama.mjs';

const {module, version} = await load('jolt-physics');
const Jolt = await module.default({print: text => console.error(text)});

class Soft {
    name = 'Jolt';
    version = version;
    precision = 'float32';
    takes = ['gravity', 'pins'];
    options = [{name: 'iterations', kind: 'integer', unit: '1', default: 5, minimum: 1, maximum: 1000,
                summary: 'parts that a step of a soft body is cut into (mNumIterations)'}];
    approximates = {
        springs: 'constraints of compliance 1/K, implicit Euler',
        drag: "a force by the velocity at the step's start",
    };
    refuses = {dampers: 'an edge has no damping', guides: 'a node is free or held'};

    open(problem) {
        this.close();
        this.problem = problem;
        this.approximates.springs =
            `constraints of compliance 1/K, implicit Euler, each visited once in each of ${problem.options.iterations} parts of a step`;
        this.x = Float64Array.from(problem.position);
        this.v = new Float64Array(3 * problem.nodes);
        this.jolt = makeWorld(problem.gravity);
        this.body = makeBody(this.jolt, problem);
        this.vertices = Jolt.castObject(this.body.GetMotionProperties(), Jolt.SoftBodyMotionProperties).GetVertices();
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
        const memory = Jolt.HEAPF32, begin = Jolt.getPointer(this.vertices.at(0)) >> 2;
        for (let node = 0; node < this.problem.nodes; node++)
            if (!this.problem.held[3 * node])
                does(node, memory, begin + STRIDE * node);
    }

    close() {
        if (!this.jolt)
            return;
        const bodies = this.jolt.GetPhysicsSystem().GetBodyInterface();
        bodies.RemoveBody(this.body.GetID());
        bodies.DestroyBody(this.body.GetID());
        Jolt.destroy(this.jolt);
    }
}

// What a temporary object of Jolt's is for, after which it is freed.
function using(object, does) {
    const result = does(object);
    Jolt.destroy(object);
    return result;
}

// One layer, in which nothing meets anything.
function makeWorld(gravity) {
    const settings = new Jolt.JoltSettings(), layers = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
    settings.mMaxWorkerThreads = 0;
    settings.mMaxBodies = settings.mMaxBodyPairs = settings.mMaxContactConstraints = 16;
    settings.mObjectLayerPairFilter = new Jolt.ObjectLayerPairFilterTable(1);
    using(new Jolt.BroadPhaseLayer(0), layer => layers.MapObjectToBroadPhaseLayer(0, layer));
    settings.mBroadPhaseLayerInterface = layers;
    settings.mObjectVsBroadPhaseLayerFilter =
        new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, settings.mObjectLayerPairFilter, 1);
    const jolt = using(settings, () => new Jolt.JoltInterface(settings));
    using(new Jolt.Vec3(...gravity), down => jolt.GetPhysicsSystem().SetGravity(down));
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

function makeBody(jolt, problem) {
    const bodies = jolt.GetPhysicsSystem().GetBodyInterface(), shared = makeShared(problem);
    const place = new Jolt.RVec3(0, 0, 0), turn = new Jolt.Quat(0, 0, 0, 1);
    const settings = new Jolt.SoftBodyCreationSettings(shared, place, turn, 0);
    settings.mNumIterations = problem.options.iterations;
    settings.mLinearDamping = 0;
    settings.mMaxLinearVelocity = 1e15; // m/s; its square is a float
    settings.mAllowSleeping = settings.mUpdatePosition = settings.mMakeRotationIdentity = false;
    const body = bodies.CreateSoftBody(settings);
    bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
    [settings, place, turn].forEach(Jolt.destroy);
    return body;
}

// Where a vertex has what, in floats of 4 bytes: by the numbers that two vertices were given (the
// position comes after the one before the step).
function layout() {
    const two = {nodes: 2, gravity: [0, 0, 0], position: Float64Array.of(1, 2, 3, 4, 5, 6), mass: [1, 1],
                 velocity: Float64Array.of(7, 8, 9, 10, 11, 12), held: new Float64Array(6), spring: [],
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
