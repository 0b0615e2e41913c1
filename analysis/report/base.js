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
