import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { DATE_RANGE_SHORTCUTS, MONTH_RANGE_SHORTCUTS, type Range, type RangeShortcut, today } from '@/lib/dates.ts';
import { DateRange, MonthRange, rangeProblem } from '@/ui/controls/ranges.tsx';

afterEach(cleanup);

function Ranges({ kind }: { kind: 'day' | 'month' }) {
  const [range, setRange] = useState<Range>({ from: '', to: '' });
  const props = { label: '统计时间', value: range, onChange: setRange };
  return (
    <>
      {kind === 'day' ? <DateRange {...props} /> : <MonthRange {...props} />}
      <output>{`${range.from}~${range.to}`}</output>
    </>
  );
}
const value = () => screen.getByRole('status').textContent;

function rangeOf({ rangeAt }: RangeShortcut): string {
  const { from, to } = rangeAt(new Date());
  return `${from}~${to}`;
}

describe.each([
  { kind: 'day', shortcuts: DATE_RANGE_SHORTCUTS, labels: ['今天', '最近一周', '最近一个月', '最近三个月'] },
  { kind: 'month', shortcuts: MONTH_RANGE_SHORTCUTS, labels: ['今年至今', '最近六个月', '最近十二个月'] },
] as const)('a range by $kind', ({ kind, shortcuts, labels }) => {
  it('has the shortcuts of the specification, which set it', async () => {
    render(<Ranges kind={kind} />);
    expect(screen.getAllByRole('button', { pressed: false }).map((button) => button.textContent)).toEqual(labels);
    for (const shortcut of shortcuts) {
      await userEvent.click(screen.getByRole('button', { name: shortcut.label }));
      expect(value()).toBe(rangeOf(shortcut));
      // In December the year so far is also the last twelve months.
      const same = shortcuts.filter((each) => rangeOf(each) === rangeOf(shortcut));
      expect(screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent)).toEqual(same.map(({ label }) => label));
    }
  });
});

describe('a month', () => {
  it('is typed: what is no month is said, and is no range', async () => {
    render(<Ranges kind="month" />);
    const field = screen.getByLabelText('开始月份');
    await userEvent.type(field, '2026-13');
    await userEvent.tab();
    expect(screen.getByRole('alert').textContent).toBe('月份格式应为 YYYY-MM');
    expect(rangeProblem({ from: '2026-13', to: '2026-12' })).toBe('请填写正确的时间');
    await userEvent.clear(field);
    await userEvent.type(field, '2026-03');
    await userEvent.tab();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(value()).toBe('2026-03~');
  });

  it('or picked from a year', async () => {
    render(<Ranges kind="month" />);
    await userEvent.click(screen.getByRole('button', { name: '选择结束月份' }));
    await userEvent.click(screen.getByRole('button', { name: '上一年' }));
    const year = Number(today().slice(0, 4)) - 1;
    await userEvent.click(screen.getByRole('button', { name: `${year}年2月` }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(value()).toBe(`~${year}-02`);
  });
});

describe('rangeProblem', () => {
  it('wants both ends, in their order', () => {
    expect(rangeProblem({ from: '', to: '2026-01' })).toBe('必填项不能为空');
    expect(rangeProblem({ from: '2026-01', to: '' })).toBe('必填项不能为空');
    expect(rangeProblem({ from: '2026-02', to: '2026-01' })).toBe('结束月份不能早于开始月份');
    expect(rangeProblem({ from: '2026-02-02', to: '2026-02-01' })).toBe('结束日期不能早于开始日期');
    expect(rangeProblem({ from: '2026-01', to: '2026-01' })).toBeUndefined();
  });
});
