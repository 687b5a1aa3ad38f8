import { memo, useId } from 'react';
import { isCorrectionFilledIn } from '#contract/correction-status.ts';
import { REMARK_MAX, RESPONSIBLE_MAX } from '#contract/limits.ts';
import { isReturn, isUnchangedReturn } from '#contract/same-value.ts';
import type { CorrectionItem, CorrectionValue } from '#contract/self-correction.ts';
import { mergedCorrection } from '@/offline/entries/corrections.ts';
import { useLocalCorrection } from '@/offline/entries/useCorrections.ts';
import { useReachability } from '@/offline/network/useReachability.ts';
import { DraftField } from '@/parts/filled/DraftField.tsx';
import { saveMarkOf } from '@/parts/filled/save-mark.ts';
import { SaveMark } from '@/parts/filled/SaveMark.tsx';
import { useTyping } from '@/parts/filled/useTyping.ts';
import { CorrectionConflict } from '@/parts/lazy/lazy-parts.ts';
import { SaveProblem } from '@/parts/lazy/SaveProblem.tsx';
import { photoPair, withMarked } from '@/parts/photos/photo-pair.ts';
import { PhotoStrip } from '@/parts/photos/PhotoStrip.tsx';
import { CorrectionPair } from '@/parts/records/CorrectionPair.tsx';
import { changeCorrections, type CorrectionEdit } from './change-correction.ts';
import { useCorrect } from './correct-context.ts';
import { CorrectedMark } from './CorrectedMark.tsx';
import styles from './CorrectionItemCard.module.css';

/** What often is done about a 不合格, one tap each. */
const measurePhrases = { label: '常用措施', items: ['已补登记录', '已更换', '已培训并考核', '已明确责任人', '已张贴标识'] };

/** One item to fill in: the problem beside what is done about it. Renders only when its own value changes. */
export const CorrectionItemCard = memo(function CorrectionItemCard({ item }: { item: CorrectionItem }) {
  const { store, unsaved, ownName, showBasis, showPhotos, prepareForCamera } = useCorrect();
  const local = useLocalCorrection(store, item.itemId);
  const isOffline = useReachability() === 'offline';
  const contentId = useId();
  const { isTyping, onTyping } = useTyping();
  const value = mergedCorrection(item, local);
  const isCorrected = value.correctedAt !== null;
  const mark = saveMarkOf(value.isBegun ? { isLocal: value.isLocal, isComplete: true } : null, local, isOffline, isTyping);
  const edit = (change: CorrectionEdit): Promise<boolean> => changeCorrections(store, [item], change);
  /** Read now: another photo may have been added since this was drawn. */
  const photosNow = (): readonly string[] => mergedCorrection(item, store.get(item.itemId)).photosAfter;
  const photos = photoPair(item.photosBefore, value.photosAfter, {
    onDelete: (sha256) => void edit({ photosAfter: photosNow().filter((photo) => photo !== sha256) }),
    onMark: (marked) => edit({ photosAfter: withMarked(photosNow(), marked) }),
  });
  const theirs = local?.saveState === 'conflict' ? local.theirs : undefined;

  return (
    <CorrectionPair
      item={item}
      contentId={contentId}
      isCorrected={isCorrected}
      isReturned={value.openReturn !== null}
      onBasis={() => showBasis(item)}
      photos={photos}
      onPhotos={showPhotos}
      after={
        <>
          <DraftField
            label="整改措施"
            text={value.measures}
            maxLength={REMARK_MAX}
            placeholder="做了什么？今后怎样避免再次发生？"
            isRequired
            rows={3}
            phrases={measurePhrases}
            unsaved={unsaved}
            onSave={(measures) => edit({ measures })}
            onTyping={onTyping}
          />
          <DraftField
            label="责任人"
            text={value.responsible}
            maxLength={RESPONSIBLE_MAX}
            placeholder="由谁负责落实"
            isRequired
            rows={1}
            phrases={{ label: '常用责任人', items: [ownName] }}
            unsaved={unsaved}
            onSave={(responsible) => edit({ responsible })}
            onTyping={onTyping}
          />
          <PhotoStrip
            subject={`第 ${item.seq} 项`}
            photos={value.photosAfter}
            onBeforeCamera={prepareForCamera}
            onAdd={(sha256) => edit({ photosAfter: [...photosNow().filter((photo) => photo !== sha256), sha256] })}
            onOpen={(index) => showPhotos({ pair: photos, index: item.photosBefore.length + index })}
          />
          <CorrectedMark
            isMarked={isCorrected}
            missing={missingFor(item, value)}
            onBeforeMark={() => unsaved.flushAll()}
            onMark={(isMarked) => edit({ isCorrected: isMarked })}
          />
        </>
      }
      foot={
        <>
          {theirs && local?.entryId != null && <CorrectionConflict entryId={local.entryId} mine={value} theirs={theirs} onBefore={unsaved.flushAll} />}
          <SaveProblem mark={mark} entryId={local?.entryId ?? null} what="整改内容" />
          <p className={styles['foot']}>
            {!value.isLocal && item.savedByName !== null && !isReturn(item) && <span>{item.savedByName}</span>}
            <SaveMark mark={mark} />
          </p>
        </>
      }
    />
  );
});

function missingFor(item: CorrectionItem, value: CorrectionValue): string | undefined {
  if (!isCorrectionFilledIn(value)) return '填写整改措施和责任人后可标记，照片选填';
  return isUnchangedReturn(item, value) ? '退回后还没有修改：改过整改措施、责任人或照片后可标记' : undefined;
}
