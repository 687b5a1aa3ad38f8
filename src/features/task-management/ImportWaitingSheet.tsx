import { type ReactNode, useState } from 'react';
import { formatTime } from '@/lib/dates.ts';
import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { countsOf, importedKindOf } from '@/offline/files/imported-kinds.ts';
import { checkWaiting, type ImportedEntry, type ImportReport, openWaitingZip, takeWaiting, type WaitingZip } from '@/offline/files/waiting-import.ts';
import { useQuietCall } from '@/queries/client/useQuietCall.ts';
import { useRefreshAfterImport } from '@/queries/work/late-work-queries.ts';
import { getUser } from '@/session/session-store.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { FileButton } from '@/ui/basics/FileButton.tsx';
import { CheckOutline } from '@/ui/basics/icons.tsx';
import { Notice } from '@/ui/basics/Notice.tsx';
import { ProgressLine } from '@/ui/basics/ProgressLine.tsx';
import { StatusTag, type StatusTone } from '@/ui/basics/StatusTag.tsx';
import stack from '@/ui/basics/stack.module.css';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import styles from './ImportWaitingSheet.module.css';

interface Chosen {
  name: string;
  waiting: WaitingZip;
  /** What would become of it; after the import, what did. */
  report: ImportReport;
  isTaken: boolean;
}

/** Takes in a ZIP from a phone: what is in it, what would become of it, and only then the import. */
export function ImportWaitingSheet({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshAfterImport();
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<{ words: string; done: number; all: number }>();
  const check = useQuietCall(checkWaiting);
  const take = useQuietCall(({ waiting, report }: Chosen) =>
    takeWaiting(waiting, report, (done, all) => setProgress({ words: '正在导入，请不要关闭页面…', done, all })),
  );
  const toTake = chosen === undefined || chosen.isTaken ? 0 : countOf(chosen.report, 'taken') + countOf(chosen.report, 'late');

  const handleFile = async (file: File): Promise<void> => {
    setChosen(undefined);
    setProblem(undefined);
    setProgress({ words: '正在检查文件…', done: 0, all: 1 });
    try {
      const waiting = await openWaitingZip(file, getUser()?.compNo ?? '');
      setChosen({ name: file.name, waiting, report: await check(waiting), isTaken: false });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setProgress(undefined);
  };

  const handleTake = async (): Promise<void> => {
    if (chosen === undefined) return;
    setProblem(undefined);
    try {
      const taken = await take(chosen);
      setProblem(taken.problem);
      // Where the photos did not get through, nothing was sent: the same can be tried again.
      if (taken.entries.length > 0) setChosen({ ...chosen, report: taken, isTaken: true });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setProgress(undefined);
    await refresh();
  };

  return (
    <Sheet
      isOpen
      title="导入手机导出的文件"
      onClose={progress === undefined ? onClose : ignore}
      footer={
        <>
          <ActionButton onClick={onClose} isDisabled={progress !== undefined}>
            {chosen?.isTaken === true ? '完成' : '取消'}
          </ActionButton>
          {chosen?.isTaken !== true && (
            <ActionButton tone="primary" isDisabled={toTake === 0 || progress !== undefined} onClick={handleTake}>
              {toTake > 0 ? `导入 ${toTake} 项` : '导入'}
            </ActionButton>
          )}
        </>
      }
    >
      <p className={styles['note']}>
        手机不能联网、或账号已不能登录时，在手机的“离线与同步”中导出待上传内容，再把得到的 ZIP 文件在这里导入。内容仍记在填写人名下，并注明由您导入；手机以后再上传也不会重复。
      </p>
      <div className={styles['choice']}>
        <FileButton accept=".zip,application/zip" isDisabled={progress !== undefined} onChoose={([file]) => handleFile(file)}>
          {chosen === undefined ? '选择 ZIP 文件' : '重新选择'}
        </FileButton>
      </div>
      {progress !== undefined && (
        <div role="status">
          <p className={styles['note']}>{progress.words}</p>
          {progress.all > 1 && <ProgressLine value={progress.done} max={progress.all} label="导入进度" />}
        </div>
      )}
      {problem !== undefined && (
        <Notice tone="unqualified" title={chosen?.isTaken === true ? '没有全部导入' : '不能导入'}>
          {problem}
        </Notice>
      )}
      {chosen !== undefined && progress === undefined && <Report {...chosen} />}
    </Sheet>
  );
}

const ignore = (): void => undefined;
const countOf = ({ entries }: ImportReport, outcome: ImportedEntry['outcome']): number => entries.filter((one) => one.outcome === outcome).length;

type Outcome = ImportedEntry['outcome'];
const order: readonly Outcome[] = ['taken', 'late', 'known', 'photosMissing', 'rejected'];
const tones: Record<Outcome, StatusTone> = { taken: 'qualified', late: 'warning', known: 'neutral', photosMissing: 'unqualified', rejected: 'unqualified' };
/** Instead of the tone's own. */
const icons: Partial<Record<Outcome, ReactNode>> = { known: <CheckOutline aria-hidden /> };
const before: Record<Outcome, string> = { taken: '可以导入', late: '导入后待处理', known: '服务器已有', photosMissing: '照片缺失', rejected: '不能导入' };
const after: Record<Outcome, string> = { taken: '已导入', late: '已导入，待处理', known: '服务器已有', photosMissing: '照片缺失', rejected: '未导入' };

function Report({ name, waiting: { exported }, report, isTaken }: Chosen) {
  const words = isTaken ? after : before;
  const tasks = new Map<string, ImportedEntry[]>();
  for (const one of report.entries) {
    const { deptTaskId } = one.entry;
    const entries = tasks.get(deptTaskId);
    if (entries === undefined) tasks.set(deptTaskId, [one]);
    else entries.push(one);
  }
  return (
    <section className={styles['report']} aria-label={isTaken ? '导入结果' : '检查结果'}>
      <p>
        <strong>
          {exported.employeeName}（{exported.deptName}）
        </strong>{' '}
        {formatTime(exported.exportedAt)} 导出，{contentsOf(report.entries)}
      </p>
      <p className={styles['note']}>{name}</p>
      <p className={stack['row']}>
        {order.map((outcome) => {
          const count = countOf(report, outcome);
          return count === 0 ? null : (
            <StatusTag key={outcome} tone={tones[outcome]} icon={icons[outcome]}>
              {words[outcome]} {count}
            </StatusTag>
          );
        })}
      </p>
      {report.photosToSend.length > 0 && <p className={styles['note']}>将上传 {report.photosToSend.length} 张照片。</p>}
      {isTaken && countOf(report, 'late') > 0 && <p className={styles['note']}>待处理的填写在“迟到的填写”中，由您采纳或不采纳。</p>}
      <ul>
        {[...tasks].map(([id, entries]) => (
          <Task key={id} entries={entries} words={words} />
        ))}
      </ul>
    </section>
  );
}

/** A file may hold thousands: what needs no look is counted only. */
const LISTED = 30;

function Task({ entries, words }: { entries: ImportedEntry[]; words: Record<Outcome, string> }) {
  const telling = entries.filter(({ outcome, reason }) => reason !== '' || outcome === 'rejected');
  return (
    <li className={styles['task']}>
      <h3>{entries[0]?.entry.taskName || '未命名任务'}</h3>
      <p className={styles['note']}>{contentsOf(entries)}</p>
      <ul>
        {telling.slice(0, LISTED).map(({ entry, outcome, reason }) => (
          <li key={entry.id} className={styles['entry']}>
            <StatusTag tone={tones[outcome]} icon={icons[outcome]}>
              {words[outcome]}
            </StatusTag>
            <span>
              {importedKindOf(entry).title(entry)}
              {reason === '' ? '' : `：${reason}`}
            </span>
          </li>
        ))}
      </ul>
      {telling.length > LISTED && <p className={styles['note']}>其余 {telling.length - LISTED} 项原因相近，不再列出。</p>}
    </li>
  );
}

/** What entries hold, such as 3 项自查结果、2 张照片. */
function contentsOf(entries: readonly ImportedEntry[]): string {
  const photos = new Set(entries.flatMap(({ entry }) => importedKindOf(entry).photosOf(entry))).size;
  return [...countsOf(entries.map(({ entry }) => entry)), ...(photos > 0 ? [`${photos} 张照片`] : [])].join('、');
}
