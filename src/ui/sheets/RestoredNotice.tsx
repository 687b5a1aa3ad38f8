import type { ReactNode } from 'react';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Notice } from '@/ui/basics/Notice.tsx';
import { confirmDialog } from './confirm-dialog.tsx';

export interface RestoredNoticeProps {
  /** What has not been done with it yet, such as 下发. */
  deed: string;
  /** What is thrown away with it. */
  rest?: string;
  /** After the person was asked. */
  onDiscard: () => unknown;
  /** Where it begins with something else than what was typed into it. */
  title?: string | undefined;
  children?: ReactNode;
}

/** Says that a form begins with what was typed into it before, and offers to begin with nothing. */
export function RestoredNotice({ deed, rest = '', title = `已恢复上次填写而未${deed}的内容`, onDiscard, children }: RestoredNoticeProps) {
  const handleDiscard = async (): Promise<void> => {
    const content = `上次填写而未${deed}的内容${rest}会被丢弃，不能恢复。`;
    if (await confirmDialog({ content, confirmText: '丢弃', isDestructive: true })) await onDiscard();
  };
  return (
    <Notice
      tone="neutral"
      title={title}
      action={
        <ActionButton size="small" onClick={handleDiscard}>
          丢弃，重新填写
        </ActionButton>
      }
    >
      {children}
    </Notice>
  );
}
