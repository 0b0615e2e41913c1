#!/usr/bin/env node
// Rapier's soft bodies (@dimforge/rapier3d-compat, rapier.rs) under trama: one soft body; a node is a
// particle, a spring an edge. A step is cut into `iterations` parts (4 by Rapier's default), in which
// edges are solved by implicit Euler and iterated.
//   trama run FILE --engine rapier_soft='node engines/node/rapier_soft.mjs'
// Switched off: sleep, the collider of the surface, contacts of the body with itself.
import {load, serve} from './trama.mjs';

const {module: {default: RAPIER}, version} = await load('@dimforge/rapier3d-compat');
await RAPIER.init();

const {integrationParameters: defaults} = new RAPIER.World({x: 0, y: 0, z: 0});
const own = new RAPIER.SoftBodyDesc([0, 0, 0]);

class Soft {
    name = 'Rapier-soft';
    version = version;
    precision = 'float32';
    options = [
        {name: 'iterations', kind: 'integer', unit: '1', default: defaults.numSolverIterations, minimum: 1,
         maximum: 1000, summary: 'parts that a step is cut into (numSolverIterations)'},
        {name: 'relaxations', kind: 'integer', unit: '1', default: own.additionalPgsIterations, minimum: 0,
         maximum: 1000, summary: 'of the edges in each part, beyond one (setAdditionalPgsIterations)'},
    ];
    takes = ['gravity', 'pins'];
    approximates = {
        springs: 'edges of a soft body, implicit',
        dampers: 'in those edges',
        drag: "a force by the velocity at the step's start",
    };
    refuses = {guides: 'a particle is free or held'};

    open(problem) {
        const {iterations, relaxations} = problem.options;
        this.approximates.springs =
            `edges of a soft body, implicit, ${1 + relaxations} relaxations in each of ${iterations} parts of a step`;
        this.world?.free();
        this.problem = problem;
        this.x = Float64Array.from(problem.position);
        this.v = problem.velocity.map((v, i) => problem.held[i] ? 0 : v);
        const [x, y, z] = problem.gravity;
        this.world = new RAPIER.World({x, y, z});
        this.world.integrationParameters.numSolverIterations = iterations;
        this.body = this.world.createSoftBody(description(problem));
        for (let i = 0; i < problem.nodes; i++) {
            this.body.setParticlePosition(i, vector(problem.position, i));
            if (!problem.held[3 * i])
                this.body.setParticleVelocity(i, vector(problem.velocity, i));
        }
    }

    step(h) {
        this.addDrag(h);
        this.world.timestep = h;
        this.world.step();
        this.take(this.x, this.body.particlePositions());
        this.take(this.v, this.body.particleVelocities());
    }

    addDrag(h) {
        const {nodes: count, has, held, drag, mass} = this.problem;
        for (let i = 0; has.includes('drag') && i < count; i++) {
            const left = 1 - h * drag[i] / mass[i], {x, y, z} = vector(this.v, i);
            if (!held[3 * i])
                this.body.setParticleVelocity(i, {x: left * x, y: left * y, z: left * z});
        }
    }

    // What is held stays where it is, to the last digit.
    take(rows, numbers) {
        for (let i = 0; i < rows.length; i++)
            if (!this.problem.held[i])
                rows[i] = numbers[i];
    }
}

const vector = (rows, i) => ({x: rows[3 * i], y: rows[3 * i + 1], z: rows[3 * i + 2]});
const nodes = problem => Array.from({length: problem.nodes}, (_, i) => i);

// An edge's own frequency and damping, f = sqrt(K w)/2 pi and c/2 sqrt(w/K), with w = 1/m1 + 1/m2.
function softness({nodes: ends, stiffness, damping}, {mass, held}) {
    const w = ends.reduce((sum, i) => sum + (held[3 * i] ? 0 : 1 / mass[i]), 0);
    return {naturalFrequency: Math.sqrt(stiffness * w) / (2 * Math.PI), dampingRatio: damping / 2 * Math.sqrt(w / stiffness)};
}

function description(problem) {
    const acts = ({nodes: [i, j], stiffness}) => stiffness > 0 && !(problem.held[3 * i] && problem.held[3 * j]);
    const springs = problem.spring.filter(acts);
    return new RAPIER.SoftBodyDesc(restShape(problem, springs))
        .setEdges(springs.flatMap(spring => spring.nodes))
        .setEdgeSoftness(springs.map((_, i) => i), springs.map(spring => softness(spring, problem)))
        .setMasses(Array.from(problem.mass))
        .setPinnedParticles(nodes(problem).filter(i => problem.held[3 * i]))
        .setAdditionalPgsIterations(problem.options.relaxations)
        .setNoSurfaceCollider()
        .setSelfContacts(false)
        .setLinearDamping(0)
        .setCanSleep(false);
}

// An edge's length at rest is the one that it is made with: so the body is made in a shape in which
// every spring has its own, found from the first one by Gauss and Newton's method.
function restShape({position}, springs) {
    const ROUNDS = 60, NEAR = 1e-7, x = Float64Array.from(position);
    for (let round = 0; round < ROUNDS; round++) {
        const ways = springs.map(({nodes: [i, j], rest}) => wayOf(x, i, j, rest));
        if (ways.every(({excess, rest}) => Math.abs(excess) < NEAR * rest))
            return Float32Array.from(x);
        leastMove(ways, x.length).forEach((move, i) => { x[i] += move; });
    }
    throw new Error('there is no shape in which all springs are at rest, which a soft body of Rapier needs');
}

function wayOf(x, i, j, rest) {
    const way = [0, 1, 2].map(axis => x[3 * j + axis] - x[3 * i + axis]), length = Math.hypot(...way);
    return {i, j, rest, excess: length - rest, along: way.map(part => part / length)};
}

// The move that takes the excess off each length, to first order: conjugate gradients of the normal
// equations, from 0.
function leastMove(ways, size) {
    const change = p => ways.map(({i, j, along}) =>
        along.reduce((sum, e, axis) => sum + e * (p[3 * j + axis] - p[3 * i + axis]), 0));
    const gather = pulls => ways.reduce((sum, {i, j, along}, s) => {
        along.forEach((e, axis) => { sum[3 * j + axis] += e * pulls[s]; sum[3 * i + axis] -= e * pulls[s]; });
        return sum;
    }, new Float64Array(size));
    const square = v => v.reduce((sum, part) => sum + part * part, 0);
    const move = new Float64Array(size), left = ways.map(({excess}) => -excess);
    let gradient = gather(left), along = gradient.slice(), norm = square(gradient);
    for (let k = 0, first = norm; k < size && norm > 1e-20 * first; k++) {
        const response = change(along), step = norm / square(response);
        along.forEach((part, i) => { move[i] += step * part; });
        response.forEach((part, s) => { left[s] -= step * part; });
        gradient = gather(left);
        const before = norm;
        norm = square(gradient);
        along = gradient.map((part, i) => part + norm / before * along[i]);
    }
    return move;
}

serve(new Soft());
