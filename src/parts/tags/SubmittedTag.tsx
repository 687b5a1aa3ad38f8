import { CheckOutline } from '@/ui/basics/icons.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { UnsavedTag } from './UnsavedTag.tsx';

/** A submission that is on its way to the server. */
export function SubmittedTag({ isSaved }: { isSaved: boolean }) {
  if (!isSaved) return <UnsavedTag>提交未保存</UnsavedTag>;
  return (
    <StatusTag tone="primary" icon={<CheckOutline aria-hidden />}>
      已提交（待上传）
    </StatusTag>
  );
}
