#!/usr/bin/env node
// MuJoCo 3 (mujoco-js, mujoco.org) under trama: a node is a body on slide joints along its free axes,
// a spring a spatial tendon between two sites, with stiffness, damping and length at rest; a rigid body
// has a free joint. Semi-implicit Euler is MuJoCo's default; damping of joints is implicit.
//   trama run FILE --engine mujoco3='node engines/node/mujoco3.mjs'
// Switched off: `autoreset`, by which a bad number would put the world back to its beginning in silence;
// without contact the search for it, and constraints.
import {load, serve} from './trama.mjs';
import {SOLIDS, array, conjugate, jointsOf, lawOf, putBody, sameOf, setLayers, solidsOf, turned, vector} from './solids.mjs';

const {module} = await load('mujoco-js');
const print = text => console.error(text);
const mujoco = await module.default({print, printErr: print});
const FILE = 'model.xml';

// MuJoCo's own defaults, which its documents give.
const OPTIONS = [
    {name: 'integrator', kind: 'choice', choices: ['Euler', 'RK4', 'implicit', 'implicitfast'], default: 'Euler',
     summary: 'of time'},
    {name: 'solver', kind: 'choice', choices: ['PGS', 'CG', 'Newton'], default: 'Newton', summary: 'of constraints'},
    {name: 'iterations', kind: 'integer', unit: '1', default: 100, minimum: 1, maximum: 100000,
     summary: 'of the solver, at most'},
    {name: 'tolerance', kind: 'real', unit: '1', default: 1e-8, minimum: 0, maximum: 1,
     summary: 'at which the solver ends', recommended: 1e-10},
    {name: 'cone', kind: 'choice', choices: ['pyramidal', 'elliptic'], default: 'pyramidal',
     summary: 'of friction', recommended: 'elliptic'},
    {name: 'impratio', kind: 'real', unit: '1', default: 1, minimum: 1e-3, maximum: 1e6,
     summary: 'stiffness of friction over that along the normal, for elliptic cones'},
    {name: 'multiccd', kind: 'boolean', default: false,
     summary: 'several points of contact where one of two shapes is a cylinder or a hull; else it is one, about which they turn'},
    {name: 'nativeccd', kind: 'boolean', default: true,
     summary: "MuJoCo's own search for contact of such shapes in place of libccd's"},
];
const written = flags => options => OPTIONS.filter(({kind}) => (kind === 'boolean') === flags)
    .map(({name}) => `${name}='${flags ? (options[name] ? 'enable' : 'disable') : options[name]}'`).join(' ');
const settingsOf = written(false), flagsOf = written(true);

class Tendons {
    name = 'MuJoCo';
    version = mujoco.mj_versionString();
    precision = 'float64';
    options = OPTIONS;
    recommended_by = 'Modeling, Solver settings';
    takes = ['springs', 'dampers', 'gravity', 'drag', 'pins', 'guides', 'cylinders', 'capsules',
             ...SOLIDS.filter(name => name !== 'body_contact')];
    approximates = {
        body_contact: 'soft constraints (solref, solimp of its own), Newton',
        friction: 'a cone of friction of its own kind',
        ball_joints: 'a soft constraint at a point', hinge_joints: 'soft constraints at two points of the axis',
    };
    refuses = {restitution: 'a contact has a spring and a damper instead', body_drag: 'a free joint has one damping',
               moving_obstacles: 'what is led does not rub', distance_joints: 'it has none'};

    open(problem) {
        this.close();
        this.problem = problem;
        this.x = Float64Array.from(problem.position);
        this.v = new Float64Array(3 * problem.nodes);
        this.approximates.friction = `${problem.options.cone} cone`;
        this.body = problem.body?.slice();
        this.bodies = problem.bodies ?? 0;
        mujoco.FS.writeFile(FILE, modelOf(problem));
        this.model = mujoco.MjModel.loadFromXML(FILE);
        this.data = new mujoco.MjData(this.model);
        this.free = [...problem.held.keys()].filter(i => problem.held[i] === 0);
        const v = this.data.qvel;
        this.free.forEach((i, joint) => { v[joint] = problem.velocity[i]; });
        solidsOf(problem).bodies.forEach(({velocity, spin, turn}, i) => {
            const {x, y, z} = turned(conjugate(turn), vector(spin));
            v.set([...velocity, x, y, z], this.free.length + 6 * i);
        });
    }

    // A node that is held has no joint, and stays where it is to the last digit.
    step(h) {
        this.model.opt.timestep = h;
        mujoco.mj_step(this.model, this.data);
        const q = this.data.qpos, v = this.data.qvel; // anew: memory that has grown empties old views
        this.free.forEach((i, joint) => {
            this.x[i] = this.problem.position[i] + q[joint];
            this.v[i] = v[joint];
        });
        for (let i = 0; i < this.bodies; i++)
            this.putBody(i, q.subarray(this.free.length + 7 * i), v.subarray(this.free.length + 6 * i));
    }

    // A free joint: position, w x y z, velocity in the world, spin in the body's own axes.
    putBody(i, q, v) {
        const turn = {w: q[3], x: q[4], y: q[5], z: q[6]};
        putBody(this.body, i, vector(q), turn, vector(v), turned(turn, vector(v.subarray(3))));
    }

    close() {
        this.data?.delete();
        this.model?.delete();
        this.data = this.model = null;
    }
}

const AXES = ['1 0 0', '0 1 0', '0 0 1'];

// Nothing turns, so that any inertia will do.
function body({position, held, mass, drag}, node) {
    const axes = [0, 1, 2], row = rows => axes.map(axis => rows[3 * node + axis]);
    const site = `<site name='${node}' `, at = row(position).join(' '), m = mass[node];
    if (!row(held).includes(0))
        return `${site}pos='${at}'/>`;
    const joints = axes.filter(axis => held[3 * node + axis] === 0)
        .map(axis => `<joint type='slide' axis='${AXES[axis]}' damping='${drag[node]}'/>`);
    return `<body pos='${at}'><inertial pos='0 0 0' mass='${m}' diaginertia='${m} ${m} ${m}'/>` +
        `${joints.join('')}${site}/></body>`;
}

function tendon({nodes: [first, second], stiffness, damping, rest}) {
    return `<spatial stiffness='${stiffness}' damping='${damping}' springlength='${rest}'>` +
        `<site site='${first}'/><site site='${second}'/></spatial>`;
}

// --- rigid bodies

const shapes = {
    sphere: ([radius]) => `type='sphere' size='${radius}'`,
    cylinder: ([radius, height]) => `type='cylinder' size='${radius} ${height / 2}'`,
    capsule: ([radius, length]) => `type='capsule' size='${radius} ${length / 2}'`,
    box: size => `type='box' size='${size.map(edge => edge / 2).join(' ')}'`,
    hull: (_, own) => `type='mesh' mesh='${own}'`,
    plane: () => "type='plane' size='0 0 1'",
};
const place = (at, {w, x, y, z}) => `pos='${at.join(' ')}' quat='${w} ${x} ${y} ${z}'`;

function geometry({kind, size, offset, ownTurn, bit, mask}, own, law, friction) {
    const slides = law && friction > 0 ? `condim='3' friction='${friction} 0 0'` : "condim='1'";
    return `<geom ${shapes[kind](size, own)} ${place(offset, ownTurn)} contype='${bit}' conaffinity='${mask}' ${slides}/>`;
}

// MuJoCo takes the larger of two frictions: so all must be one.
function solidsIn(problem, law) {
    const {bodies, obstacles} = solidsOf(problem);
    setLayers([...bodies, ...obstacles], law, 31);
    const friction = law ? sameOf([...bodies, ...obstacles].map(law.friction), 'friction') : 0;
    return [
        ...bodies.map((solid, own) => `<body name='${own}' ${place(solid.position, solid.turn)}><freejoint/><inertial pos='0 0 0' ` +
            `mass='${solid.mass}' diaginertia='${solid.moment.join(' ')}'/>${geometry(solid, own, law, friction)}</body>`),
        ...obstacles.map((solid, i) => `<body ${place(solid.position, solid.turn)}>${geometry(solid, bodies.length + i, law, friction)}</body>`),
    ];
}

// Of a hinge two points of its axis, half a metre to each side. What is not a body's is the world's.
function equalitiesIn(problem) {
    const solids = solidsOf(problem);
    return jointsOf(problem, solids).flatMap(({kind, ends}) => {
        const [first, second] = ends.filter(({solid}) => solids.bodies.includes(solid));
        const other = second ? `body2='${solids.bodies.indexOf(second.solid)}'` : '', at = array(first.at), along = array(first.axis);
        return (kind === 'ball' ? [0] : [-0.5, 0.5]).map(far =>
            `<connect body1='${solids.bodies.indexOf(first.solid)}' ${other} anchor='${at.map((own, i) => own + far * along[i]).join(' ')}'/>`);
    });
}

function meshesOf(problem) {
    const {bodies, obstacles} = solidsOf(problem);
    return [...bodies, ...obstacles].map(({kind, points}, own) =>
        kind === 'hull' ? `<mesh name='${own}' vertex='${points.join(' ')}'/>` : '').join('');
}

function modelOf(problem) {
    const law = lawOf(problem), equalities = equalitiesIn(problem);
    const off = law ? '' : `${equalities.length > 0 ? '' : "constraint='disable' "}contact='disable' `;
    const bodies = Array.from({length: problem.nodes}, (_, node) => body(problem, node));
    const tendons = problem.spring.map(tendon);
    return `<mujoco><option ${settingsOf(problem.options)} gravity='${problem.gravity.join(' ')}'>` +
        `<flag ${off}${flagsOf(problem.options)} autoreset='disable'/></option>\n<size memory='256M'/>\n` +
        `<asset>${meshesOf(problem)}</asset>\n<worldbody>\n${[...bodies, ...solidsIn(problem, law)].join('\n')}\n</worldbody>\n` +
        `${tendons.length > 0 ? `<tendon>\n${tendons.join('\n')}\n</tendon>\n` : ''}` +
        `${equalities.length > 0 ? `<equality>${equalities.join('\n')}</equality>\n` : ''}</mujoco>\n`;
}

serve(new Tendons());
