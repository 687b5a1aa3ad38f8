import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ChartColour } from '@/ui/charts/chart-props.ts';
import { percentLines, type SeriesTable, stackedBars } from '@/ui/charts/series-table.ts';
import { SeriesChart } from '@/ui/charts/SeriesChart.tsx';

afterEach(cleanup);

const table: SeriesTable = { head: '科室', columns: ['按时提交', '未提交'], rows: [{ label: '内科', values: [1, 2] }] };
const share: SeriesTable = { head: '月份', columns: ['不合格率'], rows: [{ label: '2026-01', values: [10] }] };
const COLOURS: readonly ChartColour[] = ['qualified', 'not-applicable'];

const legendOf = (view: HTMLElement) => [...view.querySelectorAll('ul[aria-hidden] li')].map((entry) => [entry.textContent, entry.querySelector('span')?.style.backgroundColor]);

it('names its series above the drawing, each with its colour', () => {
  const { container } = render(<SeriesChart title="科室提交情况" table={table} option={stackedBars(table)} colours={COLOURS} />);
  expect(legendOf(container)).toEqual([
    ['按时提交', 'var(--color-qualified)'],
    ['未提交', 'var(--color-not-applicable)'],
  ]);
});

it('has no legend for one series, whatever the table holds', () => {
  const { container } = render(<SeriesChart title="各月不合格率" table={table} option={percentLines(share)} />);
  expect(legendOf(container)).toEqual([]);
});
