import { describe, expect, it } from 'vitest';
import { attachmentName, refusalOf, untakenProblem, untakenUploads } from '@/parts/forms/attachment-rules.ts';
import { ATTACHMENT_MAX_BYTES, ATTACHMENT_NAME_MAX } from '#contract/limits.ts';

describe('attachments of a declaration', () => {
  it('are refused in words that name the file', () => {
    expect(refusalOf({ name: '表格.xlsx', type: 'application/zip', size: 1 })).toBe('“表格.xlsx”不能添加：只支持 PDF、JPG、PNG 和 WebP 文件');
    expect(refusalOf({ name: '空.pdf', type: 'application/pdf', size: 0 })).toBe('“空.pdf”是空文件，请重新选择');
    expect(refusalOf({ name: '大.pdf', type: '', size: ATTACHMENT_MAX_BYTES + 1 })).toBe('“大.pdf”超过 20 MB，请压缩或拆分后再添加');
    expect(refusalOf({ name: '计划.PDF', type: '', size: 1 })).toBeUndefined();
  });

  it('keep the ending of a name that is too long', () => {
    const name = attachmentName(`${'长'.repeat(ATTACHMENT_NAME_MAX)}.pdf`);
    expect([name.length, name.endsWith('长.pdf')]).toEqual([ATTACHMENT_NAME_MAX, true]);
    expect(attachmentName(' \u0000 ')).toBe('附件');
  });

  it('are no longer waited for once they are among the attachments, whatever the phone still asks the server', () => {
    const uploads = [
      { sha256: 'a', state: 'waiting' },
      { sha256: 'b', state: 'done' },
      { sha256: 'c', state: 'sending' },
      { sha256: '', state: 'waiting' },
    ];
    expect(untakenUploads(uploads, [{ sha256: 'a' }, { sha256: 'b' }])).toEqual([uploads[2], uploads[3]]);
  });

  it('are told apart by what the person can do about them', () => {
    const [sending, failed, refused] = [{ state: 'sending' }, { state: 'failed' }, { state: 'refused' }] as const;
    expect(untakenProblem([])).toBeUndefined();
    expect(untakenProblem([sending, failed])).toBe('还有 2 个附件没有传完，请联网等待传完，或先取消');
    expect(untakenProblem([refused])).toBe('有 1 个附件不能上传，请先移除');
    expect(untakenProblem([sending, refused, refused])).toBe('有 2 个附件不能上传，请先移除；还有 1 个附件没有传完，请联网等待传完，或先取消');
  });
});
