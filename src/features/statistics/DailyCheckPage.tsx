import { CheckStatistics } from './CheckStatistics.tsx';

/** 日常自查统计 */
export default function DailyCheckPage() {
  return <CheckStatistics taskType={3} />;
}
