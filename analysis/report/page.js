/* What the page does by itself: large pictures, prints. Comes last of all parts. */

/* Large pictures come packed. */
async function show_picture(image) {
  const bytes = await unpack(image.dataset.packed);
  image.removeAttribute('data-packed');
  image.src = URL.createObjectURL(new Blob([bytes], {type: 'image/svg+xml'}));
}
const pictures = Promise.all(Array.from(document.querySelectorAll('[data-packed]'), show_picture));

/* A print has another width. */
addEventListener('beforeprint', () => players.forEach((player) => player.draw()));

/* What the page's address names, once all is in its place. */
follow();
