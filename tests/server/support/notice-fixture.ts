import { v7 as uuidv7 } from 'uuid';
import type { CallAnswer } from '#contract/endpoints.ts';
import type { NewNotice } from '#contract/notice.ts';
import type { Account } from './fixture.ts';
import type { TestServer } from './server.ts';
import { expectSuccess } from './task-fixture.ts';

/** A notice that an administrator wrote: to everyone unless departments are given, and published unless told otherwise. @returns its id */
export async function addedNotice(server: TestServer, fields: Partial<NewNotice> = {}, as: Account = 'admin01'): Promise<string> {
  const audience = fields.deptIds === undefined ? 'all' : 'depts';
  const body: NewNotice = { id: uuidv7(), title: '停电通知', body: '周六上午检修线路。', audience, ...fields };
  return expectSuccess(await server.call('addNotice', { body }, { as })).id;
}

export const readBell = async (server: TestServer, as: Account = 'staff01', pageNum = 1): Promise<CallAnswer<'queryMyNoticeList'>> =>
  expectSuccess(await server.call('queryMyNoticeList', { query: { pageNum, pageSize: 100 } }, { as }));
