import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { usePointFilter } from '@/features/my-tasks/fill-in/usePointFilter.ts';
import { noFilter } from '@/features/my-tasks/point-filter.ts';
import { taskPoint } from '../fixture.ts';

const points = [taskPoint(0, { content: '消防通道' }), taskPoint(1, { content: '锐器盒' })];
const open = () => renderHook(() => usePointFilter(points, () => ({ answer: null, saveState: null }), null)).result;

test('a filter is told at once, and its list follows behind the paint', async () => {
  const filtered = open();
  act(() => filtered.current.apply({ kind: 'all', text: '锐器' }, { place: { pointId: points[1]?.pointId ?? '', offset: 8 } }));
  expect(filtered.current).toMatchObject({ filter: { text: '锐器' }, list: { filter: noFilter, version: 0, visible: points } });
  await waitFor(() => expect(filtered.current.list).toMatchObject({ filter: { text: '锐器' }, version: 1, visible: [points[1]], place: { offset: 8 } }));
});

test('who is led to a point has its list at once, also while another filter was about to be shown', async () => {
  const filtered = open();
  act(() => filtered.current.apply({ kind: 'all', text: '锐器' }));
  act(() => filtered.current.apply(noFilter, { isAtOnce: true }));
  const shown = { filter: noFilter, list: { filter: noFilter, version: 2, visible: points } };
  expect(filtered.current).toMatchObject(shown);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(filtered.current).toMatchObject(shown);
});
