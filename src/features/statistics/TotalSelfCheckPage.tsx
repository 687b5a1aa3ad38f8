import { CheckStatistics } from './CheckStatistics.tsx';

/** 全面自查统计 */
export default function TotalSelfCheckPage() {
  return <CheckStatistics taskType={1} />;
}
