/** A title without what people write it with or leave away: its marks, white space and the country's name. */
export const plainLawTitle = (title: string): string => title.replace(/[\s《》〈〉]/gu, '').replace(/^中华人民共和国/u, '');

/** Such as （2021年修订）; a span of years, such as （2021-2025年）, tells one plan from another. */
const isEditionMark = (text: string): boolean => text.match(/\d{4}/gu)?.length === 1;
const LAST_BRACKET = /[（(]([^（）()]*)[)）]$/u;

/** The same for every version of a law, and however its title is cited. */
export const lawTitleKey = (title: string): string => plainLawTitle(title).replace(LAST_BRACKET, (bracket, text: string) => (isEditionMark(text) ? '' : bracket));
