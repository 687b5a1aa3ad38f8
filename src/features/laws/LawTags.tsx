import type { Law } from '#contract/law.ts';
import { isAhead, type LawStatus, lawStatusWords } from '#contract/law-status.ts';
import { today } from '@/lib/dates.ts';
import type { LawPresence } from '@/offline/reading/law-storage.ts';
import { CheckOutline, DownlandOutline } from '@/ui/basics/icons.tsx';
import { StatusTag, type StatusTone } from '@/ui/basics/StatusTag.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';

const statusTone: Record<LawStatus, StatusTone> = { effective: 'qualified', amended: 'warning', repealed: 'notApplicable' };

export function LawStatusTag({ law }: { law: Pick<Law, 'status' | 'effectiveDate'> }) {
  const day = today();
  return <StatusTag tone={isAhead(law, day) ? 'primary' : statusTone[law.status]}>{lawStatusWords(law, day)}</StatusTag>;
}

/** Whether a law can be read without a network: because it is kept, or because it was read before, which the phone may drop again. */
export function PresenceTag({ presence }: { presence: LawPresence }) {
  if (presence === 'absent') return <WholeWords text="需联网" />;
  if (presence !== 'readable') {
    return (
      <StatusTag tone="primary" icon={<CheckOutline aria-hidden />}>
        {presence === 'kept' ? '可离线' : '正文可离线'}
      </StatusTag>
    );
  }
  return (
    <StatusTag tone="neutral" icon={<DownlandOutline aria-hidden />}>
      暂可离线
    </StatusTag>
  );
}
