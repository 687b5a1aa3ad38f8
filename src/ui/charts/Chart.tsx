import { lazyBlock } from '@/ui/lazy/lazy-block.tsx';
import type { ChartProps } from './chart-props.ts';
import styles from './Chart.module.css';

const ChartCanvas = lazyBlock('图表', () => import('./ChartCanvas.tsx'), <div className={styles['loading']} />);

/** A chart, whose library is loaded only where one is drawn. The table under it is the page's own. */
export function Chart({ option, colours, description, height }: ChartProps) {
  return (
    <div className={styles['chart']} style={{ height }}>
      <ChartCanvas option={option} colours={colours} description={description} />
    </div>
  );
}
