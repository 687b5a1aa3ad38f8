import type { Declaration } from '#contract/declaration.ts';
import { EditSOutline } from '@/ui/basics/icons.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';

export const DeclarationTag = ({ status }: Pick<Declaration, 'status'>) =>
  status === 'declared' ? (
    <StatusTag tone="qualified">已申报</StatusTag>
  ) : (
    <StatusTag tone="neutral" icon={<EditSOutline aria-hidden />}>
      草稿
    </StatusTag>
  );
