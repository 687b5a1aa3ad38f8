import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { declarationType } from '#contract/declaration-type.ts';
import { newForm } from '@/features/declarations/declaration-form.ts';
import { declarationKinds } from '@/features/declarations/declaration-kinds.ts';
import { DeclareSheet } from '@/features/declarations/DeclareSheet.tsx';
import { storeSession } from '@/session/session-store.ts';
import { signedInAs } from '../../offline/people.ts';
import { answerCalls } from '../answering-server.ts';
import { queriesOf } from '../my-tasks/render-view.tsx';

answerCalls(() => ({ message: { records: [], total: 0, pageNum: 1, pageSize: 10 } }));
afterEach(cleanup);

const { publicity, yearPlan, teachTrain } = declarationType;
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
  const ways = { onDeclare: () => undefined, onSign: () => undefined, onClose: () => undefined };
  render(
    <QueryClientProvider client={queriesOf()}>
      <DeclareSheet kind={kind} form={newForm(kind, 'one', '2026', '示例市第一医院')} deptId="d1" isUnsigned={false} {...ways} />
    </QueryClientProvider>,
  );
  expect(screen.queryByText(/公示栏公示/) !== null).toBe(isTold);
});
