import { expect, test } from 'vitest';
import { describeSeries } from '@/ui/charts/series-table.ts';

test('a unit is said behind its number, and not where there is none', () => {
  const table = {
    head: '月份',
    columns: ['已查要点', '不合格率 %'],
    rows: [
      { label: '2026-10', values: [41, 2.4] },
      { label: '2026-11', values: [0, null] },
    ],
  };
  expect(describeSeries(table)).toBe('2026-10 已查要点 41、不合格率 2.4 %；2026-11 已查要点 0、不合格率 –');
});
