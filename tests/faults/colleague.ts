import { v7 as uuidv7 } from 'uuid';
import { call, signIn } from '../support/calls.ts';
import type { Tap } from './plan.ts';

/** Somebody else of the department, with a phone of their own on a network that works. */
export interface Colleague {
  /** Points that the colleague has changed. */
  changed: ReadonlySet<string>;
  /** Those no longer that this tells. */
  forget: (isChangedBack: (pointId: string) => boolean) => void;
  save: (tap: Tap) => Promise<void>;
}

export function createColleague(url: string, deptTaskId: string, account: { userNo: string; password: string }): Colleague {
  const changed = new Set<string>();
  let token: string | undefined;
  return {
    changed,
    forget: (isChangedBack) => {
      for (const pointId of changed) if (isChangedBack(pointId)) changed.delete(pointId);
    },
    save: async ({ at, result, remark }) => {
      token ??= await signIn(url, account);
      const { points } = await call(url, 'queryTaskCheckPointInfo', { params: { id: deptTaskId } }, token);
      const point = points[Math.floor(at * points.length)];
      if (point === undefined) throw new Error('the task has no points');
      changed.add(point.pointId);
      const value = { result, remark, photos: [], answeredAt: new Date().toISOString() };
      const entry = { id: uuidv7(), pointId: point.pointId, baseRevision: point.answer?.revision ?? 0, ...value };
      await call(url, 'saveAnswers', { body: { deptTaskId, entries: [entry] } }, token);
    },
  };
}
