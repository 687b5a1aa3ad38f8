import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { ImportReport } from '#contract/spreadsheet-import.ts';
import { LostAnswerError } from '@/lib/LostAnswerError.ts';
import { ImportSheet } from '@/ui/sheets/ImportSheet.tsx';

afterEach(cleanup);

const right: ImportReport = { rowCount: 2, importedCount: 0, errorCount: 0, errors: [], warnings: [] };

async function choose(options: { report?: ImportReport; onImport?: (input: { file: Blob; importId: string }) => Promise<ImportReport> } = {}) {
  const handlers = { onClose: vi.fn(), onImported: vi.fn(), onImport: vi.fn(options.onImport) };
  render(
    <ImportSheet
      title="导入人员"
      unit="名人员"
      onDownloadTemplate={() => Promise.resolve()}
      onCheck={() => Promise.resolve(options.report ?? right)}
      lostWithAnswer="密码不再显示。"
      {...handlers}
    />,
  );
  await userEvent.upload(screen.getByLabelText('选择表格文件'), new File(['x'], '人员.xlsx'));
  return handlers;
}

it('an import whose answer was lost may have happened, and is sent again under the same id', async () => {
  const answers: (() => Promise<ImportReport>)[] = [() => Promise.reject(new LostAnswerError('服务器链接超时')), () => Promise.resolve({ ...right, importedCount: 2 })];
  const { onImport, onImported, onClose } = await choose({ onImport: () => answers.shift()!() });
  await userEvent.click(await screen.findByRole('button', { name: '导入 2 名人员' }));
  expect((await screen.findByRole('alert')).textContent).toBe('没有收到导入结果：服务器链接超时。数据可能已经导入，请稍后在这里再点一次“导入”，不会重复导入。');
  expect(screen.queryByText(/检查通过/)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('重新选择').disabled).toBe(true);

  // Closing would lose what the answer tells.
  await userEvent.click(screen.getByRole('button', { name: '取消' }));
  expect(await screen.findByText(/还没有收到导入结果.*密码不再显示。/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: '返回' }));
  // Buttons pause after a tap.
  await expect.poll(() => screen.getByRole<HTMLButtonElement>('button', { name: '导入 2 名人员' }).disabled).toBe(false);
  expect(onClose).not.toHaveBeenCalled();

  await userEvent.click(screen.getByRole('button', { name: '导入 2 名人员' }));
  await expect.poll(() => onImported.mock.calls.length).toBe(1);
  const ids = onImport.mock.calls.map(([{ importId }]) => importId);
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(ids[1]).toBe(ids[0]);
});

it('a refusal leaves the file to be chosen again, and the sheet to be closed', async () => {
  const { onClose } = await choose({ onImport: () => Promise.reject(new Error('账号刚刚有变化，请重新检查后再导入')) });
  await userEvent.click(await screen.findByRole('button', { name: '导入 2 名人员' }));
  expect((await screen.findByRole('alert')).textContent).toBe('账号刚刚有变化，请重新检查后再导入');
  expect(screen.getByLabelText<HTMLInputElement>('重新选择').disabled).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: '取消' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('what may be meant so is listed, and may be imported', async () => {
  await choose({ report: { ...right, warnings: [{ row: 3, column: '条', value: '99', message: '这部法规只有 57 条，请核对' }] } });
  expect(await screen.findByRole('row', { name: '3 条 99 这部法规只有 57 条，请核对' })).toBeDefined();
  expect(screen.getByText(/检查通过/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '导入 2 名人员' }).disabled).toBe(false);
});

it('says of an empty file that it is empty', async () => {
  await choose();
  await userEvent.upload(screen.getByLabelText('重新选择'), new File([], '人员.xlsx'));
  expect((await screen.findByRole('alert')).textContent).toBe('文件是空的，请重新选择');
});
