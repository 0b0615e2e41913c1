/* Tables that sort and filter, their addresses, their numbers as CSV; and methods that are switched off. */

const ROWS_TO_FILTER = 8;
const order = new Intl.Collator('en', {numeric: true});

/* What a cell says, without what only a screen reader is told. */
function text_of(cell) {
  const copy = cell.cloneNode(true);
  copy.querySelectorAll('.said').forEach((said) => said.remove());
  return copy.textContent.trim();
}

/* The number that a cell begins with, or no number. */
function number_of(text) {
  const found = /^[-−+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?(?!\w)/i.exec(text);
  return found ? parseFloat(found[0].replace('−', '-')) : NaN;
}

/* Numbers by value, texts by name; what is not there (–) last, whichever way. */
function compare(one, other, way) {
  const missing = (text) => text === '' || text === '–';
  if (missing(one) || missing(other)) return missing(one) - missing(other);
  const [a, b] = [number_of(one), number_of(other)];
  if (Number.isNaN(a) !== Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
  return way * (Number.isNaN(a) ? order.compare(one, other) : a - b || order.compare(one, other));
}

const WAYS = ['none', 'ascending', 'descending'];

/* The address of what a table stands in or under, and which of its tables it is: what else is on the page does not change it. */
function address_of(root) {
  const named = Array.from(document.querySelectorAll('main [id]:not(table, table *)'))
    .filter((one) => one.compareDocumentPosition(root) & Node.DOCUMENT_POSITION_FOLLOWING &&
      (one.contains(root) || one.parentElement.contains(root))).at(-1);
  let count = 1;
  while (document.getElementById(`${named.id}.${count}`)) count++;
  return `${named.id}.${count}`;
}

class Table {
  constructor(root) {
    this.root = root;
    this.body = root.tBodies[0];
    this.rows = Array.from(this.body.rows);
    this.header = Array.from(root.tHead.rows[0].cells);
    this.texts = new Map(this.rows.map((row) => [row, Array.from(row.cells, text_of)]));
    this.names = this.header.map(text_of);
    root.id ||= address_of(root);
    this.header.forEach((cell, i) => this.add_sort(cell, i));
    this.add_tools();
  }

  add_sort(cell, i) {
    const button = element('button', {type: 'button', class: 'sort'}, ...cell.childNodes);
    cell.replaceChildren(button);
    button.addEventListener('click', () => this.sort(i));
  }

  /* Up, down, and back to the order in which it came. */
  sort(column) {
    const way = WAYS[(WAYS.indexOf(this.header[column].getAttribute('aria-sort') ?? 'none') + 1) % WAYS.length];
    this.header.forEach((cell) => cell.removeAttribute('aria-sort'));
    if (way !== 'none') this.header[column].setAttribute('aria-sort', way);
    const sign = way === 'descending' ? -1 : 1, key = (row) => this.texts.get(row)[column] ?? '';
    const sorted = way === 'none' ? this.rows : [...this.rows].sort((a, b) => compare(key(a), key(b), sign));
    this.body.append(...sorted);
  }

  add_tools() {
    const tools = element('div', {class: 'tools'});
    const link = element('a', {href: `#${this.root.id}`, 'aria-label': 'Address of this table'}, '#');
    const csv = element('button', {type: 'button'}, 'CSV');
    csv.addEventListener('click', () => this.download());
    if (this.rows.length > ROWS_TO_FILTER) {
      const input = element('input', {type: 'search', placeholder: 'Filter rows', 'aria-label': 'Filter rows'});
      this.count = element('span', {role: 'status'});
      input.addEventListener('input', () => this.filter(input.value));
      tools.append(input, this.count);
    }
    tools.append(csv, link);
    this.root.parentElement.before(tools);
  }

  /* Rows that have every word. */
  filter(words) {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of this.rows) {
      const text = this.texts.get(row).join(' ').toLowerCase();
      row.hidden = !wanted.every((word) => text.includes(word));
      shown += !row.hidden;
    }
    this.count.textContent = wanted.length ? `${shown} of ${this.rows.length} rows` : '';
  }

  /* RFC 4180; an apostrophe before what a spreadsheet would compute, as data_table.h has it. */
  csv() {
    const field = (text) => {
      const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
      return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    };
    return [this.names, ...Array.from(this.body.rows, (row) => this.texts.get(row))]
      .map((row) => `${row.map(field).join(',')}\r\n`).join('');
  }

  download() {
    const url = URL.createObjectURL(new Blob([this.csv()], {type: 'text/csv'}));
    element('a', {href: url, download: `${this.root.id}.csv`}).click();
    setTimeout(() => URL.revokeObjectURL(url));
  }
}

const tables = Array.from(document.querySelectorAll('main table:not(.verdict table, .listing)'), (root) => new Table(root));

/* --- methods --- */

const switches = Array.from(document.querySelectorAll('.methods input'));
const titles = switches.map(({value}) => value);

/* The method that a text is of: it is the title, or begins with it; of several the longest. */
function method_of(text) {
  return titles.filter((title) => text === title || text.startsWith(`${title},`))
    .reduce((best, title) => title.length > best.length ? title : best, '');
}

function is_colour(value) {
  return /^(rgb|#)/.test(value ?? '');
}

/* Those of a part of a figure, or of what it stands in up to the group. */
function colours_of_part(part, group) {
  for (let at = part; at !== group.parentElement; at = at.parentElement) {
    const own = ['stroke', 'color', 'fill'].map((name) => at.getAttribute(name)?.replaceAll(' ', '').toLowerCase()).filter(is_colour);
    if (own.length > 0) return own;
  }
  return [];
}

/* The colours of what a group draws, without the white that lies under all. gnuplot leaves empty groups of other colours in it. */
function colours_of(group) {
  const drawn = Array.from(group.querySelectorAll('path, polygon, polyline, use, circle, rect, line'));
  return new Set(drawn.flatMap((part) => colours_of_part(part, group)).filter((value) => value !== '#ffffff' && value !== 'rgb(255,255,255)'));
}

/* gnuplot's markers in a group; an open one and its filled one count as the same. */
function markers_of(group) {
  return Array.from(group.querySelectorAll('use'), (part) => Math.ceil(Number(part.outerHTML.match(/gpPt(\d+)/)?.[1]) / 2));
}

/* The methods that a group may be of: the one that it is called by, or else those whose entry in the legend has its only colour and
   its marker. */
function methods_of(group, entries) {
  const own = method_of(group.dataset.series ?? ''), colours = [...colours_of(group)], markers = markers_of(group);
  if (own || colours.length !== 1) return own ? [own] : [];
  return entries.filter((entry) => entry.colours.has(colours[0]) &&
    (markers.length === 0 || entry.markers.length === 0 || entry.markers.includes(markers[0]))).map(({method}) => method);
}

function hide_in_figure(svg, off) {
  const entries = Array.from(svg.querySelectorAll('[data-series]'), (group) =>
    ({method: method_of(group.dataset.series), colours: colours_of(group), markers: markers_of(group)})).filter(({method}) => method);
  for (const group of svg.querySelectorAll('[id*="gnuplot_plot_"]')) {
    const methods = methods_of(group, entries);
    group.style.display = methods.length > 0 && methods.every((method) => off.has(method)) ? 'none' : '';
  }
}

function hide_in_table({rows, texts, header, names}, off) {
  header.forEach((cell, i) => {
    const hidden = off.has(method_of(names[i]));
    cell.hidden = hidden;
    rows.forEach((row) => { if (row.cells[i]) row.cells[i].hidden = hidden; });
  });
  rows.forEach((row) => row.classList.toggle('off', texts.get(row).some((text) => off.has(method_of(text)))));
}

function switch_methods() {
  const off = new Set(switches.filter(({checked}) => !checked).map(({value}) => value));
  tables.forEach((table) => hide_in_table(table, off));
  document.querySelectorAll('.paper svg').forEach((svg) => hide_in_figure(svg, off));
}
switches.forEach((one) => one.addEventListener('change', switch_methods));
document.querySelectorAll('.methods').forEach((fieldset) => { fieldset.hidden = false; });
