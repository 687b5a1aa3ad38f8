import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Sheet } from './Sheet.tsx';
import { stepsTakenBack } from './sheet-steps.ts';

export interface ConfirmOptions {
  title?: string;
  content: ReactNode;
  confirmText?: string;
  /** null where there is nothing to choose. */
  cancelText?: string | null;
  /** What is confirmed loses something. */
  isDestructive?: boolean;
  /** Ends the question with no, once what it is about is gone. */
  signal?: AbortSignal;
}

/** Asks, and says what will happen. @returns whether the person agreed. */
export function confirmDialog({ title = '温馨提示', content, confirmText = '确定', cancelText = '取消', isDestructive = false, signal }: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const root = createRoot(document.createElement('div'));
    const close = (isConfirmed: boolean) => (): void => {
      root.unmount();
      void stepsTakenBack().then(() => resolve(isConfirmed));
    };
    signal?.addEventListener('abort', close(false), { once: true });
    root.render(
      <Sheet
        isOpen
        isAlert
        title={title}
        onClose={close(false)}
        footer={
          <>
            {cancelText !== null && <ActionButton onClick={close(false)}>{cancelText}</ActionButton>}
            <ActionButton tone={isDestructive ? 'danger' : 'primary'} onClick={close(true)}>
              {confirmText}
            </ActionButton>
          </>
        }
      >
        {content}
      </Sheet>,
    );
  });
}
