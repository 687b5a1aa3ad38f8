import { expect, it } from 'vitest';
import type { LocalAnswer, MergedAnswer, SaveState } from '@/offline/entries/answers.ts';
import { saveMarkOf } from '@/parts/filled/save-mark.ts';

const value = { result: 'qualified', remark: '', photos: [], answeredAt: '' } as const;
const local = (saveState: SaveState): LocalAnswer => ({ value: { ...value, photos: [] }, saveState, revision: 0, entryId: 'e' });
const answer: MergedAnswer = { ...value, answeredByName: null, isLocal: true, isComplete: true };

it.each([
  ['saved', false, '已保存'],
  ['saved', true, '待上传'],
  ['sending', false, '已保存'],
  ['delivered', true, '已送达'],
  ['needsLogin', false, '需要登录'],
  ['conflict', false, '冲突'],
  ['failed', false, '未能上传'],
  ['notSaved', false, '未保存'],
] as const)('%s, offline %s: %s', (state, isOffline, words) => {
  expect(saveMarkOf(answer, local(state), isOffline)?.words).toBe(words);
});

it('says what to do where something is wrong', () => {
  expect(saveMarkOf(answer, { ...local('failed'), error: '任务已取消' }, false)?.hint).toBe('任务已取消');
  expect(saveMarkOf(answer, local('notSaved'), false)?.hint).toContain('请勿关闭');
});

it('asks for the remark only once the draft is safe', () => {
  const draft = { ...answer, isComplete: false };
  expect(saveMarkOf(draft, local('saved'), false)?.words).toBe('请填写说明');
  expect(saveMarkOf(draft, local('notSaved'), false)?.words).toBe('未保存');
});

it('asks for it too where the server alone has the answer', () => {
  expect(saveMarkOf({ ...answer, isLocal: false, isComplete: false }, undefined, false)?.words).toBe('请填写说明');
  expect(saveMarkOf({ ...answer, isLocal: false }, undefined, false)?.words).toBe('已送达');
});

it('calls no text saved that waits for a pause in typing', () => {
  expect(saveMarkOf(answer, local('saved'), false, true)?.words).toBe('保存中');
  expect(saveMarkOf(answer, local('delivered'), false, true)?.words).toBe('保存中');
  expect(saveMarkOf({ ...answer, isLocal: false }, undefined, false, true)?.words).toBe('保存中');
  expect(saveMarkOf({ ...answer, isComplete: false }, local('saved'), false, true)?.words).toBe('保存中');
  expect(saveMarkOf(null, undefined, false, true)?.words).toBe('保存中');
  expect(saveMarkOf(answer, local('notSaved'), false, true)?.words).toBe('未保存');
});

it('has nothing to say of a point without an answer, and knows that a colleague’s is on the server', () => {
  expect(saveMarkOf(null, undefined, true)).toBeNull();
  expect(saveMarkOf({ ...answer, isLocal: false }, undefined, true)?.words).toBe('已送达');
});
