import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newForm } from '@/features/declarations/declaration-form.ts';
import { declarationKinds } from '@/features/declarations/declaration-kinds.ts';
import { type DeclarationFormState, useDeclarationForm } from '@/features/declarations/useDeclarationForm.ts';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { queriesOf, signInSomebody } from '../my-tasks/render-view.tsx';

// There is no server behind these tests: what is added stays on its way.
const PLAN = declarationKinds[0]!;
const WAIT = '还有 1 个附件没有传完，请联网等待传完，或先取消';
const REMOVE = '有 1 个附件不能上传，请先移除';

let forms = 0;
beforeEach(() => {
  signInSomebody();
  forms += 1;
});
afterEach(async () => {
  vi.restoreAllMocks();
  // What one test said leads there two frames later, and not in the next one.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
});

function openForm() {
  const client = queriesOf();
  const start = newForm(PLAN, `new-${forms}`, '2026', '示例市第一医院');
  const drawn: { state?: DeclarationFormState } = {};
  function Form() {
    const state = useDeclarationForm(PLAN, { name: `declaration:0:new-${forms}`, start, kept: undefined, changedBefore: undefined });
    useEffect(() => void (drawn.state = state));
    return <FormProblem>{state.problem}</FormProblem>;
  }
  render(<Form />, { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> });
  const form = (): DeclarationFormState => drawn.state!;
  const idOf = (name: string): string => form().uploads.find((upload) => upload.name === name)!.id;
  return {
    form,
    add: (file: File) => act(() => form().control.add(file, () => undefined)),
    remove: (name: string) => act(() => form().control.remove(idOf(name))),
    declare: () => act(async () => void (await form().save('declared'))),
  };
}

const pdf = (name: string): File => Object.assign(new File(['%PDF-1.4'], name), { arrayBuffer: async () => new TextEncoder().encode(name).buffer });
const unreadable = (name: string): File => Object.assign(new File(['?'], name), { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) });

it('says what is on its way for as long as it is, and not of what is added later', async () => {
  const { form, add, remove, declare } = openForm();
  await add(pdf('计划.pdf'));
  await add(pdf('总结.pdf'));
  await declare();
  expect(form().problem).toBe('还有 2 个附件没有传完，请联网等待传完，或先取消');
  await remove('总结.pdf');
  expect(form().problem).toBe(WAIT);
  await remove('计划.pdf');
  expect(form().problem).toBeUndefined();
  await add(pdf('名单.pdf'));
  expect(form().problem).toBeUndefined();
});

it('no longer waits for a file that has become an attachment', async () => {
  const { form, add, declare } = openForm();
  await add(pdf('计划.pdf'));
  await declare();
  expect(form().problem).toBe(WAIT);
  const { sha256, name, size, type } = form().uploads[0]!;
  act(() => form().attach({ sha256, name, size, type }));
  expect(form().problem).toBeUndefined();
});

it('tells what can never be sent from what is on its way', async () => {
  const { form, add, remove, declare } = openForm();
  await add(unreadable('丢失.pdf'));
  await declare();
  expect(form().problem).toBe(REMOVE);
  await add(pdf('计划.pdf'));
  expect(form().problem).toBe(`${REMOVE}；${WAIT}`);
  await remove('丢失.pdf');
  expect(form().problem).toBe(WAIT);
});

it('says that there is nothing to declare until there is something', async () => {
  const { form, declare } = openForm();
  await declare();
  await waitFor(() => expect(form().problem).toBe('请填写正文或上传附件后再申报'));
  act(() => form().fields.set('body', ' '));
  expect(form().problem).toBe('请填写正文或上传附件后再申报');
  act(() => form().fields.set('body', '全员培训'));
  expect(form().problem).toBeUndefined();
  act(() => form().fields.set('body', ''));
  expect(form().problem).toBeUndefined();
});

it('keeps saying what has nothing to do with the uploads', async () => {
  const { form, add, remove, declare } = openForm();
  await declare();
  await waitFor(() => expect(form().problem).toBe('请填写正文或上传附件后再申报'));
  await add(pdf('计划.pdf'));
  await declare();
  act(() => form().setProblem('请先选择年度，再生成草稿'));
  await remove('计划.pdf');
  expect(form().problem).toBe('请先选择年度，再生成草稿');
});

it('leads to what keeps it from being saved, at every try', async () => {
  // jsdom has no layout: everything counts as drawn.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  const scrollIntoView = vi.fn<() => void>();
  Element.prototype.scrollIntoView = scrollIntoView;
  const { add, declare } = openForm();
  await add(pdf('计划.pdf'));
  for (const times of [1, 2]) {
    await declare();
    const reason = screen.getByText(WAIT);
    await waitFor(() => expect(document.activeElement).toBe(reason));
    expect(scrollIntoView.mock.contexts).toEqual(Array.from({ length: times }, () => reason));
    reason.blur();
  }
});
