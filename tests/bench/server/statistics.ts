import { addDays, shanghaiDay } from '#contract/calendar.ts';
import { call, type Request, requestOf } from '../../support/calls.ts';
import { ANSWERS } from '../data/history.ts';
import { type Figure, inMilliseconds } from '../report.ts';
import { median, percentile } from '../sample.ts';
import { timeOf } from './load.ts';
import { databaseName, type Subject } from './subject.ts';

const HOME = [
  { name: 'statTaskCount', label: '任务统计' },
  { name: 'statQmzc', label: '全面自查' },
  { name: 'statUnQualified', label: '不合格' },
] as const;

const BY_TYPE = [
  { name: 'queryOverallSelfCheckStatList', label: '全面自查统计' },
  { name: 'querySpecialSelfCheckStatList', label: '专项自查统计' },
  { name: 'queryDailySelfCheckStatList', label: '日常自查统计' },
] as const;

/** The statistics of the home screen and of 统计分析 over a year that holds every answer of the history. */
export async function measureStatistics({ database, server, adminToken, isQuick }: Subject): Promise<Figure[]> {
  const today = shanghaiDay(new Date());
  const from = addDays(today, -365);
  const params = { a: from, b: today, c: 'all' };
  const query = { startDate: from, endDate: today };
  const { checked } = await call(server.url, 'statUnQualified', { params }, adminToken);
  const byType = await Promise.all(BY_TYPE.map(({ name }) => call(server.url, name, { query }, adminToken)));
  const checkedByType = byType.reduce((sum, figures) => sum + figures.total.checked, 0);
  if (checked < ANSWERS || checkedByType !== checked) throw new Error(`the statistics count ${checked} answers, and ${checkedByType} by type`);

  const requests: { name: string; label: string; request: Request }[] = [
    ...HOME.map(({ name, label }) => ({ name, label, request: requestOf(server.url, name, { params }, adminToken) })),
    ...BY_TYPE.map(({ name, label }) => ({ name, label, request: requestOf(server.url, name, { query }, adminToken) })),
    {
      name: 'queryStatDeptTaskList',
      label: '统计下钻',
      request: requestOf(server.url, 'queryStatDeptTaskList', { query: { ...query, taskType: 2, kind: 'unqualified', pageSize: 50 } }, adminToken),
    },
    { name: 'queryDutyCalendar', label: '履职日历', request: requestOf(server.url, 'queryDutyCalendar', { query: {} }, adminToken) },
  ];
  const figures: Figure[] = [];
  for (const { name, label, request } of requests) {
    const times: number[] = [];
    for (let warmUp = 0; warmUp < 3; warmUp += 1) await timeOf(request);
    for (let count = 0; count < (isQuick ? 20 : 100); count += 1) times.push(await timeOf(request));
    const p99 = percentile(times, 0.99);
    figures.push({
      name: `Statistics over ${ANSWERS.toLocaleString('en')} answers, ${label}, p99 (${databaseName[database.dialect]})`,
      measured: `${inMilliseconds(p99)} (p50 ${inMilliseconds(median(times))})`,
      goal: '≤ 200 ms',
      isMet: p99 <= 200,
      how: `${name} over a year and all departments, ${times.length} requests one after the other.`,
    });
  }
  return figures;
}
