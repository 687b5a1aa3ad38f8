import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { SevereReport } from '#contract/severe-report.ts';
import { SEVERE_STATUSES, severeStatusLabel, type SevereStatus } from '#contract/severe-report-status.ts';
import { formatTime } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { useReadSevereFile, useSevereReports } from '@/queries/severe-report-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { AllDone } from '@/ui/basics/AllDone.tsx';
import card from '@/ui/basics/card.module.css';
import { Dotted } from '@/ui/basics/Dotted.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { StatusTag, type StatusTone } from '@/ui/basics/StatusTag.tsx';
import stack from '@/ui/basics/stack.module.css';
import { saveFile } from '@/ui/browser/save-file.ts';
import { FilterTabs } from '@/ui/controls/FilterTabs.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { Page } from '@/ui/page/Page.tsx';
import { CloseReportSheet } from './CloseReportSheet.tsx';
import { ReportSheet } from './ReportSheet.tsx';
import styles from './SevereReportsPage.module.css';

const tones: Record<SevereStatus, StatusTone> = { waiting: 'unqualified', reported: 'qualified', closed: 'notApplicable' };
const TABS = [...SEVERE_STATUSES.map((value) => ({ value, label: severeStatusLabel[value] })), { value: 'all' as const, label: '全部' }];
type View = (typeof TABS)[number]['value'];

/** 重大问题报告: each ★ that was 不合格, until it is reported to the authority or closed. */
export default function SevereReportsPage() {
  const asked = useListFilter<{ status?: SevereStatus | '' }>({}, { status: 'waiting' });
  const [reported, setReported] = useState<SevereReport>();
  const [closed, setClosed] = useState<SevereReport>();
  const view: View = asked.filter.status || 'all';
  const list = useSevereReports(asked.filter);
  return (
    <Page title="重大问题报告" header={<FilterTabs label="报告状态" tabs={TABS} value={view} onChange={(next) => asked.show({ status: next === 'all' ? '' : next })} />}>
      <div className={stack['parts']}>
        <p className={styles['facts']}>否决项（★）不合格时在这里立一条，按规定报告卫生健康主管部门后登记报告情况。</p>
        <PagedList of={list} asked={asked} noMatch="没有这样的报告" none={view === 'waiting' ? <AllDone title="没有待报告的重大问题">否决项不合格时会出现在这里。</AllDone> : <NoData hint="没有这样的报告" />} skeletonRows={4}>
          {(reports) => (
            <ul className={stack['items']} aria-label="重大问题报告">
              {reports.map((report) => (
                <ReportCard key={report.id} report={report} onReport={() => setReported(report)} onClose={() => setClosed(report)} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      {reported && <ReportSheet key={reported.id} report={reported} onClose={() => setReported(undefined)} />}
      {closed && <CloseReportSheet key={closed.id} report={closed} onClose={() => setClosed(undefined)} />}
    </Page>
  );
}

function ReportCard({ report, onReport, onClose }: { report: SevereReport; onReport: () => void; onClose: () => void }) {
  const read = useReadSevereFile();
  const handleFile = async (file: SevereReport['files'][number]): Promise<void> => {
    try {
      saveFile(await read(file.id), file.name);
    } catch (error) {
      notify(sentenceOf(error, '文件没有打开，请重试'), 'error');
    }
  };
  return (
    <li className={`${card['card']} ${styles['report']}`}>
      <div className={styles['head']}>
        <StatusTag tone={tones[report.status]}>{severeStatusLabel[report.status]}</StatusTag>
        <span className={styles['facts']}>
          <Dotted>
            <Link to={paths.deptInfo.to(report.taskId, report.deptId)}>{report.deptName}</Link>
            {report.taskName}
            {`${report.foundByName} ${formatTime(report.foundAt)} 发现`}
          </Dotted>
        </span>
      </div>
      <h2>★ {report.content}</h2>
      <p className={styles['text']}>{report.problem}</p>
      {report.changedBackAt !== null && <p className={styles['changed']}>该要点已于 {formatTime(report.changedBackAt)} 改为其他结果{report.status === 'waiting' && '，请核实后登记报告或关闭'}</p>}
      {report.status === 'reported' && (
        <dl className={styles['facts']}>
          <dt>报告</dt>
          <dd>
            {report.reportedOn} 报 {report.reportedTo}
            {report.reportNumber !== '' && `，文号 ${report.reportNumber}`}
          </dd>
        </dl>
      )}
      {report.note !== '' && <p className={styles['text']}>{report.status === 'closed' ? `关闭原因：${report.note}` : report.note}</p>}
      {report.files.length > 0 && (
        <ul aria-label="报告附件">
          {report.files.map((file) => (
            <li key={file.id}>
              <ActionButton tone="text" size="small" label={`下载 ${file.name}`} onClick={() => handleFile(file)}>
                {file.name}
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
      {report.decidedAt !== null && (
        <p className={styles['facts']}>
          {report.decidedByName} {formatTime(report.decidedAt)} 登记
        </p>
      )}
      {report.status !== 'closed' && (
        <div className={styles['deeds']}>
          <ActionButton size="small" tone={report.status === 'waiting' ? 'primary' : 'default'} onClick={onReport}>
            {report.status === 'waiting' ? '登记报告' : '修改登记'}
          </ActionButton>
          {report.status === 'waiting' && (
            <ActionButton size="small" onClick={onClose}>
              关闭
            </ActionButton>
          )}
        </div>
      )}
    </li>
  );
}
