import { expect, it } from 'vitest';
import { declarationKinds } from '@/features/declarations/declaration-kinds.ts';
import { type DeclarationForm, differencesOf, fieldsOf, isSignatureValid, newForm, otherYearsIn, signedTextOf, wouldTakeBack } from '@/features/declarations/declaration-form.ts';

const attachment = (sha256: string) => ({ sha256, name: `${sha256}.pdf`, size: 1000, type: 'application/pdf' });

/** A 承诺书 with those attachments, as it is signed. */
function signed(...attachments: ReturnType<typeof attachment>[]): DeclarationForm {
  const form = { ...newForm(declarationKinds[6]!, 'new-1', '2026', '示例市第一医院'), attachments };
  return { ...form, signature: { sha256: 'c', signerName: '张三', png: undefined, fileId: undefined, signedText: signedTextOf(form) } };
}

it('a signature stands for the attachments that were there, in whatever order', () => {
  const form = signed(attachment('a'), attachment('b'));
  expect(isSignatureValid({ ...form, attachments: [attachment('b'), attachment('a')] })).toBe(true);
  for (const attachments of [[attachment('a')], [], [attachment('a'), attachment('d')], [attachment('a'), attachment('b'), attachment('d')]]) {
    const changed = { ...form, attachments };
    expect(isSignatureValid(changed)).toBe(false);
    expect(fieldsOf(changed, 'declared').signature).toBeNull();
  }
});

it('a signature stands for the text, whatever white space is around it', () => {
  const form = signed();
  expect(isSignatureValid({ ...form, text: { ...form.text, body: ` ${form.text.body}\n` } })).toBe(true);
  expect(isSignatureValid({ ...form, text: { ...form.text, body: `${form.text.body}八、接受监督。` } })).toBe(false);
});

it.each([
  ['2026-03-01 至 2026-03-31 完成整改', '2024', ['2026']],
  ['一、2025 年发现的问题在2026年1月前改完', '2024', ['2025', '2026']],
  ['一、2025 年发现的问题在2026年1月前改完', '2026', []],
  ['电话 12026-1，编号 20260101，共 2026 项', '2024', []],
  ['', '2024', []],
])('of “%s” declared for %s the years that do not fit are %j', (body, year, years) => {
  expect(otherYearsIn({ title: '', year, body, trainingHours: '', website: '' })).toEqual(years);
});

it('a signature that is void is none of what the own form would save', () => {
  const theirs = { ...signed(), signature: null };
  expect(differencesOf(signed(), theirs)).toEqual([{ label: '签名', mine: '张三', theirs: '' }]);
  const changed = signed();
  const voided = { ...changed, text: { ...changed.text, body: '改过的承诺' } };
  expect(differencesOf(voided, theirs).map(({ label }) => label)).toEqual(['正文']);
});

it.each([
  ['a draft, which the other has declared', 'draft', 'declared', 'draft', true],
  ['changes of what the other made a draft again', 'declared', 'draft', 'declared', true],
  ['a declaration, as the other has', 'draft', 'declared', 'declared', false],
  ['a declaration of what is a draft still', 'draft', 'draft', 'declared', false],
  ['a draft of what is declared still', 'declared', 'declared', 'draft', false],
] as const)('to save %s', (_what, mine, theirs, wanted, isTakenBack) => {
  expect(wouldTakeBack({ ...signed(), status: mine }, { status: theirs }, wanted)).toBe(isTakenBack);
});
