import letters from '@/ui/basics/letters.module.css';
import { CountedList } from '@/ui/charts/CountedList.tsx';

interface FailedPoint {
  pointId: string;
  content: string;
  categoryName: string;
  count: number;
}

interface FailedPointsProps {
  points: readonly FailedPoint[];
  /** Shows where it failed. */
  onOpen: (point: FailedPoint) => void;
}

/** The check points that were 不合格 most often. */
export const FailedPoints = ({ points, onOpen }: FailedPointsProps) =>
  points.length === 0 ? (
    <p className={letters['quiet']}>这段时间没有不合格</p>
  ) : (
    <CountedList
      label="最常不合格的要点"
      rows={points.map((point) => ({ key: point.pointId, label: point.content, detail: point.categoryName, count: `${point.count} 次`, onOpen: () => onOpen(point) }))}
    />
  );
