/** As the router makes them. */
const newKey = (): string => Math.random().toString(36).slice(2, 10);

/**
 * Each visit has a key, by which a view tells a link that was tapped from the way back to where the person was. The router
 * gives one to its own links only; a plain link, which is drawn faster, gets it here. Before the router listens: events of
 * a window come to its listeners in their order.
 */
export function nameVisits(): void {
  addEventListener('popstate', () => {
    // A plain link, or an address typed in. It is not the first of this window; how many came before, nobody asks.
    if (history.state === null) history.replaceState({ usr: null, key: newKey(), idx: 1 }, '');
  });
  // A link to the address that is shown keeps the state that is there.
  document.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('a')?.href === location.href) history.replaceState({ ...history.state, key: newKey() }, '');
    },
    true,
  );
}
