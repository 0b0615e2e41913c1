/* What all parts of the page's script share. Errors of any kind are kept in <html data-errors>. */
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

/* The bytes behind base64 of a zlib stream. */
async function unpack(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/* An element with text and children, as documents say it. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children);
  return made;
}

function root_buttons(root, act) {
  root.querySelectorAll('[data-action]').forEach((button) =>
    button.addEventListener('click', () => act(button.dataset.action)));
}

/* Does something when an element first comes near what is seen. */
function when_near(root, act) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({isIntersecting}) => isIntersecting)) return;
    observer.disconnect();
    act();
  }, {rootMargin: '500px'});
  observer.observe(root);
}
