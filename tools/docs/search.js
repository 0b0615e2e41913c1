/* The search over all pages. index.js, which tools/docs.sh makes, holds `sections`: a list of [page, title, anchor, heading,
 * text]. It is loaded when somebody searches, as a script, since a page opened as a file may read nothing else. */
'use strict';

const SHOWN = 40;
const AROUND = 90; // characters of the text on either side of what was found
const box = document.querySelector('#search');
const found = document.querySelector('#found');
const root = document.body.dataset.root;
let loading = null;

function load_index() {
  loading = loading || new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = `${root}index.js`;
    script.onload = done;
    script.onerror = () => fail(new Error('index.js is not there'));
    document.head.append(script);
  });
  return loading;
}

const escaped = (word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/* How often the word is in the text, where a whole word counts as three parts of words. */
function count_of(text, word) {
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(word)}(?![\\p{L}\\p{N}_])`, 'gu');
  return 2 * (text.match(whole) || []).length + text.split(word).length - 1;
}

/* Every word must be in the section. A word of the heading or the title counts more than one of the text. */
function score_of(section, words) {
  const [, title, , heading, text] = section.map((part) => part.toLowerCase());
  let score = 0;
  for (const word of words) {
    const own = 20 * heading.includes(word) + 10 * title.includes(word) + Math.min(count_of(text, word), 19);
    if (own === 0) {
      return 0;
    }
    score += own;
  }
  return score;
}

function find(query) {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const hits = words.length === 0 ? [] : sections.map((section) => ({ section, score: score_of(section, words) }))
    .filter((hit) => hit.score > 0);
  hits.sort((a, b) => b.score - a.score);
  return { words, hits };
}

/* The text around the first word, in which all words are marked. */
function excerpt(text, words) {
  const p = document.createElement('p');
  const first = Math.max(text.toLowerCase().indexOf(words[0]), 0);
  const begin = Math.max(first - AROUND, 0);
  let rest = text.slice(begin, first + words[0].length + AROUND);
  p.append(begin > 0 ? '… ' : '');
  while (rest !== '') {
    const at = words.map((word) => [rest.toLowerCase().indexOf(word), word.length]).filter((one) => one[0] >= 0);
    const [next, length] = at.sort((a, b) => a[0] - b[0])[0] || [rest.length, 0];
    const mark = document.createElement('mark');
    mark.textContent = rest.slice(next, next + length);
    p.append(rest.slice(0, next), length > 0 ? mark : '');
    rest = rest.slice(next + length);
  }
  return p;
}

function item_of([page, title, anchor, heading, text], words) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `${root}${page}${anchor === '' ? '' : `#${anchor}`}`;
  link.textContent = heading === title ? title : `${title}: ${heading}`;
  item.append(link, excerpt(text, words));
  return item;
}

function show(query) {
  const { words, hits } = find(query);
  const said = document.createElement('p');
  const list = document.createElement('ol');
  said.textContent = `${hits.length} ${hits.length === 1 ? 'section' : 'sections'}${hits.length > SHOWN ? `, the first ${SHOWN}` : ''}`;
  list.append(...hits.slice(0, SHOWN).map((hit) => item_of(hit.section, words)));
  found.replaceChildren(said, list);
  found.hidden = words.length === 0;
}

async function search() {
  try {
    await load_index();
    show(box.value);
  } catch (error) {
    found.textContent = `The search does not work: ${error.message}.`;
    found.hidden = false;
  }
}

/* PAGE#search=WORDS opens the page with what is found. */
function search_from_address() {
  const query = location.hash.match(/^#search(?:=(.*))?$/);
  if (query) {
    box.value = decodeURIComponent(query[1] || '');
    box.focus();
    search();
  }
}

box.addEventListener('input', search);
addEventListener('hashchange', search_from_address);
document.querySelectorAll('details.contents').forEach((one) => { one.open = matchMedia('(min-width: 75rem)').matches; });
search_from_address();
