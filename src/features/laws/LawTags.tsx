import { type LawStatus, lawStatusLabel } from '#contract/law-status.ts';
import type { LawPresence } from '@/offline/law-storage.ts';
import { CheckOutline, DownlandOutline } from '@/ui/icons.tsx';
import { WholeWords } from '@/ui/WholeWords.tsx';
import { StatusTag, type StatusTone } from '@/ui/StatusTag.tsx';

const statusTone: Record<LawStatus, StatusTone> = { effective: 'qualified', amended: 'warning', repealed: 'notApplicable' };

export const LawStatusTag = ({ status }: { status: LawStatus }) => <StatusTag tone={statusTone[status]}>{lawStatusLabel[status]}</StatusTag>;

/** Whether a law can be read without a network: because the person keeps it, or because it was read before, which the phone may drop again. */
export function PresenceTag({ presence }: { presence: LawPresence }) {
  if (presence === 'absent') return <WholeWords text="需联网" />;
  if (presence === 'kept') {
    return (
      <StatusTag tone="primary" icon={<CheckOutline aria-hidden />}>
        已保存离线
      </StatusTag>
    );
  }
  return (
    <StatusTag tone="neutral" icon={<DownlandOutline aria-hidden />}>
      暂可离线
    </StatusTag>
  );
}
