/* Frames as they are packed (mesh.h), and as they are seen. A run's frames are whole numbers in a cube around the sheet;
   a frame is drawn as facets from the furthest to the nearest (painter's algorithm), one colour a side, brighter toward
   the light. */

const OUTSIDE = -32768, LEVELS = 4095; /* as mesh.h has them */
const SHADES = 64;
const FRAMES_A_SECOND = 20, CALM_FRAMES_A_SECOND = 2;
const TURN = Math.PI / 12, NEARER = 1.2;
const LIGHT = [-0.37, 0.56, 0.74]; /* from above left of the eye; of length 1 */
const MESH_LINES_MOST = 900;       /* facets; lines of a finer mesh would hide its shading */

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const dark = matchMedia('(prefers-color-scheme: dark)');

/* From the darkest to the brightest shade of a colour. */
function shades(red, green, blue) {
  return Array.from({length: SHADES}, (_, i) => {
    const lightness = 0.4 + 0.6 * i / (SHADES - 1);
    return `rgb(${[red, green, blue].map((part) => Math.round(part * lightness)).join(',')})`;
  });
}
/* Of each part's front and back, by the number of its colours; 0 is of obstacles. As shade.c has them. */
const COLOURS = [
  [shades(205, 205, 205), shades(170, 170, 170)],
  [shades(86, 180, 245), shades(245, 150, 60)],
  [shades(60, 205, 160), shades(225, 140, 190)],
  [shades(240, 115, 45), shades(110, 195, 240)],
  [shades(235, 222, 70), shades(60, 140, 205)],
];

/* Of the stretch of edges, from shrunk to the end of the scale (blue) over as it was (grey) to stretched (orange). */
const STRAIN_LEVELS = 63; /* as runs.c has them */
const STRETCH = Array.from({length: 2 * STRAIN_LEVELS + 1}, (_, i) => {
  const share = Math.sqrt(Math.abs(i / STRAIN_LEVELS - 1)), end = i < STRAIN_LEVELS ? [20, 95, 180] : [200, 75, 0];
  return shades(...end.map((part) => 225 + share * (part - 225)));
});

/* The level of every node of every frame: differences to the frame before. */
function decode_strain(bytes, nodes) {
  const level = new Int8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) level[i] = bytes[i] + (i < nodes ? 0 : level[i - nodes]);
  return level;
}

/* x, y, z of every node of every frame, in cubes of half a side 1. As mesh.h has it: planes of x, y and z, frame
   after frame, of what neither the frame before nor the node before tells. */
function decode(bytes, nodes) {
  const half = bytes.length / 2, place = new Float32Array(half), last = new Int16Array(3 * nodes);
  for (let at = 0; at < half; at += nodes) {
    const axis = at / nodes % 3, frame = 3 * nodes * Math.floor(at / (3 * nodes));
    for (let i = 0, change = 0; i < nodes; i++) {
      const code = bytes[at + i] | bytes[half + at + i] << 8;
      change += code >>> 1 ^ -(code & 1);
      last[axis * nodes + i] += change; /* modulo 2^16, as the array is */
      const level = last[axis * nodes + i];
      place[frame + 3 * i + axis] = level === OUTSIDE ? NaN : level / LEVELS;
    }
  }
  return place;
}

/* Unit vectors of a parallel projection; `toward` points to the eye; y is up. */
function eye(azimuth, elevation) {
  const ce = Math.cos(elevation), se = Math.sin(elevation), ca = Math.cos(azimuth), sa = Math.sin(azimuth);
  return {right: [ca, 0, -sa], up: [-se * sa, ce, -se * ca], toward: [ce * sa, se, ce * ca]};
}

/* Nodes of one frame as seen: along right, up and toward in turn. */
function project(run, frame, view, seen) {
  const {nodes, place} = run;
  for (let i = 0, at = 3 * nodes * frame; i < nodes; i++, at += 3) {
    const x = place[at], y = place[at + 1], z = place[at + 2];
    seen[3 * i] = view.right[0] * x + view.right[2] * z;
    seen[3 * i + 1] = view.up[0] * x + view.up[1] * y + view.up[2] * z;
    seen[3 * i + 2] = view.toward[0] * x + view.toward[1] * y + view.toward[2] * z;
  }
  return seen;
}

/* What all frames take up from the view at the start: the picture's middle and its half width and height. */
function extent(run) {
  const view = eye(run.azimuth, run.elevation), seen = new Float32Array(3 * run.nodes);
  let left = Infinity, right = -Infinity, low = Infinity, high = -Infinity;
  for (let frame = 0; frame < run.iteration.length; frame++) {
    project(run, frame, view, seen);
    for (let i = 0; i < seen.length; i += 3) {
      if (seen[i] < left) left = seen[i];
      if (seen[i] > right) right = seen[i];
      if (seen[i + 1] < low) low = seen[i + 1];
      if (seen[i + 1] > high) high = seen[i + 1];
    }
  }
  const whole = right >= left ? {x: (left + right) / 2, y: (low + high) / 2, width: (right - left) / 2,
    height: (high - low) / 2} : {x: 0, y: 0, width: 1, height: 1};
  whole.width = Math.max(whole.width, 1e-3);
  whole.height = Math.max(whole.height, 1e-3);
  return whole;
}

/* The middle of that picture as a point of space, so that a sheet turns about itself. */
function pivot(run) {
  const view = eye(run.azimuth, run.elevation), {x, y} = run.extent;
  return [0, 1, 2].map((axis) => x * view.right[axis] + y * view.up[axis]);
}

/* Four nodes round each square of a grid; of a triangle the last two are one. Part by part; `part` has that of each. */
function facets(run) {
  const list = [], part = [];
  let begin = 0;
  for (const [which, {m, n, nodes, triangles}] of run.parts.entries()) {
    const count = nodes || m * n, before = list.length;
    if (triangles) {
      for (let i = 0; i < triangles.length; i += 3) list.push(triangles[i], triangles[i + 1], triangles[i + 2], triangles[i + 2]);
    } else {
      for (let i = 0; i + n < count; i++) if ((i + 1) % n > 0) list.push(i, i + n, i + n + 1, i + 1);
    }
    for (let i = before; i < list.length; i++) list[i] += begin;
    while (4 * part.length < list.length) part.push(run.parts[which]);
    begin += count;
  }
  return {corner: Uint32Array.from(list), part, nodes: begin};
}

function has_lines(run) {
  return run.corner.length <= 4 * MESH_LINES_MOST;
}

/* Twice the area vector of a facet as seen: the product of its diagonals. */
function area_of(seen, a, b, c, d) {
  const ux = seen[c] - seen[a], uy = seen[c + 1] - seen[a + 1], uz = seen[c + 2] - seen[a + 2];
  const vx = seen[d] - seen[b], vy = seen[d + 1] - seen[b + 1], vz = seen[d + 2] - seen[b + 2];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

/* Normals at the nodes: the area vectors around them; no number where a node is outside. */
function normals(run, seen) {
  const {corner} = run, normal = new Float32Array(seen.length);
  for (let i = 0; i < corner.length; i += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((at) => 3 * corner[i + at]);
    const area = area_of(seen, a, b, c, d);
    for (const node of c === d ? [a, b, c] : [a, b, c, d]) for (let axis = 0; axis < 3; axis++) normal[node + axis] += area[axis];
  }
  return normal;
}

/* The normals at a facet's corners together. */
function normal_of(normal, a, b, c, d) {
  return [0, 1, 2].map((axis) => normal[a + axis] + normal[b + axis] + normal[c + axis] + (c === d ? 0 : normal[d + axis]));
}

/* How bright what has this normal is: half Lambert, as shade.c; 0 if it has none. */
function shade_of([x, y, z], toEye) {
  const half = 0.5 + 0.5 * toEye * (x * LIGHT[0] + y * LIGHT[1] + z * LIGHT[2]) / (Math.hypot(x, y, z) || 1);
  return Math.round(half * half * (SHADES - 1)) || 0;
}

/* Facets with all corners inside, the furthest first; each with its shade and side. An obstacle's count as
   further than their furthest corner, so that what lies on it is painted after it. Of a fine mesh neighbours are
   shaded alike; of a coarse one, whose edges are shown, each is flat. */
function facing(run, seen, smooth, frame) {
  const list = [], {corner, level} = run, from = run.nodes * frame, normal = smooth ? normals(run, seen) : null;
  for (let i = 0; i < corner.length; i += 4) {
    const a = 3 * corner[i], b = 3 * corner[i + 1], c = 3 * corner[i + 2], d = 3 * corner[i + 3];
    const sum = seen[a + 2] + seen[b + 2] + (seen[c + 2] + seen[d + 2]) * (c === d ? 0.5 : 1), part = run.part[i / 4];
    if (Number.isNaN(sum)) continue;
    const least = Math.min(seen[a + 2], seen[b + 2], seen[c + 2]), most = Math.max(seen[a + 2], seen[b + 2], seen[c + 2]);
    const depth = part.obstacle ? 2 * least - most : sum / (c === d ? 3 : 4);
    const area = area_of(seen, a, b, c, d), toEye = area[2] < 0 ? -1 : 1;
    const shade = shade_of(normal ? normal_of(normal, a, b, c, d) : area, toEye);
    const side = toEye * part.front > 0 ? 0 : 1;
    const strain = level && !part.obstacle ? [a, b, c, d].map((node) => level[from + node / 3])
      .reduce((most, one) => Math.abs(one) > Math.abs(most) ? one : most) : undefined;
    list.push({a, b, c, d, depth, colour: (strain === undefined ? COLOURS[part.colour][side] : STRETCH[strain + STRAIN_LEVELS])[shade]});
  }
  return list.sort((one, other) => one.depth - other.depth);
}

/* Unpacks a run's frames, once. */
async function prepare(run) {
  run.ready ??= (async () => {
    Object.assign(run, facets(run));
    run.place = decode(await unpack(run.data), run.nodes);
    run.extent = extent(run);
    run.pivot = pivot(run);
    run.seen = new Float32Array(3 * run.nodes);
    if (run.strain) run.level = decode_strain(await unpack(run.strain), run.nodes);
  })();
  return run.ready;
}

/* The pixels follow the size on the screen; nothing to draw while it has none. */
function fit(canvas) {
  const ratio = Math.min(devicePixelRatio || 1, 2);
  const width = Math.round(canvas.clientWidth * ratio), height = Math.round(canvas.clientHeight * ratio);
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});
  return width > 0 && height > 0;
}

function canvas_width(context) {
  return context.canvas.width;
}

/* A facet's own edge hides the seam to its neighbours; of a coarse mesh the edges are shown. */
function paint(context, run, list, scale) {
  const {seen} = run, lines = has_lines(run);
  context.lineWidth = (lines ? Math.min(1.2, canvas_width(context) / 400) : 0.8) / scale;
  context.lineJoin = 'round';
  for (const {a, b, c, d, colour} of list) {
    context.beginPath();
    context.moveTo(seen[a], seen[a + 1]);
    context.lineTo(seen[b], seen[b + 1]);
    context.lineTo(seen[c], seen[c + 1]);
    context.lineTo(seen[d], seen[d + 1]);
    context.closePath();
    context.fillStyle = colour;
    context.fill();
    context.strokeStyle = lines ? '#1b2a3a' : colour;
    context.stroke();
  }
}

/* The nodes that are held at a frame: the list tells each change, by the frame from which it holds. */
function held_at(run, frame) {
  return (run.held.findLast(([since]) => since <= frame) ?? [0]).slice(1);
}

/* Nodes as dots where a mesh is coarse enough for them to be told apart; what is held is marked in any. */
function dots(context, run, frame, scale, nodes) {
  const {seen} = run, held = held_at(run, frame), many = held.length > 20, ratio = Math.min(devicePixelRatio || 1, 2);
  const dot = (node, radius) => {
    if (Number.isNaN(seen[3 * node])) return;
    context.beginPath();
    context.arc(seen[3 * node], seen[3 * node + 1], radius * ratio / scale, 0, 2 * Math.PI);
    context.fill();
  };
  context.fillStyle = '#1b2a3a';
  if (nodes && has_lines(run)) for (let i = 0; i < run.nodes; i++) dot(i, 1.4);
  for (const [colour, radius] of many ? [['#c1121f', 1.6]] : [['#ffffff', 5.5], ['#c1121f', 4]]) {
    context.fillStyle = colour;
    held.forEach((node) => dot(node, radius));
  }
}

/* x, y and z as they lie, in the lower left corner. */
function axes(canvas, context, view) {
  const size = 26 * Math.min(devicePixelRatio || 1, 2), x = 1.6 * size, y = canvas.height - 1.6 * size;
  context.strokeStyle = context.fillStyle = getComputedStyle(canvas).color;
  context.lineWidth = size / 16;
  context.font = `${size / 2}px sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  ['x', 'y', 'z'].forEach((name, i) => {
    const dx = size * view.right[i], dy = -size * view.up[i];
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + dx, y + dy);
    context.stroke();
    if (Math.hypot(dx, dy) > size / 3) context.fillText(name, x + 1.35 * dx, y + 1.35 * dy);
  });
}

/* Draws a frame as `how` says: azimuth, elevation, zoom; axes, nodes, whose extent. Returns how many nodes are outside; nothing
   where the canvas has no size. */
function draw_run(canvas, run, frame, how) {
  if (!fit(canvas)) return undefined;
  const {seen} = run, context = canvas.getContext('2d'), view = eye(how.azimuth, how.elevation);
  const {extent, pivot} = how.like ?? run; /* another run may say what is in view */
  const scale = how.zoom * 0.45 * Math.min(canvas.width / extent.width, canvas.height / extent.height);
  const along = (axis) => axis.reduce((sum, part, i) => sum + part * pivot[i], 0);
  let outside = 0;
  project(run, frame, view, seen);
  for (let i = 2; i < seen.length; i += 3) outside += Number.isNaN(seen[i]);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(scale, 0, 0, -scale, canvas.width / 2 - scale * along(view.right),
    canvas.height / 2 + scale * along(view.up));
  paint(context, run, facing(run, seen, !has_lines(run), frame), scale);
  dots(context, run, frame, scale, how.nodes);
  context.setTransform(1, 0, 0, 1, 0, 0);
  if (how.axes) axes(canvas, context, view);
  return outside;
}
