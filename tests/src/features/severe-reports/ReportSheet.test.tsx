import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import type { SevereReport } from '#contract/severe-report.ts';
import { ReportSheet } from '@/features/severe-reports/ReportSheet.tsx';
import { uploadHashes } from '@/offline/files/uploads.ts';
import { readDraft } from '@/offline/forms/form-drafts.ts';
import { answerCalls } from '../answering-server.ts';
import { queriesOf, signInSomebody } from '../my-tasks/render-view.tsx';

const TOLD = '刚刚被其他管理员改为“附件 回执.jpg”，再次保存以您填写的为准';
const NOTE_TOLD = '刚刚被其他管理员改为“已传真”，再次保存以您填写的为准';
const FORM = 'severe-report:r1';

let sent: { files?: { name: string }[]; read?: object }[] = [];
/** As the server has it by now, where somebody else has changed it. */
let now: SevereReport | undefined;
answerCalls(({ path, read }) => {
  if (path === apiPaths.querySeverePage.path) return { message: { records: now === undefined ? [] : [now], total: 1, pageNum: 1, pageSize: 100 } };
  if (path !== apiPaths.reportSevere.path) return { message: { pieceSize: 100, received: [0], isStored: true } };
  const body = read() as (typeof sent)[number];
  sent.push(body);
  if (now !== undefined && sent.length === 1) return { code: code.conflict, message: '刚刚被其他管理员修改', details: [{ field: 'note', message: NOTE_TOLD }] };
  return body.read === undefined || body.files === undefined ? { message: '' } : { code: code.conflict, message: '刚刚被其他管理员修改', details: [{ field: 'files', message: TOLD }] };
});

beforeEach(() => {
  signInSomebody();
  sent = [];
  now = undefined;
});
afterEach(cleanup);

const registered = { id: 'r1', status: 'reported', content: '有执业许可', reportedTo: '示例市卫生健康委员会', reportedOn: '2026-06-10', reportNumber: '3号', note: '', files: [{ id: 'f1', name: '传真.pdf', type: 'application/pdf', size: 9, sha256: 'a'.repeat(64) }] } as unknown as SevereReport;
const found = { ...registered, status: 'waiting', reportedTo: '', reportedOn: null, reportNumber: '', files: [] } as unknown as SevereReport;
const read = { reportedTo: '示例市卫生健康委员会', reportedOn: '2026-06-10', reportNumber: '3号', note: '', files: ['a'.repeat(64)] };

/** @returns whether it was closed */
async function open(report = registered): Promise<() => boolean> {
  let isClosed = false;
  const { unmount } = render(
    <QueryClientProvider client={queriesOf()}>
      <ReportSheet
        report={report}
        onClose={() => {
          isClosed = true;
          unmount();
        }}
      />
    </QueryClientProvider>,
  );
  await screen.findByLabelText(/^报告给/);
  return () => isClosed;
}
async function press(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  // A button pauses after a click.
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
}
async function addFile(): Promise<void> {
  const file = Object.assign(new File(['%PDF-1.4'], '照片.pdf'), { arrayBuffer: async () => new TextEncoder().encode('%PDF-1.4').buffer });
  await userEvent.upload(screen.getByLabelText('添加附件'), file);
  await screen.findByRole('button', { name: '移除 照片.pdf' });
}

it('a file that was added and given up is gone from the form and from the phone', async () => {
  const isClosed = await open();
  await addFile();
  await press('取消');
  await press('放弃填写');
  await expect.poll(isClosed).toBe(true);
  expect([await uploadHashes(FORM), await readDraft(FORM)]).toEqual([[], undefined]);

  await open();
  await userEvent.type(screen.getByLabelText(/^备注/), '已电话报告');
  expect(screen.queryByText('照片.pdf')).toBeNull();
  await press('保存');
  await expect.poll(() => sent).toEqual([{ id: 'r1', note: '已电话报告', read }]);
});

it('what the page lost is there again, until it is thrown away', async () => {
  await open();
  await userEvent.type(screen.getByLabelText(/^备注/), '已电话报告');
  await addFile();
  cleanup();

  await open();
  screen.getByText('已恢复上次填写而未保存的内容');
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^备注/).value).toBe('已电话报告');
  screen.getByText('照片.pdf');
  await press('丢弃，重新填写');
  await press('丢弃');
  await waitFor(() => expect(screen.queryByText('照片.pdf')).toBeNull());
  screen.getByText('传真.pdf');
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^备注/).value).toBe('');
  await expect.poll(async () => [await uploadHashes(FORM), await readDraft(FORM)]).toEqual([[], undefined]);
});

it('says that another administrator changed the files, and replaces them at the next try', async () => {
  const isClosed = await open();
  await addFile();
  await press('保存');
  await screen.findByText(TOLD);
  await press('保存');
  await expect.poll(isClosed).toBe(true);
  expect(sent.map(({ files, ...rest }) => [files?.map(({ name }) => name), rest])).toEqual([
    [['传真.pdf', '照片.pdf'], { id: 'r1', read }],
    [['传真.pdf', '照片.pdf'], { id: 'r1' }],
  ]);
});

it('the first time sends the day too, which nobody had to change', async () => {
  const isClosed = await open(found);
  await userEvent.type(screen.getByLabelText(/^报告给/), '示例市卫生监督所');
  await press('保存');
  await expect.poll(isClosed).toBe(true);
  expect(sent).toEqual([
    { id: 'r1', reportedTo: '示例市卫生监督所', reportedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), read: { reportedTo: '', reportedOn: null, reportNumber: '', note: '', files: [] } },
  ]);
});

it('what is put back to what it was before another administrator changed it is sent', async () => {
  const isClosed = await open();
  await userEvent.type(screen.getByLabelText(/^备注/), '已电话报告');
  now = { ...registered, note: '已传真', reportNumber: '4号' };
  await press('保存');
  await screen.findByText(NOTE_TOLD);
  expect(screen.getByLabelText<HTMLInputElement>(/^文号/).value).toBe('4号');
  await userEvent.clear(screen.getByLabelText(/^备注/));
  await press('保存');
  await expect.poll(isClosed).toBe(true);
  expect(sent.at(-1)).toEqual({ id: 'r1', note: '', read: { ...read, note: '已传真', reportNumber: '4号' } });
});

it('the first time keeps the day that the form had, over that of another administrator', async () => {
  const isClosed = await open(found);
  await userEvent.type(screen.getByLabelText(/^报告给/), '示例市卫生监督所');
  const day = screen.getByLabelText<HTMLInputElement>(/^报告日期/).value;
  now = { ...registered, note: '已传真' };
  await press('保存');
  await screen.findByText(NOTE_TOLD);
  expect(screen.getByLabelText<HTMLInputElement>(/^报告日期/).value).toBe(day);
  await press('保存');
  await expect.poll(isClosed).toBe(true);
  expect(sent.at(-1)).toEqual({ id: 'r1', reportedTo: '示例市卫生监督所', reportedOn: day, read: { ...read, note: '已传真' } });
});
