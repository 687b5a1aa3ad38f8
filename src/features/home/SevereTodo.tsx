import { Link } from 'react-router-dom';
import { paths } from '@/lib/paths.ts';
import { useSevereReports } from '@/queries/severe-report-queries.ts';
import { ExclamationCircleOutline, RightOutline } from '@/ui/basics/icons.tsx';
import styles from './AdminHome.module.css';

/** How many severe problems are still to be reported; nothing where none is. */
export default function SevereTodo() {
  const waiting = useSevereReports({ status: 'waiting', pageNum: 1, pageSize: 1 }).data?.total ?? 0;
  if (waiting === 0) return null;
  return (
    <Link className={`${styles['todo']} ${styles['severe']}`} to={paths.severeReports.to()}>
      <ExclamationCircleOutline aria-hidden />
      <span>{waiting} 项重大问题待报告</span>
      <RightOutline aria-hidden />
    </Link>
  );
}
