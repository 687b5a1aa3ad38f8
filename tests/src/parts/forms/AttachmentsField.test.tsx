import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, vi } from 'vitest';
import { ATTACHMENTS_PER_DECLARATION } from '#contract/limits.ts';
import { AttachmentsField } from '@/parts/forms/AttachmentsField.tsx';
import type { FormAttachment } from '@/parts/forms/attachment-rules.ts';
import type { Upload, Uploads, UploadState } from '@/offline/files/uploads.ts';

const control: Pick<Uploads, 'add' | 'pause' | 'resume' | 'remove'> = {
  add: async () => undefined,
  pause: () => undefined,
  resume: () => undefined,
  remove: async () => undefined,
};

function show(state: UploadState, problem?: string): (string | null)[] {
  const upload: Upload = { id: 'u1', name: '计划.pdf', type: 'application/pdf', size: 10, sha256: 'a', sent: 0, state, problem, isKept: true };
  render(<AttachmentsField attachments={[]} uploads={[upload]} control={control} onAdd={() => undefined} onRemove={() => undefined} />);
  return screen.getAllByRole('button').map((button) => button.textContent);
}

it('offers another try to what may succeed at it', () => {
  expect(show('failed', '最多同时上传 20 个文件，请等待其他文件传完')).toEqual(['重试', '取消']);
});

it('offers only to remove what the server will never take', () => {
  expect(show('refused', '文件内容不是 PDF、JPEG、PNG 或 WebP，请移除后换一个文件')).toEqual(['移除']);
  expect(screen.getByText('文件内容不是 PDF、JPEG、PNG 或 WebP，请移除后换一个文件')).toBeTruthy();
});

/** A form with so many attachments, whose uploads arrive at once; the content of a file stands for its hash. */
function ArrivingForm({ count }: { count: number }) {
  const [attachments, setAttachments] = useState<readonly FormAttachment[]>(Array.from({ length: count }, (_, index) => attachment(`旧 ${index}`)));
  const add: Uploads['add'] = async (file, nameOf) => {
    const sha256 = await file.text();
    const other = nameOf(sha256);
    // What a store tells is drawn at once.
    if (other === undefined) flushSync(() => setAttachments((before) => [...before, { ...attachment(sha256), name: file.name }]));
    return other;
  };
  return <AttachmentsField attachments={attachments} uploads={[]} control={{ ...control, add }} onAdd={() => undefined} onRemove={() => undefined} />;
}
const attachment = (sha256: string): FormAttachment => ({ sha256, name: `${sha256}.pdf`, size: 9, type: 'application/pdf' });
const pdf = (name: string, content: string): File => Object.assign(new File([content], name, { type: 'application/pdf' }), { text: async () => content });

it('says of a file with the content of another that it was not added, and keeps the room for those that are new', async () => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  render(<ArrivingForm count={ATTACHMENTS_PER_DECLARATION - 2} />);
  await userEvent.upload(screen.getByLabelText('添加附件'), [pdf('再次.pdf', '旧 0'), pdf('一.pdf', '新'), pdf('二.pdf', '新'), pdf('一.pdf', '新'), pdf('三.pdf', '另一个'), pdf('四.pdf', '多余')]);
  expect(await screen.findByText(`“再次.pdf”与“旧 0.pdf”内容相同，未重复添加；“二.pdf”与“一.pdf”内容相同，未重复添加；“一.pdf”已在附件中，未重复添加；最多 ${ATTACHMENTS_PER_DECLARATION} 个附件，其余的没有添加`)).toBeTruthy();
  expect(screen.getByText(`${ATTACHMENTS_PER_DECLARATION}/${ATTACHMENTS_PER_DECLARATION}`)).toBeTruthy();
  expect(screen.getByText('三.pdf')).toBeTruthy();
});

it('brings what was not added into sight below the files that were added after it', async () => {
  const rowsAtScroll: number[] = [];
  Element.prototype.scrollIntoView = () => void rowsAtScroll.push(screen.queryAllByRole('listitem').length);
  render(<ArrivingForm count={0} />);
  await userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('添加附件'), [new File(['x'], '说明.docx'), pdf('一.pdf', '甲'), pdf('二.pdf', '乙')]);
  expect(await screen.findByText(/说明.docx/)).toBeTruthy();
  expect(await screen.findByText('二.pdf')).toBeTruthy();
  expect(rowsAtScroll.at(-1)).toBe(2);
});
