/* What test_report_browser adds to a copy of a report: tries what a reader would, with what the page's own script
   (page.js) declares, and writes what came of it into <html data-selftest>. */
'use strict';

function expect(holds, what) {
  if (!holds) throw new Error(what);
}

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
  return new Promise((done, fail) => {
    const start = Date.now();
    const look = () => holds() ? done() : Date.now() - start > 20000 ? fail(new Error('too slow')) : setTimeout(look, 20);
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

function luminance(colour) {
  const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function background(element) {
  for (; element; element = element.parentElement) {
    const colour = getComputedStyle(element).backgroundColor;
    if (!/, 0\)$/.test(colour)) return colour;
  }
  return 'rgb(255, 255, 255)';
}

/* WCAG 2: 4.5 is asked of text. */
function contrast(element) {
  const pair = [luminance(getComputedStyle(element).color), luminance(background(element))];
  return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
}

function least_contrast() {
  return Math.min(...Array.from(document.querySelectorAll('p, th, td, caption, a:not(.skip), summary, button, ' +
    'select, pre, h1, h2, h3, label, figcaption, .key span'), contrast));
}

/* Names and ids that assistive technology and links rely on. */
function try_structure() {
  const ids = Array.from(document.querySelectorAll('[id]'), (element) => element.id);
  expect(new Set(ids).size === ids.length, 'an id stands twice');
  document.querySelectorAll('[aria-labelledby], [aria-describedby]').forEach((element) =>
    ['aria-labelledby', 'aria-describedby'].forEach((name) => {
      const id = element.getAttribute(name);
      expect(!id || document.getElementById(id), `${name}="${id}" names nothing`);
    }));
  document.querySelectorAll('a[href^="#"]').forEach((link) =>
    expect(document.querySelector(link.getAttribute('href')), `${link.getAttribute('href')} leads nowhere`));
  document.querySelectorAll('use').forEach((use) =>
    expect(document.querySelector(use.getAttribute('xlink:href')), 'a mark of a figure is not there'));
  document.querySelectorAll('button, select, input').forEach((control) =>
    expect(control.getAttribute('aria-label') || control.textContent || control.labels.length, 'a control has no name'));
  document.querySelectorAll('table').forEach((table) =>
    expect(table.caption && table.querySelector('th[scope="col"]'), 'a table has no caption or header'));
  expect(page.scrollWidth <= page.clientWidth, `the page is ${page.scrollWidth} wide in ${page.clientWidth}`);
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
    for (const player of players) {
      await player.ready;
      await try_player(player);
    }
    await pictures;
    const figures = await try_figures();
    const least = least_contrast();
    expect(least >= 4.5, `least contrast ${least.toFixed(2)}`);
    expect(problems.length === 0, problems.join('; '));
    page.dataset.selftest = `passed: ${players.length} players, ${figures} figures, least contrast ${least.toFixed(1)}`;
  } catch (error) {
    page.dataset.selftest = `failed: ${error.message}`;
  }
}
addEventListener('load', selftest);
