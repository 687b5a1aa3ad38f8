import type { CorrectionHistory, CorrectionItem } from '#contract/self-correction.ts';
import { formatTime } from '@/lib/dates.ts';
import { PhotoThumbs } from '@/parts/photos/PhotoThumbs.tsx';
import type { ShownPhotos } from '@/parts/photos/PhotoViewer.tsx';
import { CorrectionStatusTag, ReturnedTag } from '@/parts/tags/CorrectionTags.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import stack from '@/ui/basics/stack.module.css';
import { StepItem, StepList } from '@/ui/lists/StepList.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import styles from './RecordSheet.module.css';

interface CorrectionHistorySheetProps {
  /** Undefined while closed. */
  item: CorrectionItem | undefined;
  /** Of all items, the latest first. */
  history: readonly CorrectionHistory[];
  onPhotos: (shown: ShownPhotos) => void;
  onClose: () => void;
}

/** Every value that an item ever had, and every return: nothing is overwritten. */
export function CorrectionHistorySheet({ item, history, onPhotos, onClose }: CorrectionHistorySheetProps) {
  return (
    <Sheet isOpen={item !== undefined} title="整改记录" onClose={onClose}>
      <p className={styles['content']}>{item?.content}</p>
      <StepList>
        {history
          .filter((value) => value.itemId === item?.itemId)
          .map((value) => (
            <StepItem
              key={value.entryId}
             
              title={
                <span className={stack['row']}>
                  {value.returnReason === null ? <CorrectionStatusTag status={value.correctedAt === null ? 'open' : 'corrected'} /> : <ReturnedTag />}
                  {value.isConflict && <StatusTag tone="warning">与他人冲突，未采用</StatusTag>}
                </span>
              }
            >
              {value.returnReason === null ? (
                <>
                  {value.measures !== '' && <p className={styles['text']}>{value.measures}</p>}
                  <PhotoThumbs photos={value.photosAfter} label="整改后" onOpen={onPhotos} />
                  {value.responsible !== '' && <p>责任人 {value.responsible}</p>}
                </>
              ) : (
                <>
                  <p className={styles['text']}>{value.returnReason}</p>
                  <p>整改期限 {value.dueDate}</p>
                </>
              )}
              <p>
                {value.savedByName} · {formatTime(value.savedAt)}
                {value.importedByName !== null && ` · 由管理员 ${value.importedByName} 导入`}
              </p>
            </StepItem>
          ))}
      </StepList>
    </Sheet>
  );
}
