import type { ReactNode } from 'react';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Sheet } from './Sheet.tsx';

export interface Question {
  title?: string;
  content: ReactNode;
  confirmText?: string;
  /** null where there is nothing to choose. */
  cancelText?: string | null;
  /** What is confirmed loses something. */
  isDestructive?: boolean;
}

interface ConfirmSheetProps extends Question {
  onAnswer: (isConfirmed: boolean) => void;
}

export function ConfirmSheet({ title = '温馨提示', content, confirmText = '确定', cancelText = '取消', isDestructive = false, onAnswer }: ConfirmSheetProps) {
  return (
    <Sheet
      isOpen
      isAlert
      title={title}
      onClose={() => onAnswer(false)}
      footer={
        <>
          {cancelText !== null && <ActionButton onClick={() => onAnswer(false)}>{cancelText}</ActionButton>}
          <ActionButton tone={isDestructive ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
            {confirmText}
          </ActionButton>
        </>
      }
    >
      {content}
    </Sheet>
  );
}
