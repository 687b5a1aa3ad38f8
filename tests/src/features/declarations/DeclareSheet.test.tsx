import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { declarationType } from '#contract/declaration-type.ts';
import { type DeclarationForm, newForm } from '@/features/declarations/declaration-form.ts';
import { type DeclarationKind, declarationKinds } from '@/features/declarations/declaration-kinds.ts';
import { DeclareSheet } from '@/features/declarations/DeclareSheet.tsx';
import { storeSession } from '@/session/session-store.ts';
import { signedInAs } from '../../offline/people.ts';
import { answerCalls } from '../answering-server.ts';
import { queriesOf } from '../my-tasks/render-view.tsx';

answerCalls(() => ({ message: { records: [], total: 0, pageNum: 1, pageSize: 10 } }));
afterEach(cleanup);

const { publicity, yearPlan, teachTrain, rectificationMeasures } = declarationType;
const show = (kind: DeclarationKind, form: DeclarationForm, given: { isUnsigned?: boolean; onClose?: () => void } = {}): void => {
  const ways = { isUnsigned: false, onDeclare: () => undefined, onSign: () => undefined, onClose: () => undefined, ...given };
  render(
    <QueryClientProvider client={queriesOf()}>
      <DeclareSheet kind={kind} form={form} deptId="d1" {...ways} />
    </QueryClientProvider>,
  );
};

it.each([
  [publicity, 0, true],
  [publicity, 1, true],
  [yearPlan, 0, false],
  [yearPlan, 1, true],
  [teachTrain, 1, false],
])('of type %i, by one with the role %i, says whether everybody sees it: %s', (type, isAdmin, isTold) => {
  const session = signedInAs(`declaring-${type}-${isAdmin}`);
  storeSession({ ...session, user: { ...session.user, isAdmin } });
  const kind = declarationKinds[type]!;
  show(kind, newForm(kind, 'one', '2026', '示例市第一医院'));
  expect(screen.queryByText(/公示栏公示/) !== null).toBe(isTold);
});

it('says where the text is of another year, such as a draft that was made before the year was changed', () => {
  storeSession(signedInAs('declaring-another-year'));
  const kind = declarationKinds[rectificationMeasures]!;
  const form = newForm(kind, 'one', '2024', '示例市第一医院');
  show(kind, { ...form, text: { ...form.text, body: '2026-03-01 锐器盒已满，2026-03-08 前更换' } });
  expect(screen.getByText('正文里写的是2026年，没有2024年，请核对年度和正文。')).toBeDefined();
  cleanup();
  show(kind, { ...form, text: { ...form.text, year: '2026', body: '2026-03-01 锐器盒已满，2026-03-08 前更换' } });
  expect(screen.queryByText(/请核对年度和正文/)).toBeNull();
});

it.each([true, false])('has a way back to the form, unsigned: %s', async (isUnsigned) => {
  storeSession(signedInAs(`looking-again-${isUnsigned}`));
  const kind = declarationKinds[publicity]!;
  const onClose = vi.fn();
  show(kind, newForm(kind, 'one', '2026', '示例市第一医院'), { isUnsigned, onClose });
  await userEvent.click(screen.getByRole('button', { name: '再看看' }));
  expect(onClose).toHaveBeenCalledOnce();
});
