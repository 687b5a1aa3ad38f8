/** Leads to the first field in sight that is marked as wrong: on a phone it may be a screen away from the button. */
export function showFirstProblem(): void {
  // The marks are drawn by then, also where something was asked before.
  requestAnimationFrame(() => requestAnimationFrame(focusFirstProblem));
}

function focusFirstProblem(): void {
  const wrong = [...document.querySelectorAll<HTMLElement>('[aria-invalid="true"]')];
  // Views of other tabs are there too, but not drawn; what lies below a sheet cannot be reached.
  wrong.find((field) => field.closest('[inert]') === null && field.getClientRects().length > 0)?.focus();
}
