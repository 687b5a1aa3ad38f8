import type { DeclarationDetail, DeclarationStatus } from '#contract/declaration.ts';
import { today } from '@/lib/dates.ts';
import { declarationFormPrefix } from '@/lib/form-names.ts';
import type { FormAttachment } from '@/parts/forms/attachment-rules.ts';
import type { DeclarationFields } from '@/queries/declaration-queries.ts';
import { commitmentText } from './commitment-text.ts';
import { suggestTitle, type DeclarationKind } from './declaration-kinds.ts';

/** What is typed; numbers stay text until they are sent. */
export interface DeclarationText {
  title: string;
  year: string;
  body: string;
  trainingHours: string;
  website: string;
}
export const TEXT_FIELDS = ['title', 'year', 'body', 'trainingHours', 'website'] as const satisfies readonly (keyof DeclarationText)[];

export interface FormSignature {
  sha256: string;
  signerName: string;
  /** Its picture, until the server has it; then it is read under `fileId`. */
  png: ArrayBuffer | undefined;
  fileId: string | undefined;
  /** What was signed: a signature stands for that text with those attachments and nothing else. */
  signedText: string;
}

/** All that a form holds; this is what the phone keeps of it, so its shape carries the version of the rows. */
export interface DeclarationForm {
  /** Made by the page for a new one. */
  id: string;
  /** That of the record as it was read; null for a new one. */
  revision: number | null;
  status: DeclarationStatus;
  text: DeclarationText;
  attachments: readonly FormAttachment[];
  signature: FormSignature | null;
  /** Text that gave way to somebody else's, until the person needs it no more. */
  setAside: string;
  /** Of a new one, the hashes of what was sent so far: the server may have it although no answer came. */
  sent?: readonly string[] | undefined;
}

export const NEW = 'new';
/** The name under which a form's draft and its uploads are kept. */
export const formName = (type: number, id: string): string => `${declarationFormPrefix(type)}${id}`;

export function newForm(kind: DeclarationKind, id: string, year: string, compName: string): DeclarationForm {
  const text = { title: suggestTitle(kind, year), year, body: kind.isSigned ? commitmentText(compName, year) : '', trainingHours: '', website: '' };
  return { id, revision: null, status: 'draft', text, attachments: [], signature: null, setAside: '' };
}

/** The text after its year was changed: what nobody has touched follows. */
export function changeYear(kind: DeclarationKind, compName: string, text: DeclarationText, year: string): DeclarationText {
  if (!isYear(year)) return { ...text, year };
  const titleYear = text.title.slice(0, 4);
  const bodyYear = / (\d{4}) 年/.exec(text.body)?.[1] ?? '';
  return {
    ...text,
    year,
    title: isYear(titleYear) && text.title === suggestTitle(kind, titleYear) ? suggestTitle(kind, year) : text.title,
    body: kind.isSigned && text.body === commitmentText(compName, bodyYear) ? commitmentText(compName, year) : text.body,
  };
}

/** The years that a text names, where the year of its declaration is none of them: a draft of one year, or last year's text. */
export function otherYearsIn({ body, year }: DeclarationText): string[] {
  const named = [...new Set(body.match(/\b20\d{2}(?= ?[-年./])/g))].sort();
  return named.includes(year.trim()) ? [] : named;
}

export const YEAR_MESSAGE = '年度应为 2000 至 2100';
const YEARS_OFFERED = 11;
/** The next year and those before it; and what is there already, whatever it is, so that the field never shows another. */
export function yearOptions(there: string): { value: string; label: string }[] {
  const next = Number(today().slice(0, 4)) + 1;
  const years = Array.from({ length: YEARS_OFFERED }, (_, index) => String(next - index));
  return (there === '' || years.includes(there) ? years : [...years, there]).map((year) => ({ value: year, label: year }));
}
export const isYear = (text: string): boolean => /^(?:20[0-9]{2}|2100)$/.test(text.trim());

export function formOf(record: DeclarationDetail): DeclarationForm {
  const { id, revision, status, title, year, body, trainingHours, website, attachments, signature } = record;
  const text = { title, year: String(year), body, trainingHours, website };
  return {
    id,
    revision,
    status,
    text,
    attachments: attachments.map(({ sha256, name, size, type }) => ({ sha256, name, size, type })),
    signature: signature && {
      sha256: signature.sha256,
      signerName: signature.signerName,
      png: undefined,
      fileId: signature.fileId,
      signedText: signedTextOf({ text, attachments }),
    },
    setAside: '',
  };
}

/** What a signature stands for: the attachments too, in whatever order. White space at the ends is dropped by the server. */
export const signedTextOf = ({ text, attachments }: { text: DeclarationText; attachments: readonly { sha256: string }[] }): string =>
  JSON.stringify([...trimmedTexts(text), ...attachments.map(({ sha256 }) => sha256).sort()]);

const trimmedTexts = (text: DeclarationText): string[] => TEXT_FIELDS.map((field) => text[field].trim());

export const isSignatureValid = (form: Pick<DeclarationForm, 'signature' | 'text' | 'attachments'>): boolean =>
  form.signature !== null && form.signature.signedText === signedTextOf(form);

/** Whether two forms would be saved as the same record. */
export const isSameContent = (one: DeclarationForm, other: DeclarationForm): boolean => contentOf(one) === contentOf(other);

/** The same text for the same record to be. */
export const contentOf = (form: DeclarationForm): string =>
  JSON.stringify([trimmedTexts(form.text), form.attachments.map(({ sha256, name }) => [sha256, name]), form.signature?.sha256 ?? null]);

/** What the server is sent; a signature of something else is left out. */
export function fieldsOf(form: DeclarationForm, status: DeclarationStatus): DeclarationFields {
  const { text, attachments, signature } = form;
  return {
    ...text,
    year: Number(text.year),
    status,
    attachments: attachments.map(({ sha256, name }) => ({ sha256, name })),
    signature: signature !== null && isSignatureValid(form) ? { sha256: signature.sha256, signerName: signature.signerName } : null,
  };
}

export interface FieldDifference {
  label: string;
  mine: string;
  theirs: string;
}

const fieldLabels: Record<keyof DeclarationText, string> = { title: '标题', year: '年度', body: '正文', trainingHours: '学时', website: '公示网址' };

const statusNames: Record<DeclarationStatus, string> = { draft: '草稿', declared: '已申报' };

/** In what two forms of one record differ. */
export function differencesOf(mine: DeclarationForm, theirs: DeclarationForm): FieldDifference[] {
  const found = TEXT_FIELDS.filter((field) => mine.text[field].trim() !== theirs.text[field].trim()).map((field) => ({
    label: fieldLabels[field],
    mine: mine.text[field],
    theirs: theirs.text[field],
  }));
  if (mine.status !== theirs.status) found.unshift({ label: '状态', mine: statusNames[mine.status], theirs: statusNames[theirs.status] });
  const names = (form: DeclarationForm): string => form.attachments.map(({ name }) => name).join('、');
  const hashes = (form: DeclarationForm): string => form.attachments.map(({ sha256 }) => sha256).join();
  if (hashes(mine) !== hashes(theirs)) found.push({ label: '附件', mine: names(mine), theirs: names(theirs) });
  // One that is void is not sent.
  const signature = isSignatureValid(mine) ? mine.signature : null;
  if ((signature?.sha256 ?? '') !== (theirs.signature?.sha256 ?? '')) {
    found.push({ label: '签名', mine: signature?.signerName ?? '', theirs: theirs.signature?.signerName ?? '' });
  }
  return found;
}

/** Takes the other's record; the own text stays at hand. */
export function adoptTheirs(mine: DeclarationForm, theirs: DeclarationForm): DeclarationForm {
  const isSameBody = mine.text.body.trim() === theirs.text.body.trim();
  return { ...theirs, setAside: isSameBody ? mine.setAside : joinTexts(mine.setAside, mine.text.body) };
}

/** The own form, to be saved on top of what the other saved; whether it is declared is what the other made of it. */
export const keepMine = (mine: DeclarationForm, theirs: DeclarationForm): DeclarationForm => ({ ...mine, revision: theirs.revision, status: theirs.status, sent: undefined });

/** Whether saving as `wanted` would take back what the other made of the status, which the person did not ask for. */
export const wouldTakeBack = (mine: DeclarationForm, theirs: Pick<DeclarationForm, 'status'>, wanted: DeclarationStatus): boolean =>
  mine.status !== theirs.status && wanted !== theirs.status;

/** One text behind another; a blank one adds nothing. */
export const joinTexts = (one: string, other: string): string => [one, other].map((text) => text.trim()).filter((text) => text !== '').join('\n\n');
