import { type NoticeKind, noticeKindLabel } from '#contract/notice-kind.ts';
import { BellOutline, ClockCircleOutline, CloseCircleOutline, ExclamationCircleOutline, LeftOutline, MinusCircleOutline, UnorderedListOutline } from '@/ui/basics/icons.tsx';
import { StatusTag, type StatusTone } from '@/ui/basics/StatusTag.tsx';

const toneOf: Record<NoticeKind, StatusTone> = {
  manual: 'primary',
  taskIssued: 'primary',
  taskDueSoon: 'warning',
  taskOverdue: 'unqualified',
  taskReminded: 'warning',
  taskReturned: 'warning',
  taskCancelled: 'notApplicable',
  correctionDueSoon: 'warning',
  correctionOverdue: 'unqualified',
  correctionReturned: 'warning',
  correctionAdded: 'warning',
  severeFound: 'unqualified',
  opinionLeft: 'primary',
  opinionAnswered: 'primary',
  libraryReworded: 'warning',
};

const iconOf = {
  manual: <BellOutline aria-hidden />,
  taskIssued: <UnorderedListOutline aria-hidden />,
  taskDueSoon: <ClockCircleOutline aria-hidden />,
  taskOverdue: <ExclamationCircleOutline aria-hidden />,
  taskReminded: <BellOutline aria-hidden />,
  taskReturned: <LeftOutline aria-hidden />,
  taskCancelled: <MinusCircleOutline aria-hidden />,
  correctionDueSoon: <ClockCircleOutline aria-hidden />,
  correctionOverdue: <CloseCircleOutline aria-hidden />,
  correctionReturned: <LeftOutline aria-hidden />,
  correctionAdded: <ExclamationCircleOutline aria-hidden />,
  severeFound: <ExclamationCircleOutline aria-hidden />,
  opinionLeft: <BellOutline aria-hidden />,
  opinionAnswered: <BellOutline aria-hidden />,
  libraryReworded: <BellOutline aria-hidden />,
};

export const NoticeKindTag = ({ kind }: { kind: NoticeKind }) => (
  <StatusTag tone={toneOf[kind]} icon={iconOf[kind]}>
    {noticeKindLabel[kind]}
  </StatusTag>
);
