import { CheckStatistics } from './CheckStatistics.tsx';

/** 专项自查统计 */
export default function SpecialSelfCheckPage() {
  return <CheckStatistics taskType={2} />;
}
