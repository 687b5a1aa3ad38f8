/**
 * Leads to the first field in sight that is marked as wrong: on a phone it may be a screen away from the button.
 * A part of the page that is more than a field is marked with `data-problem`, and can be focused.
 */
export function showFirstProblem(): void {
  // The marks are drawn by then, also where something was asked before.
  requestAnimationFrame(() => requestAnimationFrame(focusFirstProblem));
}

function focusFirstProblem(): void {
  const wrong = [...document.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-problem]')];
  // Views of other tabs are there too, but not drawn; what lies below a sheet cannot be reached.
  const first = wrong.find((field) => field.closest('[inert]') === null && field.getClientRects().length > 0);
  if (first === undefined) return;
  first.focus({ preventScroll: true });
  // A part of the page may be longer than the screen. What is wrong with a field stands below it, where the focus would not lead.
  if (first.dataset['problem'] !== undefined) first.scrollIntoView();
  else (first.closest('[data-field]') ?? first).scrollIntoView({ block: 'center' });
}
