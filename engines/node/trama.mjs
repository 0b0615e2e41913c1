// A solver in JavaScript under trama (docs/engine-protocol.md), by Node 18 or later:
//
//     serve({
//         name: 'mine', version: '1', precision: 'float64',
//         takes: ['springs', 'gravity', 'pins'],            // exactly
//         approximates: {drag: 'how'}, refuses: {guides: 'why'},
//         open(problem) { ... },                            // begins anew, in a new world
//         step(h) { ... },                                  // s; changes this.x and this.v
//     });
//
// and `trama run study.yaml --engine mine='node mine.mjs'`. What may be set of it is a list, `options`:
// [{name: 'iterations', kind: 'integer', unit: '1', default: 20, minimum: 1, summary: '...',
// recommended: 50}], with `recommended_by`, who recommends it; problem.options has the values.
// Problem: nodes, gravity, has, options; mass, drag
// (a number a node), position, velocity, held (three), spring: {nodes: [i, j], stiffness, damping,
// rest} each; and whatever else the header and the arrays have. x and v: three numbers a node, m and
// m/s; of rigid bodies `body`, 13 numbers each, which begins as the problem's (solids.mjs).
//
// Descriptors 0 and 1 are read and written by blocking calls alone: Node's own streams of them are
// asynchronous on pipes, and lose what is written before an exit.
import fs from 'node:fs';

const HELLO = 1, PROBLEM = 2, MAPPING = 3, STEP = 4, STATE = 5, FAILURE = 6;
const HEAD = 12, LONGEST = 2 ** 32;

// Answers trama until it has gone.
export function serve(solver) {
    keepOutput();
    const answers = {[HELLO]: hello, [PROBLEM]: open, [STEP]: step};
    const world = {solver, time: 0, seconds: 0, state: null};
    for (let message; (message = receive()) !== null;) {
        try {
            answers[message.kind](world, message.data);
        } catch (error) {
            console.error(error);
            send(FAILURE, Buffer.from(String(error)));
        }
    }
}

// A package of node_modules, or the end with one line that says what to do.
export async function load(name) {
    try {
        const package_ = new URL(`node_modules/${name}/package.json`, import.meta.url);
        const {version} = JSON.parse(fs.readFileSync(package_));
        return {module: await import(name), version};
    } catch (error) {
        fs.writeSync(2, `${error.message}\n${name} cannot be loaded; make engines installs it\n`);
        process.exit(1);
    }
}

// Whatever prints does so on standard error: standard output is for messages.
export function keepOutput() {
    Object.defineProperty(process, 'stdout', {get: () => process.stderr, configurable: true});
    console.log = console.info = console.debug = console.error;
}

// --- answers

function hello({solver}) {
    const {name, version, precision, options = [], recommended_by} = solver;
    sendJson(HELLO, {protocol: 1, name, version, precision, options, recommended_by});
}

function open(world, data) {
    const {solver} = world, problem = readProblem(data);
    const reasons = solver.refuses ?? {};
    const taken = name => solver.takes.includes(name) || name in (solver.approximates ?? {});
    const refused = Object.fromEntries(
        problem.has.filter(name => !taken(name)).map(name => [name, reasons[name] ?? '']));
    if (Object.keys(refused).length === 0)
        solver.open(problem);
    world.time = world.seconds = 0;
    world.state = makeState(problem);
    sendJson(MAPPING, {exact: solver.takes, approximate: solver.approximates ?? {}, refused});
}

function step(world, data) {
    const {solver, state} = world;
    const h = data.readDoubleLE(0), count = Number(data.readBigUInt64LE(8));
    const begun = process.hrtime.bigint();
    for (let i = 0; i < count; i++)
        solver.step(h);
    world.seconds += Number(process.hrtime.bigint() - begun) * 1e-9;
    world.time += h * count;
    state.numbers.set([world.time, world.seconds]);
    let at = 2;
    for (const rows of [...state.nodes ? [solver.x, solver.v] : [], ...state.bodies ? [solver.body] : []]) {
        state.numbers.set(rows, at);
        at += rows.length;
    }
    put(state.bytes);
}

// A message whose numbers are aligned: its head lies in bytes 4 to 15.
function makeState({nodes, bodies = 0}) {
    const buffer = new ArrayBuffer(16 + 8 * (2 + 6 * nodes + 13 * bodies)), numbers = new Float64Array(buffer, 16);
    head(new DataView(buffer, 4), STATE, numbers.byteLength);
    return {numbers, nodes, bodies, bytes: new Uint8Array(buffer, 4)};
}

function readProblem(data) {
    const length = Number(data.readBigUInt64LE(0)), arrays = {};
    const header = JSON.parse(data.toString('utf8', 8, 8 + length));
    let at = 8 + length;
    for (const {name, shape} of header.arrays) {
        const count = shape.reduce((a, b) => a * b, 1);
        arrays[name] = new Float64Array(new Uint8Array(data.subarray(at, at + 8 * count)).buffer);
        at += 8 * count;
    }
    const springs = Array.from({length: header.springs}, (_, i) => {
        const [first, second, stiffness, damping, rest] = arrays.spring.subarray(5 * i, 5 * i + 5);
        return {nodes: [first, second], stiffness, damping, rest};
    });
    return {...header, ...arrays, spring: springs};
}

// --- messages

let held = Buffer.alloc(1 << 16), filled = 0;

// Waits until so many bytes are there; false: trama has gone.
function fill(size) {
    if (size > held.length) {
        const larger = Buffer.alloc(size);
        held.copy(larger, 0, 0, filled);
        held = larger;
    }
    while (filled < size) {
        const got = again(() => fs.readSync(0, held, filled, held.length - filled, null));
        if (got === 0)
            return false;
        filled += got;
    }
    return true;
}

function receive() {
    if (!fill(HEAD))
        return null;
    const kind = held.readUInt32LE(0), size = HEAD + Number(held.readBigUInt64LE(4));
    if (size > LONGEST)
        throw new Error(`a message of ${size} bytes`);
    if (!fill(size))
        return null;
    const data = Buffer.from(held.subarray(HEAD, size));
    held.copyWithin(0, size, filled);
    filled -= size;
    return {kind, data};
}

function head(view, kind, length) {
    view.setUint32(0, kind, true);
    view.setBigUint64(4, BigInt(length), true);
}

function send(kind, data) {
    const bytes = new Uint8Array(HEAD + data.length);
    head(new DataView(bytes.buffer), kind, data.length);
    bytes.set(data, HEAD);
    put(bytes);
}

function sendJson(kind, value) {
    send(kind, Buffer.from(JSON.stringify(value)));
}

function put(bytes) {
    for (let sent = 0; sent < bytes.length;)
        sent += again(() => fs.writeSync(1, bytes, sent, bytes.length - sent));
}

// A descriptor that another process has made non-blocking is tried until it is ready.
function again(call) {
    for (;;) {
        try {
            return call();
        } catch (error) {
            if (error.code === 'EPIPE')
                process.exit(0);
            if (error.code !== 'EAGAIN')
                throw error;
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
        }
    }
}
