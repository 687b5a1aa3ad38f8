/** Of a call that was not sent, read beside what was filled in. The toast keeps to the catalogue. */
export const NO_NETWORK = '当前没有网络，请联网后再试';

const CHINESE = /\p{Script=Han}/u;

/**
 * What an error says to a person.
 * @param otherwise for what says nothing, or says it in the words of a browser
 */
export const sentenceOf = (error: unknown, otherwise = '操作失败，请重试'): string => (error instanceof Error && CHINESE.test(error.message) ? error.message : otherwise);

/** The same amid other text, or above a form, without a stop at its end: the specification's sentences have one, the server's have none. */
export const clauseOf = (error: unknown, otherwise?: string): string => sentenceOf(error, otherwise).replace(/。$/, '');

/** Of an API error: nothing answered, or something else than our server, such as a proxy without it. No network, for whoever is here. */
export const isNoAnswer = ({ kind, code }: { kind?: string; code?: number | null | undefined }): boolean => kind === 'offline' || (kind === 'server' && code === null);
