import type { ReactNode } from 'react';
import { type CorrectionStatus, correctionStatusLabel, TO_CONFIRM_LABEL } from '#contract/correction-status.ts';
import { CheckCircleOutline, CheckOutline, ClockCircleOutline, CloseCircleOutline, EditSOutline, ExclamationCircleOutline, ExclamationTriangleOutline } from '@/ui/basics/icons.tsx';
import { StatusTag, type StatusTone } from '@/ui/basics/StatusTag.tsx';

const looks: Record<CorrectionStatus, [tone: StatusTone, icon: ReactNode]> = {
  open: ['primary', <EditSOutline key="icon" aria-hidden />],
  corrected: ['qualified', <CheckOutline key="icon" aria-hidden />],
  confirmed: ['qualified', <CheckCircleOutline key="icon" aria-hidden />],
  cancelled: ['notApplicable', <CloseCircleOutline key="icon" aria-hidden />],
};

interface CorrectionStatusTagProps {
  status: CorrectionStatus;
  isOverdue?: boolean;
  isLate?: boolean;
  /** For who has to confirm it, a corrected one is `TO_CONFIRM_LABEL`. */
  isToConfirm?: boolean;
}

/** Status of a self-correction; 已逾期 stands beside an open one, 逾期整改 beside one that came late. */
export function CorrectionStatusTag({ status, isOverdue = false, isLate = false, isToConfirm = false }: CorrectionStatusTagProps) {
  const [tone, icon] = looks[status];
  return (
    <>
      {isToConfirm && status === 'corrected' ? (
        <StatusTag tone="warning" icon={<ClockCircleOutline aria-hidden />}>
          {TO_CONFIRM_LABEL}
        </StatusTag>
      ) : (
        <StatusTag tone={tone} icon={icon}>
          {correctionStatusLabel[status]}
        </StatusTag>
      )}
      {isOverdue && (
        <StatusTag tone="unqualified" icon={<ExclamationCircleOutline aria-hidden />}>
          已逾期
        </StatusTag>
      )}
      {isLate && (
        <StatusTag tone="warning" icon={<ExclamationCircleOutline aria-hidden />}>
          逾期整改
        </StatusTag>
      )}
    </>
  );
}

/** 已整改 on this phone, and on its way to the server. */
export function CorrectedHereTag() {
  return (
    <StatusTag tone="primary" icon={<CheckOutline aria-hidden />}>
      已整改（待上传）
    </StatusTag>
  );
}

/** 屡查屡犯: failed in the inspection before as well. `count` where it speaks of several. */
export function RepeatedTag({ count }: { count?: number }) {
  return (
    <StatusTag tone="warning" icon={<ExclamationTriangleOutline aria-hidden />}>
      屡查屡犯{count !== undefined && ` ${count} 项`}
    </StatusTag>
  );
}

/** Sent back by an administrator, and open again. */
export function ReturnedTag({ count }: { count?: number }) {
  return (
    <StatusTag tone="warning" icon={<ExclamationCircleOutline aria-hidden />}>
      {count === undefined ? '已退回' : `退回 ${count} 项`}
    </StatusTag>
  );
}
