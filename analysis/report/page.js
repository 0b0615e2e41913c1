/* What the page does by itself: large pictures, prints. Comes last of all parts. */

/* Large pictures come packed. */
async function show_picture(image) {
  const bytes = await unpack(image.dataset.packed);
  image.removeAttribute('data-packed');
  image.src = URL.createObjectURL(new Blob([bytes], {type: 'image/svg+xml'}));
}
/* All of them, for a print, which cannot wait. */
async function show_all() {
  for (const image of document.querySelectorAll('[data-packed]')) await show_picture(image);
  for (const player of [...pairs, ...players]) await player.begin();
}

document.querySelectorAll('[data-packed]').forEach((image) => when_near(image, () => { if (image.dataset.packed) show_picture(image); }));
const idle = new Promise((done) => (window.requestIdleCallback ?? setTimeout)(done)).then(show_all);

/* A print has another width. */
addEventListener('beforeprint', () => [...players, ...pairs].forEach((player) => player.draw()));

/* What the page's address names, once all is in its place. */
follow();
