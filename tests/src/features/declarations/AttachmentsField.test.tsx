import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AttachmentsField } from '@/features/declarations/AttachmentsField.tsx';
import type { Upload, Uploads, UploadState } from '@/offline/uploads.ts';

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
  expect(show('refused', '附件只支持 PDF、JPEG、PNG 或 WebP 文件')).toEqual(['移除']);
  expect(screen.getByText('附件只支持 PDF、JPEG、PNG 或 WebP 文件')).toBeTruthy();
});
