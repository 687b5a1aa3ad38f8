import { useId, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Grounds } from '#contract/check-point.ts';
import type { CorrectionItem, SelfCorrectionRecord } from '#contract/self-correction.ts';
import { taskTypeLabel } from '#contract/task-status.ts';
import { formatTime } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { CorrectionHistorySheet, PhotoViewer, PointBasis } from '@/parts/lazy/lazy-parts.ts';
import { photoPair } from '@/parts/photos/photo-pair.ts';
import type { ShownPhotos } from '@/parts/photos/PhotoViewer.tsx';
import { CorrectionPair, CorrectionText } from '@/parts/records/CorrectionPair.tsx';
import { CorrectionStatusTag, RepeatedTag, ReturnedTag } from '@/parts/tags/CorrectionTags.tsx';
import { useConfirmCorrection, useCorrectionRecord } from '@/queries/work/correction-record-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import card from '@/ui/basics/card.module.css';
import { HistoryButton } from '@/ui/basics/HistoryButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import stack from '@/ui/basics/stack.module.css';
import { Chips } from '@/ui/controls/Chips.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { useTabNote } from '@/ui/page/page-chrome.ts';
import { Page } from '@/ui/page/Page.tsx';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import { outstanding } from './confirmation-words.ts';
import { filterItems, ITEM_FILTERS, type ItemFilter, itemFilterLabel } from './item-filter.ts';
import { ReturnItemsSheet } from './ReturnItemsSheet.tsx';
import styles from './SelfInspectionDetailPage.module.css';

/** 科室自纠详情: what one department corrected; an administrator confirms it, or returns single items. */
export default function SelfInspectionDetailPage() {
  const { id = '' } = useParams();
  const record = useCorrectionRecord(id);
  useTabNote(record.data && `${record.data.deptName} · ${record.data.taskName}`);
  if (record.data) return <Record key={id} record={record.data} />;
  return (
    <Page title="科室自纠详情">
      <NotLoaded of={record} />
    </Page>
  );
}

function Record({ record }: { record: SelfCorrectionRecord }) {
  const confirming = useConfirmCorrection();
  const [filter, setFilter] = useState<ItemFilter>('all');
  const [basis, setBasis] = useState<Grounds>();
  const [photos, setPhotos] = useState<ShownPhotos>();
  const [asked, setAsked] = useState<CorrectionItem>();
  /** Items that are about to be returned; the first one is where it began. */
  const [returning, setReturning] = useState<CorrectionItem>();
  const mayReview = record.status === 'open' || record.status === 'corrected';
  const shown = filterItems(record.items, filter);

  const handleConfirm = async (): Promise<void> => {
    const facts = outstanding(record);
    const content = `确认${record.deptName}的 ${record.itemCount} 项整改？${facts.length > 0 ? `请留意：${facts.join('，')}。` : ''}确认后科室不能再修改，也不能再退回。`;
    if (!(await confirmDialog({ content, confirmText: '确认整改' }))) return;
    try {
      await confirming.mutateAsync({ id: record.id, version: record.version });
    } catch {
      // The mutation cache has shown why, and the record is fetched again.
      return;
    }
    notify('已确认', 'success');
  };

  return (
    <>
      <Page
        title="科室自纠详情"
        actions={
          record.status === 'corrected' && (
            <ActionButton tone="primary" size="small" isPending={confirming.isPending} onClick={handleConfirm}>
              确认整改
            </ActionButton>
          )
        }
      >
        <div className={styles['content']}>
          <Summary record={record} />
          <Chips
            label="按状态筛选"
            chips={ITEM_FILTERS.map((value) => ({ value, label: itemFilterLabel(value, record.status), count: filterItems(record.items, value).length }))}
            value={filter}
            onChange={setFilter}
          />
          {shown.length === 0 ? (
            <NoData hint={`没有“${itemFilterLabel(filter, record.status)}”的整改项`} />
          ) : (
            <ol className={stack['parts']} aria-label="整改项">
              {shown.map((item) => (
                <li key={item.itemId}>
                  <Item
                    item={item}
                    isCancelled={record.status === 'cancelled'}
                    historyCount={record.history.filter((value) => value.itemId === item.itemId).length}
                    onBasis={() => setBasis(item)}
                    onPhotos={setPhotos}
                    onHistory={() => setAsked(item)}
                    onReturn={mayReview && item.correctedAt !== null ? () => setReturning(item) : undefined}
                  />
                </li>
              ))}
            </ol>
          )}
        </div>
      </Page>
      <ReturnItemsSheet record={record} first={returning} onClose={() => setReturning(undefined)} />
      <PointBasis shown={basis} onShow={setBasis} onClose={() => setBasis(undefined)} />
      <CorrectionHistorySheet item={asked} history={record.history} onPhotos={setPhotos} onClose={() => setAsked(undefined)} />
      <PhotoViewer shown={photos} onClose={() => setPhotos(undefined)} />
    </>
  );
}

function Summary({ record }: { record: SelfCorrectionRecord }) {
  return (
    <section className={`${card['card']} ${styles['summary']}`} aria-label="科室自纠概况">
      <h2>{record.deptName}</h2>
      <p className={styles['fact']}>
        <span>{record.taskName}</span>
        <span>{taskTypeLabel(record.taskType)}</span>
        <span>整改期限 {record.dueDate}</span>
      </p>
      <p className={styles['tags']}>
        <CorrectionStatusTag status={record.status} isOverdue={record.isOverdue} isLate={record.isLate} isToConfirm />
        {record.status === 'open' && record.returnedCount > 0 && <ReturnedTag count={record.returnedCount} />}
        {record.repeatedCount > 0 && <RepeatedTag count={record.repeatedCount} />}
        <span>
          已整改 {record.correctedCount}/{record.itemCount}
        </span>
      </p>
      <p className={styles['fact']}>
        <span>{formatTime(record.submittedAt)} 提交自查</span>
        {record.correctedAt !== null && <span>{formatTime(record.correctedAt)} 整改完成</span>}
        {record.confirmedAt !== null && (
          <span>
            {formatTime(record.confirmedAt)} {record.confirmedByName}确认
          </span>
        )}
      </p>
      {record.cancelReason !== null && <p className={styles['fact']}>取消原因：{record.cancelReason}</p>}
      <Link className={styles['way']} to={paths.deptInfo.to(record.taskId, record.deptId)} data-off-paper>
        查看本次自查的全部结果
      </Link>
    </section>
  );
}

interface ItemProps {
  item: CorrectionItem;
  isCancelled: boolean;
  historyCount: number;
  onBasis: () => void;
  onPhotos: (shown: ShownPhotos) => void;
  onHistory: () => void;
  /** Undefined where there is nothing to return. */
  onReturn: (() => void) | undefined;
}

function Item({ item, isCancelled, historyCount, onBasis, onPhotos, onHistory, onReturn }: ItemProps) {
  const contentId = useId();
  const photos = photoPair(item.photosBefore, item.photosAfter);
  return (
    <CorrectionPair
      item={item}
      contentId={contentId}
      isCorrected={item.correctedAt !== null}
      isReturned={item.returnReason !== null && item.correctedAt === null}
      isCancelled={isCancelled}
      onBasis={onBasis}
      photos={photos}
      onPhotos={onPhotos}
      after={<CorrectionText value={item} photos={photos} onPhotos={onPhotos} />}
      foot={
        (historyCount > 1 || onReturn) && (
          <div className={styles['foot']}>
            {historyCount > 1 && <HistoryButton words={`整改记录（${historyCount}）`} onClick={onHistory} />}
            {onReturn && (
              <ActionButton tone="text" size="small" label={`退回此项 第 ${item.seq} 项`} onClick={onReturn}>
                退回此项
              </ActionButton>
            )}
          </div>
        )
      }
    />
  );
}
