import { formatBytes } from '@/lib/files/bytes.ts';
import type { DeviceView } from '@/offline/sending/useDeviceView.ts';
import { askToPersist } from '@/offline/storage/storage-state.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { ProgressLine } from '@/ui/basics/ProgressLine.tsx';
import { Section } from '@/ui/basics/Section.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import styles from './facts.module.css';

/** How much room there is, and whether the browser may take it away. */
export function StorageSection({ view, onChanged }: { view: DeviceView | undefined; onChanged: () => Promise<void> }) {
  const handlePersist = async (): Promise<void> => {
    const isPromised = await askToPersist();
    await onChanged();
    notify(isPromised ? '已设为长期保存' : '浏览器没有同意，安装到主屏幕后再试', isPromised ? 'success' : 'warning');
  };
  if (view === undefined) {
    return (
      <Section title="本机存储">
        <ListSkeleton rows={2} />
      </Section>
    );
  }
  const { usedBytes, allowedBytes, isPersisted, canStore } = view.storage;
  return (
    <Section title="本机存储">
      {usedBytes !== null && allowedBytes !== null && <ProgressLine value={usedBytes} max={allowedBytes} label="已用空间" />}
      <dl className={styles['facts']}>
        <div>
          <dt>已用空间</dt>
          <dd>{usedBytes === null || allowedBytes === null ? '浏览器没有说明' : `${formatBytes(usedBytes)}，允许 ${formatBytes(allowedBytes)}`}</dd>
        </div>
        <div>
          <dt>本机照片</dt>
          <dd>{view.content.photoCount} 张</dd>
        </div>
        <div>
          <dt>长期保存</dt>
          <dd>
            {!canStore ? (
              <StatusTag tone="unqualified">此浏览器不能保存数据</StatusTag>
            ) : isPersisted ? (
              <StatusTag tone="qualified">已允许</StatusTag>
            ) : (
              <StatusTag tone="warning">未允许</StatusTag>
            )}
          </dd>
        </div>
      </dl>
      {!canStore && <p className={styles['note']}>可能是无痕模式。离线填写的内容关闭页面后会丢失，请换用普通窗口。</p>}
      {canStore && !isPersisted && (
        <div className={styles['action']}>
          <p className={styles['note']}>手机空间不足时，浏览器可能清除本机数据，包括还没送达的内容。</p>
          <ActionButton size="small" onClick={handlePersist}>
            请求长期保存
          </ActionButton>
        </div>
      )}
    </Section>
  );
}
