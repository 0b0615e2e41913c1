/* The report's players. A run's frames are 16-bit numbers in a cube around the sheet, packed; a frame is drawn as
   facets from the furthest to the nearest (painter's algorithm), one colour a side, brighter toward the light.
   Errors of any kind are kept in <html data-errors>. */
'use strict';

const page = document.documentElement;
const problems = [];

function problem(text) {
  problems.push(String(text));
  page.dataset.errors = problems.join('; ');
}
page.dataset.errors = '';
addEventListener('error', (event) => problem(event.message || `${event.target.tagName} did not load`), true);
addEventListener('unhandledrejection', (event) => problem(event.reason));
document.addEventListener('securitypolicyviolation', (event) => problem(`not allowed: ${event.blockedURI}`));

const OUTSIDE = -32768, LEVELS = 32767; /* as mesh.h has them */
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

/* The bytes behind base64 of a zlib stream. */
async function unpack(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
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
function facing(run, seen, smooth) {
  const list = [], {corner} = run, normal = smooth ? normals(run, seen) : null;
  for (let i = 0; i < corner.length; i += 4) {
    const a = 3 * corner[i], b = 3 * corner[i + 1], c = 3 * corner[i + 2], d = 3 * corner[i + 3];
    const sum = seen[a + 2] + seen[b + 2] + (seen[c + 2] + seen[d + 2]) * (c === d ? 0.5 : 1), part = run.part[i / 4];
    if (Number.isNaN(sum)) continue;
    const least = Math.min(seen[a + 2], seen[b + 2], seen[c + 2]), most = Math.max(seen[a + 2], seen[b + 2], seen[c + 2]);
    const depth = part.obstacle ? 2 * least - most : sum / (c === d ? 3 : 4);
    const area = area_of(seen, a, b, c, d), toEye = area[2] < 0 ? -1 : 1;
    const shade = shade_of(normal ? normal_of(normal, a, b, c, d) : area, toEye);
    const side = toEye * part.front > 0 ? 0 : 1;
    list.push({a, b, c, d, depth, colour: COLOURS[part.colour][side][shade]});
  }
  return list.sort((one, other) => one.depth - other.depth);
}

class Player {
  constructor(root) {
    this.root = root;
    this.canvas = root.querySelector('canvas');
    this.select = root.querySelector('select');
    this.slider = root.querySelector('input');
    this.legend = root.querySelector('.legend');
    this.readout = root.querySelector('.readout');
    this.name = this.canvas.getAttribute('aria-label');
    this.runs = JSON.parse(root.querySelector('script').textContent);
    this.playing = false;
    this.runs.forEach((run) => this.select.add(new Option(run.title + (run.status === 'unstable' ? ', unstable' : ''))));
    this.listen();
    this.ready = this.choose(0);
    this.ready.catch((error) => { this.readout.textContent = `The frames cannot be unpacked: ${error.message}`; });
  }

  listen() {
    root_buttons(this.root, (action) => this.act(action));
    this.select.addEventListener('change', () => this.choose(this.select.selectedIndex));
    this.slider.addEventListener('input', () => { this.pause(); if (this.run) this.show(Number(this.slider.value)); });
    this.canvas.addEventListener('keydown', (event) => this.key(event));
    this.canvas.addEventListener('pointerdown', (event) => this.grab(event));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    dark.addEventListener('change', () => this.draw());
  }

  /* What is chosen meanwhile counts. */
  async choose(index) {
    const run = this.runs[index];
    this.pause();
    this.chosen = run;
    if (!run.place) {
      Object.assign(run, facets(run));
      run.place = decode(await unpack(run.data), run.nodes);
      run.extent = extent(run);
      run.pivot = pivot(run);
    }
    if (this.chosen !== run) return;
    this.run = run;
    this.seen = new Float32Array(3 * this.run.nodes);
    this.slider.max = String(this.run.iteration.length - 1);
    this.explain();
    this.reset();
    this.show(this.run.iteration.length - 1);
  }

  /* Which colours are which object, the front first. */
  explain() {
    const {parts} = this.run;
    this.legend.hidden = parts.length < 2;
    this.legend.replaceChildren(...parts.map(({name, colour}) => {
      const entry = document.createElement('li');
      for (const side of COLOURS[colour]) {
        const box = document.createElement('i');
        box.style.backgroundColor = side[SHADES - 1];
        entry.append(box);
      }
      entry.append(name ?? '');
      return entry;
    }));
  }

  reset() {
    Object.assign(this, {azimuth: this.run.azimuth, elevation: this.run.elevation, zoom: 1});
    this.draw();
  }

  act(action) {
    if (!this.run) return;
    const last = this.run.iteration.length - 1;
    const acts = {
      play: () => this.playing ? this.pause() : this.play(),
      back: () => { this.pause(); this.show(Math.max(this.frame - 1, 0)); },
      forward: () => { this.pause(); this.show(Math.min(this.frame + 1, last)); },
      first: () => { this.pause(); this.show(0); },
      last: () => { this.pause(); this.show(last); },
      left: () => this.turn(-TURN, 0), right: () => this.turn(TURN, 0),
      up: () => this.turn(0, TURN), down: () => this.turn(0, -TURN),
      in: () => { this.zoom *= NEARER; this.draw(); }, out: () => { this.zoom /= NEARER; this.draw(); },
      reset: () => this.reset(),
    };
    acts[action]();
  }

  key(event) {
    const plain = {' ': 'play', ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last',
      '+': 'in', '=': 'in', '-': 'out', '0': 'reset'};
    const shifted = {ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', '+': 'in'};
    const action = (event.shiftKey ? shifted : plain)[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.act(action);
  }

  /* Follows the pointer until it is let go: a width of the picture is half a turn. */
  grab(event) {
    let {clientX: x, clientY: y} = event;
    const move = (next) => {
      const scale = Math.PI / this.canvas.clientWidth;
      this.turn((x - next.clientX) * scale, (next.clientY - y) * scale);
      x = next.clientX;
      y = next.clientY;
    };
    const drop = () => {
      this.canvas.removeEventListener('pointermove', move);
      this.canvas.removeEventListener('pointercancel', drop);
    };
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.addEventListener('pointermove', move);
    this.canvas.addEventListener('pointerup', drop, {once: true});
    this.canvas.addEventListener('pointercancel', drop, {once: true});
  }

  turn(azimuth, elevation) {
    this.azimuth += azimuth;
    this.elevation = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, this.elevation + elevation));
    this.draw();
  }

  /* From the start if it stands at the end. */
  play() {
    if (this.frame === this.run.iteration.length - 1) this.show(0);
    this.playing = true;
    this.label();
    this.wait();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    clearTimeout(this.timer);
    this.label();
    this.tell();
  }

  wait() {
    const rate = calm.matches ? CALM_FRAMES_A_SECOND : Math.min(FRAMES_A_SECOND, this.run.iteration.length);
    this.timer = setTimeout(() => this.next(), 1000 / rate);
  }

  next() {
    this.show(this.frame + 1);
    if (this.frame === this.run.iteration.length - 1) this.pause();
    else this.wait();
  }

  label() {
    this.root.querySelector('[data-action="play"]').textContent = this.playing ? 'Pause' : 'Play';
  }

  show(frame) {
    this.frame = frame;
    this.slider.value = String(frame);
    this.draw();
    this.tell();
  }

  /* While it plays, a screen reader is not told every frame. */
  tell() {
    const {run, frame} = this, last = run.iteration.length - 1;
    const time = run.dt ? `, t = ${Number((run.iteration[frame] * run.dt).toPrecision(4))} s` : '';
    const outside = this.outside ? `, ${this.outside} of ${run.nodes} nodes too far away to be shown` : '';
    const text = `Frame ${frame} of ${last}: iteration ${run.iteration[frame]}${time}${outside}` +
      (run.status === 'unstable' ? '; this run ends unstable' : '');
    this.readout.setAttribute('aria-live', this.playing ? 'off' : 'polite');
    this.readout.textContent = text;
    this.slider.setAttribute('aria-valuetext', text);
    if (!this.playing) this.canvas.setAttribute('aria-label', `${this.name}: ${run.title}. ${text}`);
  }

  /* The pixels follow the size on the screen; nothing to draw while it has none. */
  fit() {
    const {canvas} = this, ratio = Math.min(devicePixelRatio || 1, 2);
    const width = Math.round(canvas.clientWidth * ratio), height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});
    return width > 0 && height > 0;
  }

  draw() {
    if (this.frame === undefined || !this.fit()) return;
    const {canvas, run, seen} = this, context = canvas.getContext('2d');
    const view = eye(this.azimuth, this.elevation);
    const scale = this.zoom * 0.45 * Math.min(canvas.width / run.extent.width, canvas.height / run.extent.height);
    const along = (axis) => axis.reduce((sum, part, i) => sum + part * run.pivot[i], 0);
    project(run, this.frame, view, seen);
    this.outside = 0;
    for (let i = 2; i < seen.length; i += 3) this.outside += Number.isNaN(seen[i]);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.setTransform(scale, 0, 0, -scale, canvas.width / 2 - scale * along(view.right),
      canvas.height / 2 + scale * along(view.up));
    this.paint(context, facing(run, seen, !has_lines(run)), scale);
    context.setTransform(1, 0, 0, 1, 0, 0);
    this.axes(context, view);
  }

  /* A facet's own edge hides the seam to its neighbours; of a coarse mesh the edges are shown. */
  paint(context, list, scale) {
    const {seen} = this, lines = has_lines(this.run);
    context.lineWidth = (lines ? 1.2 : 0.8) / scale;
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

  /* x, y and z as they lie, in the lower left corner. */
  axes(context, view) {
    const size = 26 * Math.min(devicePixelRatio || 1, 2), x = 1.6 * size, y = this.canvas.height - 1.6 * size;
    context.strokeStyle = context.fillStyle = getComputedStyle(this.canvas).color;
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
}

function root_buttons(root, act) {
  root.querySelectorAll('[data-action]').forEach((button) =>
    button.addEventListener('click', () => act(button.dataset.action)));
}

const players = Array.from(document.querySelectorAll('[data-player]'), (root) => new Player(root));

/* Large pictures come packed. */
async function show_picture(image) {
  const bytes = await unpack(image.dataset.packed);
  image.removeAttribute('data-packed');
  image.src = URL.createObjectURL(new Blob([bytes], {type: 'image/svg+xml'}));
}
const pictures = Promise.all(Array.from(document.querySelectorAll('[data-packed]'), show_picture));

/* A print has another width. */
addEventListener('beforeprint', () => players.forEach((player) => player.draw()));
