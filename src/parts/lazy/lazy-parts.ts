/** What the screens of a task and of a correction show only when it is asked for, or seldom. */
import { lazyPart } from '@/ui/lazy/lazy-part.ts';

export const PointBasis = lazyPart(
  async () => (await import('@/parts/points/PointBasis.tsx')).PointBasis,
  ({ shown }) => shown !== undefined,
);
export const PhotoViewer = lazyPart(
  async () => (await import('@/parts/photos/PhotoViewer.tsx')).PhotoViewer,
  ({ shown }) => shown !== undefined,
);
export const CorrectionHistorySheet = lazyPart(
  async () => (await import('@/parts/records/CorrectionHistorySheet.tsx')).CorrectionHistorySheet,
  ({ item }) => item !== undefined,
);
export const AnswerRecordSheet = lazyPart(
  async () => (await import('@/parts/records/AnswerRecordSheet.tsx')).AnswerRecordSheet,
  ({ point }) => point !== undefined,
);
export const ReturnRecordSheet = lazyPart(
  async () => (await import('@/parts/records/ReturnRecordSheet.tsx')).ReturnRecordSheet,
  ({ isOpen }) => isOpen,
);
export const RefusedActions = lazyPart(async () => (await import('@/parts/conflicts/RefusedActions.tsx')).RefusedActions);
export const DetailFailed = lazyPart(async () => (await import('@/parts/filled/DetailFailed.tsx')).DetailFailed);
export const AnswerConflict = lazyPart(async () => (await import('@/parts/conflicts/EntryConflict.tsx')).AnswerConflict);
export const CorrectionConflict = lazyPart(async () => (await import('@/parts/conflicts/EntryConflict.tsx')).CorrectionConflict);
