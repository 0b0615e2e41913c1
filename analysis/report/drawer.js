/* The drawer: what stands behind a cell of the answers. Its address is the cell's, so that a link opens it. */

const cells = JSON.parse(document.getElementById('cells')?.textContent ?? '{}');

/* Of a cell, or of a case in the list of all; undefined: the address is neither's. */
const details_of = (address) => Object.hasOwn(cells, address) ? cells[address] : listing?.details(address);

class Drawer {
  constructor() {
    this.title = element('h2', {id: 'drawer-title', tabindex: '-1'});
    this.body = element('div');
    const close = element('button', {type: 'button', 'aria-label': 'Close'}, '✕');
    this.root = element('dialog', {class: 'drawer', 'aria-labelledby': 'drawer-title'}, close, this.title, this.body);
    document.body.append(this.root);
    close.addEventListener('click', () => this.close());
    this.root.addEventListener('click', (event) => { if (event.target === this.root) this.close(); });
    this.root.addEventListener('cancel', (event) => { event.preventDefault(); this.close(); }); /* Escape */
  }

  /* The address of the cell stays that of the page until the drawer is closed. */
  open(address) {
    this.address = address;
    this.title.textContent = Object.hasOwn(cells, address) ? address : address.split('/').at(-1);
    this.body.replaceChildren(...details_of(address).map((one) => this.show(one)));
    if (!this.root.open) this.root.showModal();
    this.root.scrollTop = 0;
    this.title.focus();
  }

  /* Where the first unstable frames play: of this method, or else of another on the same subject. */
  seen_at({subject, method}) {
    const of_subject = pairs.filter(({runs}) => runs[0].subject === subject);
    const pair = of_subject.find(({runs}) => runs[0].method === method) ?? of_subject[0];
    if (!pair) return [];
    const [stable, unstable] = pair.runs.map(({dt}) => brief(1e3 * dt));
    return [element('p', {}, element('a', {href: `#${pair.root.id}`}, `First unstable frames: ${subject} under ${pair.runs[0].method}, ` +
      `${stable} ms beside ${unstable} ms`))];
  }

  show(one) {
    const {title, facts, command, heading = 'Run it again'} = one;
    const list = element('dl');
    facts.forEach(([name, value]) => list.append(element('dt', {}, name), element('dd', {}, value)));
    return element('section', {}, element('h3', {}, title), list, ...this.seen_at(one), element('h4', {}, heading),
      element('pre', {tabindex: '0'}, element('code', {}, command)));
  }

  close() {
    this.root.close();
    const cell = document.getElementById(this.address);
    if (location_address() === this.address) history.replaceState(null, '', cell ? '#matrix' : '#cases');
    cell?.querySelector('a').focus();
  }
}

function location_address() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

const drawer = new Drawer();

/* Follows the page's address: a cell's opens the drawer, that of a closed part opens it. */
function follow() {
  const address = location_address(), target = document.getElementById(address);
  for (let at = target; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  if (details_of(address)) {
    target?.scrollIntoView({block: 'center'});
    drawer.open(address);
    return;
  }
  if (drawer.root.open) drawer.close();
  target?.scrollIntoView();
}
addEventListener('hashchange', follow);
/* The same address again is no change. */
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) follow();
});
