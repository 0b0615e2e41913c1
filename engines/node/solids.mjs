// Rigid bodies and obstacles of a problem (docs/engine-protocol.md) as engines take them, how they touch
// and what joins them.

// What engines of this folder take of them, beside what they name themselves.
export const SOLIDS = ['bodies', 'body_contact', 'groups', 'spheres', 'boxes', 'hulls', 'planes'];

const NUMBERS = 13; // of a body: position, w x y z, velocity, spin

// {bodies, obstacles}: each solid with position, turn {x, y, z, w}, velocity, spin (in the world);
// kind, size and points of its shape (a hull's, three numbers each), where that is in the principal axes: offset, own turn; friction and
// restitution of its own; of a body mass, moments, rates of decay.
export function solidsOf(problem) {
    const bodies = range(problem.bodies).map(i => ({
        ...stateOf(problem.body, i), ...shapeOf(problem, problem.body_solid, i),
        mass: problem.body_mass[4 * i], moment: row(problem.body_mass, 4, i, 1, 3),
        drag: problem.body_drag ? row(problem.body_drag, 2, i, 0, 2) : [0, 0],
    }));
    const obstacles = range(problem.obstacles).map(i => ({
        ...stateOf(problem.obstacle, i), ...shapeOf(problem, problem.obstacle_solid, i)}));
    return {bodies, obstacles};
}

// What holds solids together: {kind, length, ends}, each end with its solid (WORLD: none), where it is in
// that one's frame, and the axis there.
export function jointsOf(problem, {bodies, obstacles}) {
    const solidOf = {world: () => WORLD, body: index => bodies[index], obstacle: index => obstacles[index]};
    return (problem.joints ?? []).map(({kind, ends, axis, length}) => ({
        kind, length,
        ends: ends.map(({in: where, index, at}) => {
            const solid = solidOf[where](index), back = conjugate(solid.turn);
            return {solid, axis: turned(back, vector(axis)),
                    at: turned(back, vector(at.map((own, i) => own - solid.position[i])))};
        }),
    }));
}

// Where a cone's middle is between base and apex, in the principal axes: its frame is at its centre of mass.
export function middleOf({kind, size, offset, ownTurn}) {
    const up = turned(ownTurn, {x: 0, y: 0, z: kind === 'cone' ? size[1] / 4 : 0});
    return array(up).map((own, i) => own + offset[i]);
}

// Where an obstacle is at time t, s.
export function ledTo({position, velocity, spin, turn}, t) {
    const rate = Math.hypot(...spin), half = rate * t / 2, share = rate > 0 ? Math.sin(half) / rate : 0;
    const [x, y, z] = spin.map(own => own * share);
    return {position: position.map((own, i) => own + t * velocity[i]), turn: product({x, y, z, w: Math.cos(half)}, turn)};
}

export const moves = ({velocity, spin}) => [...velocity, ...spin].some(own => own !== 0);

// How all solids touch each other; null: they do not. An engine that combines the frictions of two by
// the root of their product, and takes the larger restitution, needs `friction` and `restitution`.
export function lawOf(problem) {
    const laws = (problem.contacts ?? []).filter(contact => contact.bodies);
    if (laws.length === 0)
        return null;
    const [law] = laws;
    if (laws.length > 1)
        throw new Error('contact that differs between objects is not taken');
    return {
        objects: law.objects,
        friction: solid => law.friction ?? (solid.friction || 0),
        restitution: solid => law.restitution ?? (solid.restitution || 0),
        restSpeed: law.rest_speed ?? 0,
    };
}

// Gives each solid a layer: 0 touches nothing; 1 all others, its own layer too; those above are groups, which touch all but themselves.
// The same as a bit and a mask of `bits` bits: two touch if the mask of each has the other's bit. How many layers there are.
export function setLayers(solids, law, bits) {
    const groups = [...new Set(solids.map(({group}) => group))].filter(group => group > 0), layers = 2 + groups.length;
    if (layers > bits + 1)
        throw new Error(`more than ${bits - 1} groups are not taken`);
    for (const solid of solids) {
        const touches = law !== null && law.objects.includes(solid.object);
        solid.layer = !touches ? 0 : solid.group > 0 ? 2 + groups.indexOf(solid.group) : 1;
        solid.bit = touches ? 2 ** (solid.layer - 1) : 0;
        solid.mask = touches ? 2 ** (layers - 1) - 1 - (solid.layer > 1 ? solid.bit : 0) : 0;
    }
    return layers;
}

// The one value that all solids have of what a law says, for engines that have one for all.
export function sameOf(values, what) {
    if (!values.every(value => value === values[0]))
        throw new Error(`${what} that differs between solids is not taken`);
    return values[0] ?? 0;
}

// --- vectors {x, y, z}, and turns as quaternions {x, y, z, w}

export const vector = ([x, y, z]) => ({x, y, z});
export const array = ({x, y, z}) => [x, y, z];
export const conjugate = ({x, y, z, w}) => ({x: -x, y: -y, z: -z, w});
export const FROM_X_TO_Z = {x: 0, y: -Math.SQRT1_2, z: 0, w: Math.SQRT1_2};
export const FROM_Y_TO_Z = {x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2};
export const WORLD = {position: [0, 0, 0], turn: {x: 0, y: 0, z: 0, w: 1}};

export function product(a, b) {
    return {w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, x: a.w * b.x + b.w * a.x + a.y * b.z - a.z * b.y,
            y: a.w * b.y + b.w * a.y + a.z * b.x - a.x * b.z, z: a.w * b.z + b.w * a.z + a.x * b.y - a.y * b.x};
}

export function turned({w, x, y, z}, v) {
    const t = {x: 2 * (y * v.z - z * v.y), y: 2 * (z * v.x - x * v.z), z: 2 * (x * v.y - y * v.x)};
    return {x: v.x + w * t.x + y * t.z - z * t.y, y: v.y + w * t.y + z * t.x - x * t.z,
            z: v.z + w * t.z + x * t.y - y * t.x};
}

// Puts where body i is into its row of a state.
export function putBody(rows, i, position, turn, velocity, spin) {
    rows.set([position.x, position.y, position.z, turn.w, turn.x, turn.y, turn.z,
              velocity.x, velocity.y, velocity.z, spin.x, spin.y, spin.z], NUMBERS * i);
}

const range = count => Array.from({length: count ?? 0}, (_, i) => i);
const row = (rows, columns, i, first, count) => Array.from(rows.subarray(columns * i + first, columns * i + first + count));
const quaternion = ([w, x, y, z]) => ({x, y, z, w});

function stateOf(rows, i) {
    return {position: row(rows, NUMBERS, i, 0, 3), turn: quaternion(row(rows, NUMBERS, i, 3, 4)),
            velocity: row(rows, NUMBERS, i, 7, 3), spin: row(rows, NUMBERS, i, 10, 3)};
}

function shapeOf(problem, rows, i) {
    const [shape, object, group, friction, restitution] = row(rows, 12, i, 0, 5);
    const {kind, size, points} = problem.shapes[shape];
    const first = problem.shapes.slice(0, shape).reduce((sum, own) => sum + own.points, 0);
    return {kind, size, points: points > 0 ? row(problem.shape_point, 3, first, 0, 3 * points) : [], object, group, friction, restitution,
            offset: row(rows, 12, i, 5, 3), ownTurn: quaternion(row(rows, 12, i, 8, 4))};
}
