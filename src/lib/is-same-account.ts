import { asAsked, rules, trimText } from '#contract/rules.ts';

const keyOf = (account: string): string => asAsked(trimText(account), rules.account).toLowerCase();

/** Whether two account names sign in the same person: without blanks around them and in any case of letters, as the server takes them. */
export const isSameAccount = (one: string, other: string): boolean => keyOf(one) === keyOf(other);
