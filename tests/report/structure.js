/* What every page has to hold, a report or the landing page of a site: names, links, contrast, width. */
'use strict';

function expect(holds, what) {
  if (!holds) throw new Error(what);
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
    if (!/^rgba.*, 0\)$/.test(colour)) return colour;
  }
  return 'rgb(255, 255, 255)';
}

/* WCAG 2: 4.5 is asked of text. */
function contrast(element) {
  const pair = [luminance(getComputedStyle(element).color), luminance(background(element))];
  return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
}

function least_contrast() {
  return Math.min(...Array.from(document.querySelectorAll('p, li, th, td, caption, a:not(.skip), summary, button, ' +
    'select, pre, h1, h2, h3, label, figcaption, .scale span'), contrast));
}

/* Names and ids that assistive technology and links rely on. */
function try_structure() {
  const root = document.documentElement;
  const ids = Array.from(document.querySelectorAll('[id]'), (element) => element.id);
  expect(new Set(ids).size === ids.length, 'an id stands twice');
  document.querySelectorAll('[aria-labelledby], [aria-describedby]').forEach((element) =>
    ['aria-labelledby', 'aria-describedby'].forEach((name) => {
      const id = element.getAttribute(name);
      expect(!id || document.getElementById(id), `${name}="${id}" names nothing`);
    }));
  document.querySelectorAll('a[href^="#"]').forEach((link) =>
    expect(document.getElementById(decodeURIComponent(link.hash.slice(1))), `${link.hash} leads nowhere`));
  document.querySelectorAll('use').forEach((use) =>
    expect(document.querySelector(use.getAttribute('xlink:href')), 'a mark of a figure is not there'));
  document.querySelectorAll('button, select, input').forEach((control) =>
    expect(control.getAttribute('aria-label') || control.textContent || control.labels.length, 'a control has no name'));
  document.querySelectorAll('table').forEach((table) =>
    expect((table.caption || table.closest('[role="region"][aria-label]')) && table.querySelector('th[scope="col"]'),
      'a table has no caption or header'));
  const wide = Array.from(document.querySelectorAll('body *')).find((one) => one.getBoundingClientRect().right > root.clientWidth + 1 &&
    !one.closest('.scroll, .paper, pre, svg'));
  expect(root.scrollWidth <= root.clientWidth, `the page is ${root.scrollWidth} wide in ${root.clientWidth}: ${wide?.outerHTML.slice(0, 80)}`);
}
