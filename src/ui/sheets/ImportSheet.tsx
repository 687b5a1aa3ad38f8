import { useState } from 'react';
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from '#contract/limits.ts';
import type { ImportError, ImportReport } from '#contract/spreadsheet-import.ts';
import { LostAnswerError } from '@/lib/LostAnswerError.ts';
import { newId } from '@/lib/new-id.ts';
import { clauseOf, sentenceOf } from '@/lib/text/error-sentence.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { FileButton } from '@/ui/basics/FileButton.tsx';
import { CheckCircleOutline, DownlandOutline, ExclamationCircleOutline } from '@/ui/basics/icons.tsx';
import { Sheet } from './Sheet.tsx';
import { useDismiss } from './useDismiss.ts';
import styles from './ImportSheet.module.css';

export interface ImportSheetProps<Report extends ImportReport> {
  title: string;
  /** What a row is, with its measure word: 个科室, 名人员. */
  unit: string;
  onClose: () => void;
  onDownloadTemplate: () => Promise<unknown>;
  /** Rejects with an error whose message can be shown, as `onImport` does. */
  onCheck: (file: Blob) => Promise<Report>;
  /** With a LostAnswerError when it may have been done; the same file is then sent again under the same id. */
  onImport: (input: { file: Blob; importId: string }) => Promise<Report>;
  /** After all rows were imported. */
  onImported: (report: Report) => void;
  /** What nobody gets to see when an answer was lost and the sheet is closed. */
  lostWithAnswer?: string;
}

interface Chosen<Report> {
  name: string;
  /** Read at once: the file itself may be changed or gone by the time it is imported. */
  content: Blob;
  /** Of this file, however often it is sent. */
  importId: string;
  report: Report;
}

/** Imports a spreadsheet: template, file, what is wrong with which cell, and only then the import. */
export function ImportSheet<Report extends ImportReport>(props: ImportSheetProps<Report>) {
  const { title, unit, onClose, onDownloadTemplate, onCheck, onImport, onImported, lostWithAnswer = '' } = props;
  const [chosen, setChosen] = useState<Chosen<Report>>();
  const [problem, setProblem] = useState<string>();
  const [busyWith, setBusyWith] = useState<'checking' | 'importing'>();
  const [isAnswerLost, setIsAnswerLost] = useState(false);
  const close = useDismiss(isAnswerLost, onClose, {
    question: {
      content: `还没有收到导入结果，数据可能已经导入。关闭后请先在列表中核对，不要直接重新导入。${lostWithAnswer}`,
      confirmText: '不等结果，关闭',
      cancelText: '返回',
      isDestructive: true,
    },
  });
  const canImport = chosen !== undefined && chosen.report.errorCount === 0 && busyWith === undefined;

  const handleFile = async (file: File): Promise<void> => {
    setChosen(undefined);
    setProblem(refusalOf(file));
    if (refusalOf(file) !== undefined) return;
    setBusyWith('checking');
    try {
      const content = new Blob([await file.arrayBuffer()]);
      setChosen({ name: file.name, content, importId: newId(), report: await onCheck(content) });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setBusyWith(undefined);
  };

  const handleImport = async (): Promise<void> => {
    if (chosen === undefined) return;
    setBusyWith('importing');
    setProblem(undefined);
    try {
      const report = await onImport({ file: chosen.content, importId: chosen.importId });
      setIsAnswerLost(false);
      // Somebody else was faster with one of the names.
      if (report.errorCount > 0) setChosen({ ...chosen, report });
      else onImported(report);
    } catch (error) {
      const isLost = error instanceof LostAnswerError;
      // An earlier try whose answer was lost is not undone by a refusal.
      if (isLost) setIsAnswerLost(true);
      setProblem(isLost ? `没有收到导入结果：${clauseOf(error)}。数据可能已经导入，请稍后在这里再点一次“导入”，不会重复导入。` : sentenceOf(error));
    }
    setBusyWith(undefined);
  };

  const handleTemplate = async (): Promise<void> => {
    setProblem(undefined);
    try {
      await onDownloadTemplate();
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };

  return (
    <Sheet
      isOpen
      title={title}
      onClose={busyWith === 'importing' ? ignore : () => void close()}
      footer={
        <>
          <ActionButton onClick={close} isDisabled={busyWith === 'importing'}>
            取消
          </ActionButton>
          <ActionButton tone="primary" isDisabled={!canImport} isPending={busyWith === 'importing'} onClick={handleImport}>
            {canImport ? `导入 ${chosen.report.rowCount} ${unit}` : '导入'}
          </ActionButton>
        </>
      }
    >
      <ol className={styles['steps']}>
        <li>
          <p>下载模板，按“填写说明”填写。一次最多 {IMPORT_MAX_ROWS} 行。</p>
          <ActionButton icon={<DownlandOutline aria-hidden />} onClick={handleTemplate}>
            下载模板
          </ActionButton>
        </li>
        <li>
          <p>选择填好的表格（.xlsx，不超过 2 MB）。先检查，不会立即导入。</p>
          <FileButton accept=".xlsx" isDisabled={busyWith !== undefined || isAnswerLost} onChoose={([file]) => handleFile(file)}>
            {chosen === undefined ? '选择表格文件' : '重新选择'}
          </FileButton>
        </li>
      </ol>
      {busyWith !== undefined && (
        <p className={styles['busy']} role="status">
          {busyWith === 'checking' ? '正在检查…' : '正在导入，行数多时需要半分钟左右，请不要关闭页面…'}
        </p>
      )}
      {problem !== undefined && (
        <p className={styles['problem']} role="alert">
          <ExclamationCircleOutline aria-hidden />
          {problem}
        </p>
      )}
      {chosen !== undefined && busyWith === undefined && !isAnswerLost && <Findings fileName={chosen.name} report={chosen.report} unit={unit} />}
    </Sheet>
  );
}

const ignore = (): void => undefined;

function refusalOf(file: File): string | undefined {
  if (!/\.xlsx$/i.test(file.name)) return '只支持 .xlsx 格式的表格文件，请使用下载的模板填写';
  if (file.size === 0) return '文件是空的，请重新选择';
  if (file.size > IMPORT_MAX_BYTES) return '文件不能超过 2 MB，请分成几个文件';
  return undefined;
}

function Findings({ fileName, report, unit }: { fileName: string; report: ImportReport; unit: string }) {
  const { rowCount, errorCount, errors, warnings } = report;
  return (
    <section aria-label="检查结果">
      {errorCount === 0 ? (
        <p className={styles['right']} role="status">
          <CheckCircleOutline aria-hidden />
          <span>
            {fileName}：共 {rowCount} {unit}，检查通过
          </span>
        </p>
      ) : (
        <>
          <p className={styles['problem']} role="alert">
            <ExclamationCircleOutline aria-hidden />
            <span>
              {fileName}：共 {rowCount} 行，发现 {errorCount} 处问题。没有导入任何内容，请改好后重新选择。
            </span>
          </p>
          <CellTable label="问题列表" title="问题" cells={errors} />
          {errorCount > errors.length && <p className={styles['busy']}>只列出前 {errors.length} 处。</p>}
        </>
      )}
      {warnings.length > 0 && (
        <>
          <p className={styles['doubt']} role="status">
            <ExclamationCircleOutline aria-hidden />
            <span>以下内容不影响导入，请核对：</span>
          </p>
          <CellTable label="提醒列表" title="提醒" cells={warnings} />
        </>
      )}
    </section>
  );
}

function CellTable({ label, title, cells }: { label: string; title: string; cells: readonly ImportError[] }) {
  return (
    <table className={styles['errors']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">行</th>
          <th scope="col">列</th>
          <th scope="col">填写的内容</th>
          <th scope="col">{title}</th>
        </tr>
      </thead>
      <tbody>
        {cells.map(({ row, column, value, message }) => (
          <tr key={`${row} ${column}`}>
            <td>{row}</td>
            <td>{column}</td>
            <td>{value}</td>
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
