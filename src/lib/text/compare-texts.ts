import { diffChars } from 'diff';

export interface Part {
  text: string;
  isChanged: boolean;
}

export interface Compared {
  before: Part[];
  after: Part[];
}

/** Longer than an article ever takes; beyond it two texts have nothing in common that would help a reader. */
const PATIENCE_MS = 500;
/** So few characters between two changes are no words that stayed. */
const LEAST_KEPT = 2;

/** Which characters of two texts the other one lacks. */
export function compareTexts(before: string, after: string): Compared {
  const changes = diffChars(before, after, { timeout: PATIENCE_MS });
  if (changes === undefined) return { before: [{ text: before, isChanged: true }], after: [{ text: after, isChanged: true }] };
  const compared: Compared = { before: [], after: [] };
  for (const [index, { value, added, removed }] of changes.entries()) {
    const isBetween = index > 0 && index < changes.length - 1;
    const isChanged = added || removed || (isBetween && value.length <= LEAST_KEPT);
    if (!added) add(compared.before, value, isChanged);
    if (!removed) add(compared.after, value, isChanged);
  }
  return compared;
}

function add(parts: Part[], text: string, isChanged: boolean): void {
  const last = parts.at(-1);
  if (last?.isChanged === isChanged) last.text += text;
  else parts.push({ text, isChanged });
}
