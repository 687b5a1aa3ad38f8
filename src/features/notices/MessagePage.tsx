import { useState } from 'react';
import type { Notice } from '#contract/notice.ts';
import { NOTICE_KINDS, NOTICE_STATUSES, noticeKindLabel, type NoticeStatus, noticeStatusLabel } from '#contract/notice-kind.ts';
import { formatDay } from '@/lib/dates.ts';
import { forgetDraft } from '@/offline/forms/form-drafts.ts';
import { useDeleteNotice, useNoticeList, usePublishNotice, useWithdrawNotice } from '@/queries/notice-management-queries.ts';
import type { NoticeFilter } from '@/queries/notice-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { StatusTag, type StatusTone } from '@/ui/basics/StatusTag.tsx';
import stack from '@/ui/basics/stack.module.css';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { type Column, type ColumnSort, DataList } from '@/ui/lists/DataList.tsx';
import { ListActions } from '@/ui/lists/ListActions.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { Page } from '@/ui/page/Page.tsx';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import type { MenuItem } from '@/ui/sheets/MenuButton.tsx';
import { NoticeDetailSheet } from './NoticeDetailSheet.tsx';
import { NoticeKindTag } from './NoticeKindTag.tsx';
import { NoticeFormSheet } from './NoticeFormSheet.tsx';
import { noticeForm } from './notice-draft.ts';
import { readersOf } from './notice-readers.ts';
import styles from './MessagePage.module.css';

const statusTone: Record<NoticeStatus, StatusTone> = { draft: 'neutral', published: 'qualified', withdrawn: 'notApplicable' };

const columnsOf = (sortOf: (by: 'publishedAt') => ColumnSort): Column<Notice>[] => [
  { key: 'title', title: '标题', onPhone: 'title', render: (notice) => notice.title },
  {
    key: 'status',
    title: '状态',
    onPhone: 'fact',
    width: '92px',
    render: (notice) => <StatusTag tone={statusTone[notice.status]}>{noticeStatusLabel[notice.status]}</StatusTag>,
  },
  { key: 'kind', title: '类型', width: '104px', onPhone: 'hidden', render: (notice) => <NoticeKindTag kind={notice.kind} /> },
  { key: 'readers', title: '发布范围', width: '150px', onPhone: 'hidden', render: readersOf },
  {
    key: 'read',
    title: '已读',
    align: 'right',
    width: '72px',
    render: (notice) => (notice.status === 'published' ? `${notice.readCount}/${notice.readerCount}` : ''),
  },
  {
    key: 'published',
    title: '发布',
    sort: sortOf('publishedAt'),
    width: '170px',
    onPhone: 'fact',
    render: (notice) => (
      <span className={styles['published']}>
        {notice.publisher}
        {notice.publishedAt !== null && <time dateTime={notice.publishedAt}>{formatDay(notice.publishedAt)}</time>}
      </span>
    ),
  },
];

/** What is open above the list. */
type Open = { kind: 'add' } | { kind: 'edit' | 'detail'; notice: Notice };

/** 通知公告列表: what an administrator wrote, and what the server has told by itself. */
export default function MessagePage() {
  const asked = useListFilter<NoticeFilter>({ title: { maxLength: 60 }, kind: {}, status: {} });
  const { fields } = asked;
  const [open, setOpen] = useState<Open>();
  const list = useNoticeList(asked.filter);
  const publishing = usePublishNotice();
  const withdrawing = useWithdrawNotice();
  const deleting = useDeleteNotice();
  const close = (): void => setOpen(undefined);

  const act = async (question: { content: string; confirmText: string; isDestructive?: boolean }, work: () => Promise<unknown>, done: string): Promise<void> => {
    if (!(await confirmDialog(question))) return;
    try {
      await work();
      notify(done, 'success');
    } catch {
      // The mutation cache has shown why.
    }
  };
  const handlePublish = (notice: Notice): Promise<void> => {
    const again = notice.status === 'withdrawn' ? '将再次发布，已读过的人也会收到提醒。' : '发布后立即出现在收件人的通知中。';
    return act({ content: `发布“${notice.title}”？${again}`, confirmText: '发布' }, () => publishing.mutateAsync(notice), '已发布');
  };
  const handleWithdraw = (notice: Notice): Promise<void> =>
    act(
      { content: `撤回“${notice.title}”？收件人将不再看到它，撤回后可以${notice.kind === 'manual' ? '修改并' : ''}再次发布。`, confirmText: '撤回' },
      () => withdrawing.mutateAsync(notice.id),
      '已撤回',
    );
  const handleDelete = (notice: Notice): Promise<void> =>
    act(
      { content: `删除“${notice.title}”？收件人将不再看到它，阅读记录一并删除，不能恢复。`, confirmText: '确认删除', isDestructive: true },
      async () => {
        await deleting.mutateAsync(notice.id);
        await forgetDraft(noticeForm(notice.id));
      },
      '已删除',
    );
  const addButton = (
    <ActionButton tone="primary" size="small" onClick={() => setOpen({ kind: 'add' })}>
      发布公告
    </ActionButton>
  );
  const itemsFor = (notice: Notice): MenuItem[] => [
    ...(notice.kind === 'manual' ? [{ label: '编辑', onSelect: () => setOpen({ kind: 'edit', notice }) }] : []),
    notice.status === 'published' ? { label: '撤回', onSelect: () => void handleWithdraw(notice) } : { label: '发布', onSelect: () => void handlePublish(notice) },
    ...(notice.kind === 'manual' ? [{ label: '删除', onSelect: () => void handleDelete(notice) }] : []),
  ];

  return (
    <Page
      actions={<ListActions add={{ label: '发布公告', onSelect: () => setOpen({ kind: 'add' }) }} />}
      search={
        <SearchBar {...asked.bar}>
          <TextField label="标题" {...fields.bind('title')} type="search" placeholder="标题" />
          <Select
            label="类型"
            {...fields.bind('kind')}
            emptyLabel="全部类型"
            options={NOTICE_KINDS.map((kind) => ({ value: kind, label: noticeKindLabel[kind] }))}
          />
          <Select
            label="状态"
            {...fields.bind('status')}
            emptyLabel="全部状态"
            options={NOTICE_STATUSES.map((status) => ({ value: status, label: noticeStatusLabel[status] }))}
          />
        </SearchBar>
      }
    >
      <div className={stack['parts']}>
        <PagedList
          of={list}
          asked={asked}
          noMatch="没有符合条件的通知，可重置条件后再试"
          none={<NoData hint="还没有通知，可发布一条公告" action={addButton} />}
        >
          {(notices) => (
            <DataList
              label="通知公告列表"
              columns={columnsOf(asked.sortOf)}
              rows={notices}
              rowKey={(notice) => notice.id}
              onOpen={(notice) => setOpen({ kind: 'detail', notice })}
              menu={{ nameOf: ({ title }) => title, itemsOf: itemsFor }}
            />
          )}
        </PagedList>
      </div>
      {open?.kind === 'detail' && <NoticeDetailSheet notice={open.notice} onClose={close} />}
      {open?.kind === 'add' && <NoticeFormSheet notice={undefined} onClose={close} />}
      {open?.kind === 'edit' && <NoticeFormSheet notice={open.notice} onClose={close} />}
    </Page>
  );
}
