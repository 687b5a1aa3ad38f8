import type { NoticeKind } from '#contract/notice-kind.ts';
import { paths } from './paths.ts';

/** Where an automatic notice leads its reader; undefined for one that is read where it stands. */
export function noticePath({ kind, objectId }: { kind: NoticeKind; objectId: string | null }): string | undefined {
  if (objectId === null) return undefined;
  if (kind === 'severeFound') return paths.severeReports.to();
  if (kind === 'libraryReworded') return paths.rewordings.to();
  if (kind.startsWith('opinion')) return paths.publicBoard.to('opinions');
  return kind.startsWith('correction') ? paths.toInnovate.to(objectId) : paths.toComplete.to(objectId);
}
