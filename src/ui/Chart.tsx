import type { EChartsCoreOption } from 'echarts/core';
import { lazyBlock } from './lazy-block.tsx';
import styles from './Chart.module.css';

const ChartCanvas = lazyBlock('图表', () => import('./ChartCanvas.tsx'), <div className={styles['loading']} />);

export type ChartOption = EChartsCoreOption;

/** Colours of the theme that a series may have. */
export type ChartColour = 'primary' | 'qualified' | 'unqualified' | 'warning' | 'not-applicable';

export interface ChartProps {
  /** Without colours: they come from the theme. */
  option: ChartOption;
  /** Of the series in their order, where they mean something; what it holds must not change from one drawing to the next. */
  colours?: readonly ChartColour[];
  /** What the chart says, in a sentence, for those who cannot see it. */
  description: string;
  /** Pixels. */
  height?: number;
}

/** A chart, whose library is loaded only where one is drawn. The table under it is the page's own. */
export function Chart({ option, colours, description, height = 260 }: ChartProps) {
  return (
    <div className={styles['chart']} style={{ height }}>
      <ChartCanvas option={option} colours={colours} description={description} />
    </div>
  );
}
