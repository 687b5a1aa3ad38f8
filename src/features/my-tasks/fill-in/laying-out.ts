/**
 * Pieces of a long list are left out of the layout off the screen, with the height that they had when they were last laid
 * out. These are laid out as they are now, for a frame: they have that height from then on.
 */
export function layOutPieces(pieces: Iterable<Element>): void {
  const shown = [...pieces];
  for (const piece of shown) piece.setAttribute('data-changing', '');
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const piece of shown) piece.removeAttribute('data-changing');
    }),
  );
}
