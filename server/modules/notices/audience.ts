/** Under which the administrators of a company are meant in `notice_audience`; no department and no person has such an id. */
export const adminsOf = (compNo: string): string => `admins:${compNo}`;
