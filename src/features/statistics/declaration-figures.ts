import { DECLARATION_TYPES } from '#contract/declaration-type.ts';
import type { DeclarationStatistics } from '#contract/statistics.ts';
import type { SeriesTable } from '@/ui/charts/series-table.ts';

export const declarationsByType = ({ byType }: DeclarationStatistics): SeriesTable => ({
  head: '类型',
  columns: ['申报'],
  rows: DECLARATION_TYPES.map((label, type) => ({ label, values: [byType[type] ?? 0] })),
});

/** All types together: seven lines in one drawing nobody can tell apart. */
export const declarationsByMonth = ({ months }: DeclarationStatistics): SeriesTable => ({
  head: '月份',
  columns: ['申报'],
  rows: months.map(({ month, byType }) => ({ label: month, values: [byType.reduce((sum, count) => sum + count, 0)] })),
});

/** What unfolds under the chart of the months: every type. */
export const declarationTable = ({ months }: DeclarationStatistics): SeriesTable => ({
  head: '月份',
  columns: DECLARATION_TYPES,
  rows: months.map(({ month, byType }) => ({ label: month, values: byType })),
});
