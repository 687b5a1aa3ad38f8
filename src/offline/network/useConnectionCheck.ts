/**
 * 连接自检: writes test records of the company, reads them back, and removes them, over the same calls, session and
 * network as everything else. So an administrator can tell a bad line or a proxy in between from a fault of the app.
 */
import { useRef, useState } from 'react';
import { code } from '#contract/codes.ts';
import { MAX_PAGE_SIZE } from '#contract/paging.ts';
import { randomText } from '#contract/random-text.ts';
import { ApiError } from '@/api/ApiError.ts';
import { call } from '@/api/call.ts';

export interface CheckStep {
  id: string;
  title: string;
  /** `skipped` after another has failed. */
  state: 'waiting' | 'running' | 'passed' | 'failed' | 'skipped';
  /** Milliseconds that it took. */
  took?: number;
  /** Why it failed. */
  reason?: string;
}

const NAME = '连接自检';
/** Such as a cache in between would cause, or a proxy that changes what passes. */
const DIFFERENT = '服务器返回的内容与写入的不一致';

interface Work {
  name: string;
  /** The records made so far. */
  ids: string[];
}

const steps: readonly { id: string; title: string; run: (work: Work) => Promise<void> }[] = [
  {
    id: 'create',
    title: '新建',
    run: async (work) => {
      for (const number of [1, 2]) {
        const { data } = await call('createTestResource', { body: { name: `${work.name} ${number}`, remark: '' } });
        work.ids.push(data.id);
      }
    },
  },
  { id: 'read', title: '读取', run: ({ name, ids }) => expectRecord(ids[0], { name: `${name} 1`, remark: '', enabled: true }) },
  {
    id: 'update',
    title: '修改',
    run: async ({ name, ids }) => {
      const changed = { name: `${name} 1`, remark: randomText() };
      await call('updateTestResource', { params: { id: ids[0] ?? '' }, body: changed });
      await expectRecord(ids[0], changed);
    },
  },
  {
    id: 'list',
    title: '列表',
    run: async ({ name, ids }) => {
      const { data } = await call('listTestResources', { query: { name, pageNum: 1, pageSize: MAX_PAGE_SIZE } });
      const listed = new Set(data.records.map((record) => record.id));
      if (data.total !== ids.length || !ids.every((id) => listed.has(id))) throw new Error(DIFFERENT);
    },
  },
  {
    id: 'enable',
    title: '批量停用',
    run: async ({ ids }) => {
      const { data } = await call('enableTestResources', { query: { enable: 'false' }, body: { ids } });
      if (data.count !== ids.length) throw new Error(DIFFERENT);
      await expectRecord(ids[1], { enabled: false });
    },
  },
  {
    id: 'delete',
    title: '删除',
    run: async ({ ids }) => {
      const [id = ''] = ids;
      await call('deleteTestResource', { params: { id } });
      await expectGone(id);
      ids.shift();
    },
  },
  {
    id: 'deleteAll',
    title: '批量删除',
    run: async ({ ids }) => {
      // Also what a check that was cut off has left behind.
      const { data } = await call('listTestResources', { query: { name: NAME, pageNum: 1, pageSize: MAX_PAGE_SIZE } });
      await call('deleteTestResources', { body: { ids: data.records.map((record) => record.id) } });
      for (const id of ids.splice(0)) await expectGone(id);
    },
  },
];

async function expectRecord(id: string | undefined, expected: Partial<Record<'name' | 'remark' | 'enabled', unknown>>): Promise<void> {
  const { data } = await call('getTestResource', { params: { id: id ?? '' } });
  for (const [field, value] of Object.entries(expected)) {
    if (data[field as 'name'] !== value) throw new Error(DIFFERENT);
  }
}

async function expectGone(id: string): Promise<void> {
  try {
    await call('getTestResource', { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.code === code.notFound) return;
    throw error;
  }
  throw new Error(DIFFERENT);
}

/** @param report called after every change, with all steps */
export async function checkConnection(report: (steps: CheckStep[]) => void): Promise<void> {
  const shown: CheckStep[] = steps.map(({ id, title }) => ({ id, title, state: 'waiting' }));
  const set = (position: number, change: Partial<CheckStep>): void => {
    Object.assign(shown[position] ?? {}, change);
    report(shown.map((step) => ({ ...step })));
  };
  const work: Work = { name: `${NAME} ${randomText(8)}`, ids: [] };
  for (const [position, step] of steps.entries()) {
    set(position, { state: 'running' });
    const start = performance.now();
    try {
      await step.run(work);
      set(position, { state: 'passed', took: performance.now() - start });
    } catch (error) {
      for (let rest = position + 1; rest < steps.length; rest += 1) set(rest, { state: 'skipped' });
      set(position, { state: 'failed', took: performance.now() - start, reason: error instanceof Error ? error.message : String(error) });
      break;
    }
  }
  // What is left in spite of this goes with the next check.
  if (work.ids.length > 0) await call('deleteTestResources', { body: { ids: work.ids } }).catch(() => undefined);
}

export function useConnectionCheck() {
  const [shown, setShown] = useState<CheckStep[]>();
  const isRunning = useRef(false);
  const start = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await checkConnection(setShown);
    } finally {
      isRunning.current = false;
    }
  };
  return { steps: shown, start };
}
