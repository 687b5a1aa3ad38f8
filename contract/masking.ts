/** 138****1234 */
export const maskTel = (tel: string): string => (tel.length < 7 ? '*'.repeat(tel.length) : `${tel.slice(0, 3)}****${tel.slice(-4)}`);

/** z***@example.cn, whatever the length of the name. */
export const maskEmail = (email: string): string => (email === '' ? '' : `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`);

/** 3501**********1234 */
export const maskIdCard = (idCard: string): string =>
  idCard.length < 8 ? '*'.repeat(idCard.length) : `${idCard.slice(0, 4)}${'*'.repeat(idCard.length - 8)}${idCard.slice(-4)}`;
