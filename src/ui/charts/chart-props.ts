import type { EChartsCoreOption } from 'echarts/core';

/** The names of its series stand in the legend. */
export type ChartOption = EChartsCoreOption & { series: readonly { name: string }[] };

/** Colours of the theme that a series may have. */
export type ChartColour = 'primary' | 'qualified' | 'unqualified' | 'warning' | 'not-applicable';

export interface ChartProps {
  /** Without colours: they come from the theme. */
  option: ChartOption;
  /** Of the series in their order; what it holds must not change from one drawing to the next. */
  colours: readonly ChartColour[];
  /** What the chart says, in a sentence, for those who cannot see it. */
  description: string;
  /** Pixels. */
  height: number;
}
