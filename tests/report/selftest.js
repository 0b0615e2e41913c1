/* What test_report_browser adds to a copy of a report, after structure.js: tries what a reader would, with what the page's own script
   (page.js) declares, and writes what came of it into <html data-selftest>. */
'use strict';

function picture(player) {
  const {width, height} = player.canvas;
  const pixels = player.canvas.getContext('2d').getImageData(0, 0, width, height).data;
  let hash = 0, painted = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    painted += pixels[i + 3] > 0;
    hash = (31 * hash + pixels[i] + 7 * pixels[i + 1] + 13 * pixels[i + 2]) | 0;
  }
  return {hash, painted: painted / (width * height)};
}

function press(player, key, shiftKey = false) {
  player.canvas.dispatchEvent(new KeyboardEvent('keydown', {key, shiftKey, cancelable: true}));
}

function click(player, action) {
  player.root.querySelector(`[data-action="${action}"]`).click();
}

function until(holds) {
  const what = String(holds);
  return new Promise((done, fail) => {
    const start = Date.now();
    const look = () => holds() ? done() : Date.now() - start > 20000 ? fail(new Error(`too slow: ${what}`)) : setTimeout(look, 20);
    look();
  });
}

/* Every object of the run has a name and its own colours, of which some are seen. */
function try_legend(player) {
  const {parts} = player.run, entries = Array.from(player.legend.children);
  expect(player.legend.hidden === parts.length < 2, 'a legend where there are several objects');
  expect(entries.map((entry) => entry.textContent).join() === parts.map(({name}) => name ?? '').join(),
    'the legend names the objects');
  if (parts.length < 2) return;
  const {width, height} = player.canvas;
  const pixels = player.canvas.getContext('2d').getImageData(0, 0, width, height).data, seen = new Set();
  for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3] === 255) seen.add(`rgb(${pixels.subarray(i, i + 3).join()})`);
  parts.forEach(({name, colour}, i) => {
    expect(entries[i].querySelectorAll('i').length === 2 && COLOURS[colour], `${name} has two boxes`);
    expect(COLOURS[colour].flat().some((shade) => seen.has(shade)), `no colour of ${name} is seen`);
  });
}

async function try_player(player) {
  try_legend(player);
  const last = player.run.iteration.length - 1;
  click(player, 'back');
  expect(player.frame === last - 1, 'back steps');
  click(player, 'forward');
  expect(player.frame === last, 'forward steps');
  press(player, 'Home');
  expect(player.frame === 0 && player.slider.value === '0', 'Home shows the first frame');
  const first = picture(player);
  expect(first.painted > 0.01, 'the first frame is painted');
  press(player, 'ArrowRight');
  expect(player.frame === 1 && picture(player).hash !== first.hash, 'the next frame is another picture');
  press(player, 'ArrowLeft');
  expect(picture(player).hash === first.hash, 'and back again');
  press(player, 'ArrowLeft', true);
  press(player, 'ArrowUp', true);
  expect(picture(player).hash !== first.hash, 'shift and arrow keys turn');
  click(player, 'reset');
  expect(picture(player).hash === first.hash, 'reset turns back');
  press(player, ' ');
  expect(player.playing, 'space plays');
  await until(() => player.frame >= 1);
  press(player, ' ');
  expect(!player.playing || last === 1, 'space pauses');
  player.pause();
  click(player, 'play');
  await until(() => !player.playing);
  expect(player.frame === last, 'it plays to the end');
}

/* Two runs at one time, from one place; the times are those of both runs' frames. */
async function try_pair(pair) {
  await pair.begin();
  const last = pair.times.length - 1, hashes = () => pair.views.map((canvas) => picture({canvas}).hash).join();
  expect(pair.runs[0].status === 'stable' && pair.runs[1].status === 'unstable', 'stable stands beside unstable');
  expect(pair.runs[0].dt < pair.runs[1].dt, 'the larger step is the unstable one');
  const sound = pair.frame_of(pair.runs[1]);
  expect(sound === pair.runs[1].sound, 'it stands where the sheet is last whole');
  press({canvas: pair.views[1]}, 'Home');
  const first = hashes();
  expect(pair.index === 0 && pair.views.every((canvas) => picture({canvas}).painted > 0.005), 'both are painted');
  expect(pair.runs.every((run) => pair.frame_of(run) === 0), 'both begin');
  for (let i = 0; i <= last; i++) {
    pair.show(i);
    pair.runs.forEach((run) => {
      const frame = pair.frame_of(run), time = pair.times[i] + 1e-9;
      expect((frame === 0 || run.iteration[frame] * run.dt <= time) && !(run.iteration[frame + 1] * run.dt <= time), 'a frame is of another time');
    });
    expect(Math.abs(Number(pair.slider.value) - pair.across(pair.times[i])) <= 0.5, 'the scrubber is at the time');
  }
  pair.slider.value = '0';
  pair.slider.dispatchEvent(new Event('input'));
  expect(pair.index === 0 && hashes() === first, 'the scrubber leads back');
  press({canvas: pair.views[0]}, 'ArrowLeft', true);
  const turned = hashes();
  expect(turned.split(',').every((hash, i) => hash !== first.split(',')[i]), 'both turn');
  pair.views[0].focus();
  const zoom = pair.zoom;
  pair.views[0].dispatchEvent(new WheelEvent('wheel', {deltaY: -100, cancelable: true}));
  expect(pair.zoom > zoom && hashes() !== turned, 'the wheel goes nearer');
  pair.views[0].blur();
  pair.views[0].dispatchEvent(new WheelEvent('wheel', {deltaY: -100, cancelable: true}));
  expect(pair.zoom > zoom && pair.zoom < 1.5 * zoom, 'the wheel is the page\'s elsewhere');
  click(pair, 'reset');
  expect(hashes() === first, 'reset turns back');
  expect(/× [\d.]+ of real time/.test(pair.readout.textContent), 'the speed is stated');
  pair.time = pair.times[0];
  pair.playing = true;
  pair.advance(pair.times[last] - pair.times[0]);
  expect(pair.index === last && pair.playing, 'it plays to the end');
  pair.advance(1e-6);
  expect(pair.index < last && pair.playing, 'and again from the start');
  pair.loop.checked = false;
  pair.advance(2 * pair.times[last]);
  expect(pair.index === last && !pair.playing, 'without a loop it stops');
  pair.loop.checked = true;
  press({canvas: pair.views[0]}, ' ');
  expect(pair.playing && pair.index === 0, 'space plays from the start');
  press({canvas: pair.views[0]}, ' ');
  expect(!pair.playing, 'and pauses');
  expect(!pair.runs[0].kinetic || pair.root.querySelectorAll('polyline').length === 2, 'two energies');
}

/* A table's address is that of what it stands under. */
function try_addresses() {
  document.querySelectorAll('main table').forEach((table) => {
    const named = document.getElementById(table.id.replace(/\.\d+$/, ''));
    expect(named && !named.matches('table') && named.parentElement.contains(table), `${table.id} is not under its name`);
  });
}

/* A link to a cell opens its drawer, which has what the case's file has; closing it leads back to the cell. */
async function try_drawer() {
  const [address, [{facts, command}]] = Object.entries(cells)[0], link = document.getElementById(address).querySelector('a');
  link.click();
  await until(() => drawer.root.open);
  expect(location_address() === address, 'the address is that of the cell');
  const said = drawer.root.textContent;
  facts.forEach(([name, value]) => expect(said.includes(name) && said.includes(value), `the drawer says ${name}`));
  expect(said.includes(command) && /^trama run /.test(command), 'the drawer has the command');
  expect(facts.some(([name]) => name === 'File') && facts.some(([, value]) => /^[0-9a-f]{64}$/.test(value)), 'file and digest');
  const shown = drawer.root.querySelector('a[href^="#pair-"]');
  expect(shown && /under .* ms beside .* ms/.test(shown.textContent), 'the drawer leads to the first unstable frames');
  drawer.root.querySelector('button').click();
  expect(!drawer.root.open && location_address() !== address, 'it closes');
  expect(document.activeElement === link, 'the focus is back on the cell');
  for (const other of Object.keys(cells)) {
    location.hash = `#${other}`;
    await until(() => drawer.root.open && drawer.address === other);
    drawer.root.dispatchEvent(new Event('cancel'));
    expect(!drawer.root.open && location_address() !== other, 'Escape closes it');
  }
}

function column(table, i) {
  return Array.from(table.body.rows, (row) => table.texts.get(row)[i]);
}

/* What is sorted of a column: beside numbers, words are last whichever way, as is what is not there. */
function sorted_part(texts) {
  const there = texts.filter((text) => text !== '' && text !== '–');
  const numbers = there.filter((text) => !Number.isNaN(number_of(text)));
  return numbers.length > 0 ? numbers : there;
}

/* Up, down, as it came; numbers by value. */
function try_sort(table) {
  table.header.forEach((cell, i) => {
    const came = column(table, i), button = cell.querySelector('button');
    button.click();
    const there = sorted_part(column(table, i));
    expect(cell.getAttribute('aria-sort') === 'ascending', 'it says so');
    expect(there.every((text, k) => k === 0 || compare(there[k - 1], text, 1) <= 0), `${table.names[i]} is not sorted`);
    button.click();
    const down = sorted_part(column(table, i));
    expect(there.every((text, k) => compare(text, down[there.length - 1 - k], 1) === 0), `${table.names[i]} is not sorted down`);
    button.click();
    expect(column(table, i).join() === came.join(), 'the third time restores the order');
  });
  expect(compare('10', '9', 1) > 0 && compare('1e3', '20', 1) > 0 && compare('S10', 'S2', 1) > 0 && compare('–', '1', -1) > 0,
    'numbers sort by value, what is not there last');
}

function try_filter(table) {
  const input = table.root.parentElement.previousElementSibling.querySelector('input');
  expect(!input === table.rows.length <= ROWS_TO_FILTER, 'long tables can be filtered');
  if (!input) return 0;
  const shown = (words) => {
    input.value = words;
    input.dispatchEvent(new Event('input'));
    return table.rows.filter((row) => !row.hidden);
  };
  const word = table.texts.get(table.rows[0]).find((text) => /^\S+$/.test(text) && text !== '–');
  expect(shown(word).includes(table.rows[0]), 'the row with the word stays');
  expect(shown('no such word').length === 0, 'others go');
  expect(shown('').length === table.rows.length, 'no word brings all back');
  return 1;
}

/* Every field comes back from the CSV, also one that a spreadsheet would compute. */
function try_csv(table) {
  const lines = table.csv().split('\r\n').length - 2;
  expect(lines >= table.rows.length, 'a line a row');
  const texts = table.texts.get(table.rows[0]), kept = texts[0];
  texts[0] = '=1+"a",b';
  expect(table.csv().includes(`"'=1+""a"",b"`), 'a formula is quoted');
  texts[0] = kept;
}

function visible(what) {
  return what.getClientRects().length > 0;
}

/* The colours that the lines and points of a plot are drawn in, each with its own attribute. */
function drawn_in(group) {
  return Array.from(group.querySelectorAll('path, use')).flatMap((part) => part.outerHTML.match(/rgb\([^)]*\)/g) ?? []);
}

/* A method that is switched off is in no row, no column, no figure; what others draw stays. */
function try_methods() {
  const drawing = Array.from(document.querySelectorAll('[id*="gnuplot_plot_"]')).filter((group) => drawn_in(group).length > 0 && visible(group));
  for (const one of switches) {
    const of_it = tables.flatMap(({root, header, names}) => [...header.filter((cell, i) => method_of(names[i]) === one.value),
      ...Array.from(root.tBodies[0].rows).filter((row) => Array.from(row.cells, text_of).includes(one.value))]);
    const groups = Array.from(document.querySelectorAll('[data-series]')).filter((group) => method_of(group.dataset.series) === one.value);
    const before = [...of_it, ...groups].filter(visible);
    one.click();
    for (const group of groups) {
      const colours = drawn_in(group);
      const alike = drawing.filter((other) => other.closest('svg') === group.closest('svg') && drawn_in(other).some((colour) => colours.includes(colour)));
      expect(!alike.some(visible), `points of ${one.value} are still there in ${group.closest('figure').dataset.plot}`);
    }
    const its = groups.flatMap(drawn_in);
    const others = drawing.filter((group) => !groups.includes(group) && !drawn_in(group).some((colour) => its.includes(colour)));
    expect(others.length > 0 && others.every(visible), `with ${one.value} others went`);
    expect(![...of_it, ...groups].some(visible), `${one.value} is still there`);
    one.click();
    expect(before.every(visible), `${one.value} is not back`);
  }
  return switches.length;
}

/* A large picture behind a closed summary loads when it is opened. */
async function try_figures() {
  const figures = document.querySelectorAll('[data-plot]');
  document.querySelectorAll('details').forEach((one) => { one.open = one.querySelector('[data-plot]') !== null || one.open; });
  for (const figure of figures) {
    const svg = figure.querySelector('svg'), image = figure.querySelector('img');
    if (image) await image.decode();
    const shown = svg ? svg.querySelectorAll('path, polygon, rect, text').length > 0 : image.naturalWidth > 0;
    expect(shown, `${figure.dataset.plot} shows nothing`);
  }
  return figures.length;
}

async function selftest() {
  try {
    try_structure();
    try_addresses();
    for (const player of players) {
      await player.begin();
      await try_player(player);
    }
    for (const pair of pairs) await try_pair(pair);
    await show_all();
    await thumbs;
    document.querySelectorAll('[data-shows] canvas').forEach((canvas) =>
      expect(picture({canvas}).painted > 0.01, 'a picture of the first screen is empty'));
    await changes;
    const then_and_now = Array.from(document.querySelectorAll('[data-shape]'), (canvas) => picture({canvas}));
    expect(then_and_now.length === 2 && then_and_now.every(({painted}) => painted > 0.01), 'then and now are painted');
    await try_drawer();
    tables.forEach((table) => { try_sort(table); try_csv(table); });
    const filtered = tables.reduce((count, table) => count + try_filter(table), 0);
    expect(filtered > 0, 'no table can be filtered');
    expect(try_methods() > 1, 'no methods can be switched off');
    const figures = await try_figures();
    const least = least_contrast();
    expect(least >= 4.5, `least contrast ${least.toFixed(2)}`);
    expect(problems.length === 0, problems.join('; '));
    page.dataset.selftest = `passed: ${players.length} players, ${pairs.length} pair, ${figures} figures, least contrast ${least.toFixed(1)}`;
  } catch (error) {
    page.dataset.selftest = `failed: ${error.message}`;
  }
}
addEventListener('load', selftest);
