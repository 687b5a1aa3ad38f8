import type { AddressInfo } from 'node:net';
import type { Answer } from '#contract/answer.ts';
import type { SignedIn } from '#contract/session.ts';
import type { Account } from '../../server/support/fixture.ts';
import { passwordOf } from '../../server/support/fixture.ts';
import { startTestServer, type TestServer } from '../../server/support/server.ts';
import { openCorrection, type OpenedCorrection } from '../../server/support/correction-fixture.ts';
import { issueToInternal, somePointIds } from '../../server/support/task-fixture.ts';
import { startFaultProxy, type FaultProxy } from '../../support/fault-proxy.ts';
import { openPage } from './page.ts';

/** The real server, with a network before it that can fail; the page of the test comes from there. */
export interface Backend {
  server: TestServer;
  proxy: FaultProxy;
  /** What signing in as that account answers. */
  signIn: (account: Account) => Promise<SignedIn>;
  issueTask: (pointCount: number) => Promise<{ taskId: string; deptTaskId: string; pointIds: string[] }>;
  /** A self-correction of so many items, in 内科. */
  openCorrection: (itemCount: number) => Promise<OpenedCorrection>;
  /** What the server holds, by point. */
  answers: (deptTaskId: string) => Promise<Map<string, Answer>>;
  /** How many values a department task's history has: more than the answers would be duplicates. */
  historyCount: (deptTaskId: string) => Promise<number>;
  stop: () => Promise<void>;
}

export async function startBackend(): Promise<Backend> {
  const server = await startTestServer({ now: new Date() });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const proxy = await startFaultProxy((server.app.server.address() as AddressInfo).port);
  openPage(`${proxy.url}/`);
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  return {
    server,
    proxy,
    signIn: async (account) => {
      const answer = await server.call('login', { body: { userNo: account, password: passwordOf(account), loginType: 9 } });
      return answer.message;
    },
    issueTask: async (pointCount) =>
      await issueToInternal(server, { pointIds: await somePointIds(server, pointCount), startDate: day(-2), endDate: day(20) }),
    openCorrection: async (itemCount) => await openCorrection(server, { pointIds: await somePointIds(server, itemCount), startDate: day(-2), endDate: day(20) }),
    answers: async (deptTaskId) => {
      const { message } = await server.call('queryTaskCheckPointInfo', { params: { id: deptTaskId } }, { as: 'staff02' });
      return new Map(message.points.flatMap((point) => (point.answer ? [[point.pointId, point.answer]] : [])));
    },
    historyCount: async (deptTaskId) => {
      const { message } = await server.call('queryMyTaskAnswerCheckPoint', { query: { deptTaskId } }, { as: 'staff02' });
      return message.history.length;
    },
    stop: async () => {
      await proxy.close();
      await server.stop();
    },
  };
}
