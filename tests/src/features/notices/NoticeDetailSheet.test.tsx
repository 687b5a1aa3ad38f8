import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { NoticeDetail } from '#contract/notice.ts';
import { NoticeDetailSheet } from '@/features/notices/NoticeDetailSheet.tsx';
import { noticeDetailOptions } from '@/queries/notice-management-queries.ts';
import { queriesOf } from '../my-tasks/render-view.tsx';

afterEach(cleanup);

function show(unread: NoticeDetail['unread']): void {
  const notice = { id: 'n1', title: '停电', body: '周六', audience: 'all', status: 'published', taskId: null, readerCount: 30, readCount: 1, unread } as unknown as NoticeDetail;
  const client = queriesOf();
  client.setQueryDefaults(noticeDetailOptions('n1').queryKey, { enabled: false });
  client.setQueryData(noticeDetailOptions('n1').queryKey, notice);
  render(
    <QueryClientProvider client={client}>
      <NoticeDetailSheet notice={notice} onClose={() => undefined} />
    </QueryClientProvider>,
  );
}

const unreadIn = (deptName: string, unreadCount: number, ...employeeNames: string[]) => ({ deptId: deptName, deptName, unreadCount, employeeNames });
const listed = () => within(screen.getByRole('list', { name: '未读人员' })).getAllByRole('listitem').map((item) => item.textContent);

it('counts who has not read a notice, and says where names are left out', () => {
  show([unreadIn('内科', 25, '张内一', '李内二'), unreadIn('外科', 1, '王外三'), unreadIn('护理部', 3)]);
  expect(listed()).toEqual(['内科（25）：张内一、李内二 等', '外科（1）：王外三', '护理部（3）']);
  expect(screen.getByText('共 29 人未读，只列出其中 3 人的姓名')).toBeDefined();
});

it('says nothing of names that are left out where all are there', () => {
  show([unreadIn('内科', 2, '张内一', '李内二')]);
  expect(listed()).toEqual(['内科（2）：张内一、李内二']);
  expect(screen.queryByText(/只列出/)).toBeNull();
});
