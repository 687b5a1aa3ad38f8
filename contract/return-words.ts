/** Said where nothing says why a submission is returned. Apart from the schema, so that the page has it without zod. */
export const NO_RETURN_WORDS = '请填写退回原因，或在选定的要点中填写退回意见';
