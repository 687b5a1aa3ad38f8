import type { Account } from './fixture.ts';
import type { TestServer } from './server.ts';
import { expectSuccess, issueTask, newEntry, save } from './task-fixture.ts';

/** A ★ of the national library that companies may issue. */
export async function vetoPointId(server: TestServer, as: Account = 'admin01'): Promise<string> {
  for (let pageNum = 1; ; pageNum += 1) {
    const { records } = expectSuccess(await server.call('queryPointPage', { query: { pageNum, pageSize: 100 } }, { as }));
    const found = records.find(({ mark }) => mark === 'veto');
    if (found !== undefined) return found.id;
    if (records.length === 0) throw new Error('the library has no ★');
  }
}

interface Severe {
  deptId: string;
  words: string;
}

/** A ★ that a department found 不合格. @returns its report */
export async function openSevere(server: TestServer, { deptId, words }: Severe, staff: Account, admin: Account): Promise<string> {
  const pointId = await vetoPointId(server, admin);
  const { deptTaskIds } = await issueTask(server, { pointIds: [pointId], deptIds: [deptId], taskName: `${words}任务` }, admin);
  await save(server, deptTaskIds[deptId] ?? '', [newEntry(server, pointId, { result: 'unqualified', remark: `${words}问题` })], staff);
  const { records } = expectSuccess(await server.call('querySeverePage', { query: { status: 'waiting', pageSize: 100 } }, { as: admin }));
  return records[0]?.id ?? '';
}

/** The same, reported, with a file. */
export async function reportedSevere(server: TestServer, { file, ...severe }: Severe & { file: string }, staff: Account, admin: Account): Promise<{ id: string; fileId: string }> {
  const id = await openSevere(server, severe, staff, admin);
  const body = { id, reportedTo: `${severe.words}卫生健康委员会`, reportedOn: '2026-06-01', files: [{ sha256: file, name: `${severe.words}回执.jpg` }] };
  expectSuccess(await server.call('reportSevere', { body }, { as: admin }));
  const { records } = expectSuccess(await server.call('querySeverePage', { query: { status: 'reported', pageSize: 100 } }, { as: admin }));
  return { id, fileId: records.find((report) => report.id === id)?.files[0]?.id ?? '' };
}
