/* All cases of a large study, a part at a time, from the data on the page: filtered by words, sorted by a column. */

const ROWS_SHOWN = 50;

class Listing {
  constructor(root, {columns, rows}) {
    Object.assign(this, {root, columns, rows, shown: rows, first: 0, way: 0});
    this.files = new Map(rows.map((row) => [`case:${row.at(-1)}`, row]));
    this.input = element('input', {type: 'search', placeholder: 'Filter cases', 'aria-label': 'Filter cases'});
    this.status = element('span', {role: 'status'});
    const [before, after] = ['Previous', 'Next'].map((text) => element('button', {type: 'button'}, text));
    this.numbers = columns.map((_, i) => this.is_number(i));
    this.head = element('tr', {}, ...columns.map((name, i) => this.header(name, i)));
    this.body = element('tbody');
    root.replaceChildren(element('div', {class: 'tools'}, this.input, before, after, this.status),
      element('div', {class: 'scroll', role: 'region', tabindex: '0', 'aria-label': 'All cases'},
        element('table', {class: 'listing'}, element('thead', {}, this.head), this.body)));
    this.input.addEventListener('input', () => this.filter());
    before.addEventListener('click', () => this.turn(-ROWS_SHOWN));
    after.addEventListener('click', () => this.turn(ROWS_SHOWN));
    this.show();
  }

  is_number(i) {
    return this.rows.every((row) => row[i] === '' || !Number.isNaN(Number(row[i]))) || i === this.columns.length - 2;
  }

  header(name, i) {
    const button = element('button', {type: 'button', class: 'sort'}, name);
    button.addEventListener('click', () => this.sort(i));
    return element('th', {scope: 'col', class: this.numbers[i] ? 'number' : 'text'}, button);
  }

  /* Cases that have every word in one of their columns. */
  filter() {
    const wanted = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.shown = this.rows.filter((row) => {
      const text = row.join(' ').toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    this.turn(-this.first);
  }

  sort(column) {
    this.way = this.column === column && this.way === 1 ? -1 : 1;
    this.column = column;
    this.rows.sort((a, b) => compare(String(a[column]), String(b[column]), this.way));
    for (const [i, cell] of [...this.head.cells].entries())
      i === column ? cell.setAttribute('aria-sort', this.way > 0 ? 'ascending' : 'descending') : cell.removeAttribute('aria-sort');
    this.filter();
  }

  turn(by) {
    const last = Math.max(0, this.shown.length - 1);
    if (this.first + by <= last) this.first = Math.max(0, this.first + by);
    this.show();
  }

  /* The first cell of a row leads to what is known of its case. */
  row(values) {
    const name = String(values[0]), file = values.at(-1);
    const first = file ? element('a', {href: `#${encodeURIComponent(`case:${file}`)}`}, name) : name;
    return element('tr', {}, element('th', {scope: 'row', class: this.numbers[0] ? 'number' : 'text'}, first),
      ...this.columns.slice(1).map((_, i) => element('td', {class: this.numbers[i + 1] ? 'number' : 'text'}, String(values[i + 1]))));
  }

  show() {
    const part = this.shown.slice(this.first, this.first + ROWS_SHOWN);
    this.body.replaceChildren(...part.map((row) => this.row(row)));
    this.status.textContent = part.length ? `${this.first + 1} to ${this.first + part.length} of ${this.shown.length}` : 'none';
  }

  /* What the drawer shows of a case. */
  details(address) {
    const row = this.files.get(address);
    return row && [{title: this.columns.length > 3 ? '' : row[0], facts: [...this.columns.map((name, i) => [name, String(row[i])]), ['File', row.at(-1)]],
      heading: 'See all of it', command: `trama show '${row.at(-1)}'`}];
  }
}

const listed = document.getElementById('listing');
const listing = listed && new Listing(document.querySelector('.cases'), JSON.parse(listed.textContent));
