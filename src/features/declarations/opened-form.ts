/** Goes with the step that opens a form from its list or record: the page before it is where closing leads. */
export const OPENED = { state: { isFormOpened: true } };

/** False for a step of another kind, such as by the tab of the view: the page before may be any. */
export const isFormOpened = (state: unknown): boolean => (state as Partial<typeof OPENED.state> | null)?.isFormOpened === true;
