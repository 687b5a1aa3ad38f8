import { useIsOnPaper } from '@/ui/browser/paper.ts';
import { scrollRegion } from '@/ui/browser/scroll-region.ts';
import { Chart } from './Chart.tsx';
import type { ChartColour, ChartOption } from './chart-props.ts';
import { describeSeries, type SeriesTable, valueText } from './series-table.ts';
import styles from './SeriesChart.module.css';

export interface SeriesChartProps {
  /** What the chart is about, in words; its numbers are told after it. */
  title: string;
  table: SeriesTable;
  option: ChartOption;
  /** Of the series in their order, where they mean something. */
  colours?: readonly ChartColour[];
  /** Pixels, one row of the legend included. */
  height?: number;
}

const SERIES_COLOURS: readonly ChartColour[] = ['primary', 'qualified', 'unqualified', 'warning', 'not-applicable'];
/** Pixels. */
const LEGEND_ROW = 24;

/** A chart with its numbers as a sentence for those who cannot see it, and as a table that unfolds; on paper the table stands alone. */
export function SeriesChart({ title, table, option, colours = SERIES_COLOURS, height = 240 }: SeriesChartProps) {
  const isOnPaper = useIsOnPaper();
  // One series needs none: the heading names it.
  const hasLegend = option.series.length > 1;
  return (
    <div className={styles['series']}>
      {isOnPaper && <Numbers title={title} table={table} />}
      <div data-off-paper>
        {hasLegend && <Legend option={option} colours={colours} />}
        <Chart option={option} colours={colours} description={`${title}：${describeSeries(table)}`} height={hasLegend ? height - LEGEND_ROW : height} />
        <details className={styles['details']}>
          <summary>查看数据</summary>
          <div className={styles['scroll']} {...scrollRegion(`${title}的数据`)}>
            <Numbers title={title} table={table} />
          </div>
        </details>
      </div>
    </div>
  );
}

/** Above the drawing and not in it, where a second row would stand over the bars. */
function Legend({ option, colours }: Required<Pick<SeriesChartProps, 'option' | 'colours'>>) {
  return (
    <ul className={styles['legend']} aria-hidden>
      {option.series.map(({ name }, index) => (
        <li key={name}>
          <span className={styles['swatch']} style={{ backgroundColor: `var(--color-${colours[index % colours.length]})` }} />
          {name}
        </li>
      ))}
    </ul>
  );
}

function Numbers({ title, table }: Pick<SeriesChartProps, 'title' | 'table'>) {
  return (
    <table className={styles['numbers']} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{table.head}</th>
          {table.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            {row.values.map((value, index) => (
              <td key={table.columns[index]}>{valueText(value)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
