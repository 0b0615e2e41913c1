/* Two runs in step: one time, one eye. */

const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2];
const SECONDS_TO_PLAY = 6; /* about, at the speed that is offered first */
const LONGEST_PAUSE = 0.25; /* s between two pictures that count: a page that slept does not leap */

/* Follows the pointer until it is let go: a width of the picture is half a turn. */
function follow_pointer(canvas, event, turn) {
  let {clientX: x, clientY: y} = event;
  const move = (next) => {
    const scale = Math.PI / canvas.clientWidth;
    turn((x - next.clientX) * scale, (next.clientY - y) * scale);
    x = next.clientX;
    y = next.clientY;
  };
  const drop = () => {
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointercancel', drop);
  };
  canvas.setPointerCapture(event.pointerId);
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', drop, {once: true});
  canvas.addEventListener('pointercancel', drop, {once: true});
}

/* The action of a key, or nothing. */
function action_of(event) {
  const plain = {' ': 'play', ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last',
    '+': 'in', '=': 'in', '-': 'out', '0': 'reset'};
  const shifted = {ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', '+': 'in'};
  return event.ctrlKey || event.altKey || event.metaKey ? undefined : (event.shiftKey ? shifted : plain)[event.key];
}

/* To three digits. */
function brief(value) {
  return Number(value.toPrecision(3));
}

class Pair {
  constructor(root) {
    this.root = root;
    this.runs = JSON.parse(root.querySelector('script').textContent);
    this.views = Array.from(root.querySelectorAll('canvas'));
    this.slider = root.querySelector('.scrubber');
    this.readout = root.querySelector('.readout');
    this.speed = root.querySelector('[data-speed]');
    this.loop = root.querySelector('[data-loop]');
    this.times = [...new Set(this.runs.flatMap((run) => run.iteration.map((i) => i * run.dt)))].sort((a, b) => a - b);
    this.slider.max = '1000'; /* thousandths of the time, as the energies below it */
    this.offer_speeds();
    this.draw_energy();
    this.listen();
    this.reset();
    when_near(root, () => this.begin());
  }

  /* Once, when it is first needed. */
  begin() {
    this.ready ??= this.prepare();
    return this.ready;
  }

  /* As it stands before it is played: the last time at which both are whole. */
  async prepare() {
    await Promise.all(this.runs.map(prepare));
    this.prepared = true;
    const {sound, iteration, dt} = this.runs[1];
    this.show(this.times.findLastIndex((time) => time <= iteration[sound] * dt + 1e-12));
  }

  offer_speeds() {
    const whole = this.times.at(-1) - this.times[0];
    SPEEDS.forEach((speed) => this.speed.add(new Option(`× ${speed} of real time`, String(speed))));
    this.speed.selectedIndex = Math.max(0, SPEEDS.findLastIndex((speed) => speed <= whole / SECONDS_TO_PLAY));
  }

  listen() {
    root_buttons(this.root, (action) => this.act(action));
    this.slider.addEventListener('input', () => { this.pause(); this.show(this.nearest(Number(this.slider.value))); });
    this.slider.addEventListener('keydown', (event) => this.key(event));
    dark.addEventListener('change', () => this.draw());
    for (const canvas of this.views) {
      canvas.addEventListener('keydown', (event) => this.key(event));
      canvas.addEventListener('pointerdown', (event) => follow_pointer(canvas, event, (x, y) => this.turn(x, y)));
      canvas.addEventListener('wheel', (event) => this.wheel(event, canvas), {passive: false});
      new ResizeObserver(() => this.draw()).observe(canvas);
    }
  }

  key(event) {
    const action = action_of(event);
    if (!action) return;
    event.preventDefault();
    this.act(action);
  }

  /* The time that is nearest to so many thousandths. */
  nearest(thousandths) {
    const far = this.times.map((time) => Math.abs(this.across(time) - thousandths));
    return far.indexOf(Math.min(...far));
  }

  /* The wheel is the page's until a picture is chosen. */
  wheel(event, canvas) {
    if (document.activeElement !== canvas && !event.ctrlKey) return;
    event.preventDefault();
    this.nearer(Math.exp(-event.deltaY / 400));
  }

  nearer(factor) {
    this.zoom = Math.min(40, Math.max(0.2, this.zoom * factor));
    this.draw();
  }

  reset() {
    const {azimuth, elevation} = this.runs[0];
    Object.assign(this, {azimuth, elevation, zoom: 0.9});
    this.draw();
  }

  turn(azimuth, elevation) {
    this.azimuth += azimuth;
    this.elevation = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, this.elevation + elevation));
    this.draw();
  }

  act(action) {
    const last = this.times.length - 1;
    const step = (index) => { this.pause(); this.show(Math.min(last, Math.max(0, index))); };
    const acts = {
      play: () => this.playing ? this.pause() : this.play(),
      back: () => step(this.index - 1), forward: () => step(this.index + 1), first: () => step(0), last: () => step(last),
      left: () => this.turn(-TURN, 0), right: () => this.turn(TURN, 0), up: () => this.turn(0, TURN), down: () => this.turn(0, -TURN),
      in: () => this.nearer(NEARER), out: () => this.nearer(1 / NEARER), reset: () => this.reset(),
    };
    acts[action]();
  }

  play() {
    if (this.index === this.times.length - 1) this.show(0);
    this.playing = true;
    this.time = this.times[this.index];
    this.label();
    let before = performance.now();
    const next = (now) => {
      if (!this.playing) return;
      this.advance(Math.min(LONGEST_PAUSE, (now - before) / 1000) * Number(this.speed.value));
      before = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }

  /* By simulated seconds; past the end from the start, or no further. */
  advance(seconds) {
    const [first, last] = [this.times[0], this.times.at(-1)];
    this.time += seconds;
    if (this.time > last && !this.loop.checked) {
      this.show(this.times.length - 1);
      this.pause();
      return;
    }
    if (this.time > last) this.time = first + (this.time - last) % (last - first || 1);
    const index = this.times.findLastIndex((time) => time <= this.time + 1e-12);
    if (index !== this.index) this.show(index);
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.label();
    this.tell();
  }

  label() {
    this.root.querySelector('[data-action="play"]').textContent = this.playing ? 'Pause' : 'Play';
  }

  show(index) {
    this.index = index;
    this.slider.value = String(this.across(this.times[index]));
    this.draw();
    this.tell();
  }

  /* The last frame of a run that is not after the time. */
  frame_of(run) {
    const time = this.times[this.index];
    return Math.max(0, run.iteration.findLastIndex((iteration) => iteration * run.dt <= time + 1e-12));
  }

  draw() {
    if (!this.prepared || this.index === undefined) return;
    this.outside = this.runs.map((run, i) => draw_run(this.views[i], run, this.frame_of(run), {azimuth: this.azimuth,
      elevation: this.elevation, zoom: this.zoom, like: this.runs[0], axes: i === 0}) ?? this.outside?.[i] ?? 0);
    this.cursor?.setAttribute('transform', `translate(${this.across(this.times[this.index])} 0)`);
  }

  tell() {
    const time = this.times[this.index];
    const text = `t = ${brief(time)} s; ` + this.runs.map((run, i) => {
      const frame = this.frame_of(run), gone = frame === run.iteration.length - 1 && time > run.iteration[frame] * run.dt + run.dt;
      const outside = this.outside?.[i] ? `, ${this.outside[i]} of ${run.nodes} nodes out of sight` : '';
      return `${brief(1e3 * run.dt)} ms: iteration ${run.iteration[frame]}${outside}${gone ? ', its last' : ''}`;
    }).join('; ') + `; played at × ${this.speed.value} of real time`;
    this.readout.setAttribute('aria-live', this.playing ? 'off' : 'polite');
    this.readout.textContent = text;
    this.slider.setAttribute('aria-valuetext', text);
  }

  /* --- energy --- */

  across(time) {
    const [first, last] = [this.times[0], this.times.at(-1)];
    return 1000 * (time - first) / (last - first || 1);
  }

  /* Kinetic energies over time, on a logarithmic scale up to a thousand times the stable run's largest: the other's end
     is beyond any scale. */
  draw_energy() {
    const root = this.root.querySelector('.energy'), told = this.runs.filter(({kinetic}) => kinetic);
    this.root.querySelector('.scale').append(...[-1, -0.25, 0, 0.25, 1].map((share) => {
      const step = element('span', {}, `${brief(100 * share * this.runs[0].scale)} %`);
      step.style.setProperty('--colour', STRETCH[Math.round(STRAIN_LEVELS * (1 + share))].at(-1));
      return step;
    }));
    if (told.length < 2) return;
    const values = this.runs[0].kinetic.filter((value) => value > 0), high = 1e3 * Math.max(...values);
    const low = Math.max(Math.min(...values), 1e-9 * high), height = 140;
    const up = (value) => height * (1 - Math.log(Math.min(high, Math.max(low, value)) / low) / Math.log(high / low));
    const line = ({time, kinetic}) => time.map((t, i) => kinetic[i] > 0 ? `${this.across(t).toFixed(1)},${up(kinetic[i]).toFixed(1)}` : '')
      .filter(Boolean).join(' ');
    const plot = document.createElement('div');
    plot.innerHTML = `<svg viewBox="0 0 1000 ${height}" preserveAspectRatio="none" role="img" aria-label="Kinetic energy over time, from ` +
      `${brief(low)} to ${brief(high)} J"><polyline class="stable" points="${line(this.runs[0])}"/><polyline class="unstable" ` +
      `points="${line(this.runs[1])}"/><line class="cursor" x1="0" x2="0" y1="0" y2="${height}"/></svg>`;
    this.cursor = plot.querySelector('.cursor');
    root.append(element('span', {}, `${brief(high)} J`), plot.firstChild, element('span', {}, `${brief(low)} J`),
      element('p', {}, `Kinetic energy (logarithmic) over ${brief(this.times.at(-1))} s: `,
        element('b', {class: 'stable'}, `${brief(1e3 * this.runs[0].dt)} ms`), ', ',
        element('b', {class: 'unstable'}, `${brief(1e3 * this.runs[1].dt)} ms (dashed)`)));
  }
}

const pairs = Array.from(document.querySelectorAll('[data-pair]'), (root) => new Pair(root));
