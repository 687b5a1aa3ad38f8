import type { ReactNode } from 'react';
import { ExclamationCircleOutline } from '@/ui/basics/icons.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';

/** What the phone refused to store. */
export function UnsavedTag({ children }: { children: ReactNode }) {
  return (
    <StatusTag tone="unqualified" icon={<ExclamationCircleOutline aria-hidden />}>
      {children}
    </StatusTag>
  );
}
