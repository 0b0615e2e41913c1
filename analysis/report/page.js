/* What the page does by itself: large pictures, prints. Comes last of all parts. */

/* Large pictures come packed; each is unpacked once. */
const unpacked = new Map();
function show_picture(image) {
  if (!unpacked.has(image)) unpacked.set(image, (async () => {
    const bytes = await unpack(image.dataset.packed);
    image.removeAttribute('data-packed');
    image.src = URL.createObjectURL(new Blob([bytes], {type: 'image/svg+xml'}));
  })());
  return unpacked.get(image);
}

/* All of them, one after another: a print cannot wait for what has not been seen yet. */
async function show_all() {
  for (const image of document.querySelectorAll('[data-packed]')) await show_picture(image);
  for (const player of [...pairs, ...players]) await player.begin();
}
const SETTLED = 500; /* ms after the page has loaded */
addEventListener('load', () => setTimeout(show_all, SETTLED));
const packed = Array.from(document.querySelectorAll('[data-packed]'));
packed.forEach((image) => when_near(image, () => show_picture(image)));
/* As many as take no time, at once: a print without a window waits for nothing that comes after the page. */
const AT_ONCE = 2e6;
if (packed.reduce((sum, image) => sum + image.dataset.packed.length, 0) < AT_ONCE) packed.forEach(show_picture);

/* A print has another width. */
addEventListener('beforeprint', () => [...players, ...pairs].forEach((player) => player.draw()));

/* What the page's address names, once all is in its place. */
follow();
