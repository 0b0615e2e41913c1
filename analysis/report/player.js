/* Runs that play. */

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
    when_near(root, () => this.begin());
  }

  listen() {
    root_buttons(this.root, (action) => this.act(action));
    this.select.addEventListener('change', () => { this.ready = this.choose(this.select.selectedIndex); });
    this.slider.addEventListener('input', () => { this.pause(); if (this.run) this.show(Number(this.slider.value)); });
    this.canvas.addEventListener('keydown', (event) => this.key(event));
    this.canvas.addEventListener('pointerdown', (event) => follow_pointer(this.canvas, event, (x, y) => this.turn(x, y)));
    this.canvas.addEventListener('wheel', (event) => this.wheel(event), {passive: false});
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    dark.addEventListener('change', () => this.draw());
  }

  /* Once, when it is first needed. */
  begin() {
    this.ready ??= this.choose(Math.max(0, this.select.selectedIndex));
    this.ready.catch((error) => { this.readout.textContent = `The frames cannot be unpacked: ${error.message}`; });
    return this.ready;
  }

  /* What is chosen meanwhile counts. */
  async choose(index) {
    const run = this.runs[index];
    this.pause();
    this.chosen = run;
    await prepare(run);
    if (this.chosen !== run) return;
    this.run = run;
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
    const action = action_of(event);
    if (!action) return;
    event.preventDefault();
    this.act(action);
  }

  /* The wheel is the page's until the picture is chosen. */
  wheel(event) {
    if (document.activeElement !== this.canvas && !event.ctrlKey) return;
    event.preventDefault();
    this.zoom *= Math.exp(-event.deltaY / 400);
    this.draw();
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
    const outside = this.outside ? `, ${this.outside} of ${run.nodes} nodes too far away to be shown, or not there` : '';
    const text = `Frame ${frame} of ${last}: iteration ${run.iteration[frame]}${time}${outside}` +
      (run.status === 'unstable' ? '; this run ends unstable' : '');
    this.readout.setAttribute('aria-live', this.playing ? 'off' : 'polite');
    this.readout.textContent = text;
    this.slider.setAttribute('aria-valuetext', text);
    if (!this.playing) this.canvas.setAttribute('aria-label', `${this.name}: ${run.title}. ${text}`);
  }

  draw() {
    if (this.frame === undefined) return;
    this.outside = draw_run(this.canvas, this.run, this.frame, {azimuth: this.azimuth, elevation: this.elevation, zoom: this.zoom,
      axes: true}) ?? this.outside;
  }
}

const players = Array.from(document.querySelectorAll('[data-player]'), (root) => new Player(root));

/* --- pictures of the first screen --- */

/* The player that has the run of a case, if one has. */
function player_of(id) {
  return [...pairs, ...players].find(({runs}) => runs.some((run) => run.id === id));
}

/* "17 × 17 and 81"; of many parts how many they are. */
function made_of({parts}) {
  const all = parts.reduce((sum, {m, n, nodes}) => sum + (m ? m * n : nodes), 0);
  return parts.length > 3 ? `${parts.length} parts, ${all}` : parts.map(({m, n, nodes}) => m ? `${m} × ${n}` : `${nodes}`).join(' and ');
}

/* Draws a shape, and says what it is made of; the link shows the run where it plays. */
async function show_thumb(link, index) {
  const run = shapes[index], canvas = link.querySelector('canvas'), small = link.querySelector('small');
  await prepare(run);
  const held = held_at(run, 0).length;
  small.textContent = [small.textContent, `${made_of(run)} nodes`, held ? `${held} held` : ''].filter(Boolean).join(', ');
  const draw = () => draw_run(canvas, run, 0, {azimuth: run.azimuth, elevation: run.elevation, zoom: 0.95, nodes: true});
  draw();
  dark.addEventListener('change', draw);
  const player = player_of(run.id);
  if (!player) return;
  link.href = `#${player.root.id}`;
  if (player.select) link.addEventListener('click', () => {
    player.select.selectedIndex = player.runs.findIndex(({id}) => id === run.id);
    player.ready = player.choose(player.select.selectedIndex);
  });
}
const shapes = JSON.parse(document.getElementById('shapes')?.textContent ?? '[]');
const thumbs = Promise.all(Array.from(document.querySelectorAll('[data-shows]'), show_thumb));

/* Shapes then and now (section "What changed"): each pair seen alike. */
const changed = JSON.parse(document.getElementById('changed')?.textContent ?? '[]');
async function show_changed(canvas) {
  const index = Number(canvas.dataset.shape), run = changed[index], like = changed[index - index % 2];
  await Promise.all([prepare(run), prepare(like)]);
  const draw = () => draw_run(canvas, run, 0, {azimuth: like.azimuth, elevation: like.elevation, zoom: 1});
  draw();
  dark.addEventListener('change', draw);
}
const changes = Promise.all(Array.from(document.querySelectorAll('[data-shape]'), show_changed));
