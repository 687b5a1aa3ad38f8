/** Whether two account names sign in the same person: without blanks around them and in any case of letters, as the server takes them. */
export const isSameAccount = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();
