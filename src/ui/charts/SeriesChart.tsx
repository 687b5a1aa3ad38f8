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
  colours?: readonly ChartColour[];
  /** Pixels. */
  height?: number;
}

/** A chart with its numbers as a sentence for those who cannot see it, and as a table that unfolds; on paper the table stands alone. */
export function SeriesChart({ title, table, option, colours, height = 240 }: SeriesChartProps) {
  const isOnPaper = useIsOnPaper();
  return (
    <div className={styles['series']}>
      {isOnPaper && <Numbers title={title} table={table} />}
      <div data-off-paper>
        <Chart option={option} {...(colours === undefined ? {} : { colours })} description={`${title}：${describeSeries(table)}`} height={height} />
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
