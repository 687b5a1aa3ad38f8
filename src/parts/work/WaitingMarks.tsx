import { UnsavedTag } from '@/parts/tags/UnsavedTag.tsx';
import { DownlandOutline, EditSOutline, ExclamationCircleOutline, UploadOutline } from '@/ui/basics/icons.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { NOTHING_WAITS, type Waiting } from './waiting.ts';

/** @param isKept can be filled in without a network */
export function WaitingMarks({ waiting = NOTHING_WAITS, isKept }: { waiting: Waiting | undefined; isKept: boolean }) {
  const { pending, unsaved, incomplete, problems } = waiting;
  return (
    <>
      {pending > 0 && (
        <StatusTag tone="primary" icon={<UploadOutline aria-hidden />}>
          {pending} 项待上传
        </StatusTag>
      )}
      {unsaved > 0 && <UnsavedTag>{unsaved} 项未保存</UnsavedTag>}
      {incomplete > 0 && (
        <StatusTag tone="warning" icon={<EditSOutline aria-hidden />}>
          {incomplete} 项缺说明
        </StatusTag>
      )}
      {problems > 0 && (
        <StatusTag tone="unqualified" icon={<ExclamationCircleOutline aria-hidden />}>
          {problems} 项需处理
        </StatusTag>
      )}
      {isKept && (
        <StatusTag tone="qualified" icon={<DownlandOutline aria-hidden />}>
          可离线
        </StatusTag>
      )}
    </>
  );
}
