import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { DutyCalendar, DutyOfYear, DutyPeriod } from '#contract/duty.ts';
import { dutyPlans, type DutyState, dutyStateLabel, frequencyLabel } from '#contract/duty-plan.ts';
import { today } from '@/lib/dates.ts';
import { useDutyCalendar } from '@/queries/home-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { RightOutline } from '@/ui/basics/icons.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import letters from '@/ui/basics/letters.module.css';
import { Select } from '@/ui/controls/Select.tsx';
import { lazyPart } from '@/ui/lazy/lazy-part.ts';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { countStates, dutyPath, dutyTones, type OpenDuty, openDuties, shortDay } from './duty-view.ts';
import styles from './DutySection.module.css';

/** Administrators alone open these. */
const DutySettingsSheet = lazyPart(async () => (await import('./DutySettingsSheet.tsx')).DutySettingsSheet);
const MissingDeptsSheet = lazyPart(
  async () => (await import('./MissingDeptsSheet.tsx')).MissingDeptsSheet,
  ({ open }) => open !== undefined,
);

const YEARS_BACK = 2;
const COUNTED: readonly DutyState[] = ['overdue', 'due', 'done', 'upcoming'];

/** 履职日历: what a year asks for, what of it is done, what is missing and until when. */
export function DutySection({ isAdmin }: { isAdmin: boolean }) {
  const thisYear = Number(today().slice(0, 4));
  const [year, setYear] = useState(thisYear);
  const [isSetting, setIsSetting] = useState(false);
  const [missing, setMissing] = useState<OpenDuty>();
  const calendar = useDutyCalendar(year === thisYear ? undefined : year);
  const years = Array.from({ length: YEARS_BACK + 1 }, (_, back) => thisYear - back);

  return (
    <section className={styles['section']} aria-labelledby="home-duties">
      <div className={styles['head']}>
        <h2 id="home-duties">{isAdmin ? '履职日历' : '本科室履职'}</h2>
        <div className={styles['tools']}>
          <Select isLabelSpoken label="年份" value={String(year)} onChange={(value) => setYear(Number(value))} options={years.map((each) => ({ value: String(each), label: `${each}年` }))} />
          {isAdmin && (
            <ActionButton size="small" onClick={() => setIsSetting(true)}>
              频次设置
            </ActionButton>
          )}
        </div>
      </div>
      {calendar.data ? (
        <CalendarView calendar={calendar.data} isAdmin={isAdmin} onMissing={setMissing} />
      ) : (
        <NotLoaded of={calendar} rows={4} />
      )}
      <MissingDeptsSheet open={missing} onClose={() => setMissing(undefined)} />
      {isSetting && <DutySettingsSheet onClose={() => setIsSetting(false)} />}
    </section>
  );
}

function CalendarView({ calendar, isAdmin, onMissing }: { calendar: DutyCalendar; isAdmin: boolean; onMissing: (open: OpenDuty) => void }) {
  const counts = countStates(calendar);
  const [next] = openDuties(calendar).filter(({ period }) => period.state === 'due');
  return (
    <>
      <ul className={styles['counts']} aria-label="履职情况">
        {COUNTED.filter((state) => counts[state] > 0).map((state) => (
          <li key={state}>
            <StatusTag tone={dutyTones[state]}>
              {dutyStateLabel[state]} {counts[state]}
            </StatusTag>
          </li>
        ))}
        {next !== undefined && (
          <li className={letters['quiet']}>
            最近截止：{next.label}，{shortDay(next.period.dueDate, calendar.year)}
          </li>
        )}
      </ul>
      <ul>
        {calendar.duties.map((each) =>
          isAdmin ? (
            <Duty key={each.duty} each={each} year={calendar.year} onMissing={onMissing} />
          ) : (
            <OwnDuty key={each.duty} each={each} year={calendar.year} />
          ),
        )}
      </ul>
    </>
  );
}

/** A duty of the person's department, on one line: the period that asks for something, or how many are done. */
function OwnDuty({ each: { duty, periods, frequency }, year }: { each: DutyOfYear; year: number }) {
  const { label, source } = dutyPlans[duty];
  const asking = periods.find(({ state }) => state === 'overdue') ?? periods.find(({ state }) => state === 'due') ?? periods.find(({ state }) => state === 'upcoming');
  const asked = periods.filter(({ state }) => state !== 'notAsked');
  const period = asking ?? asked.at(-1);
  const done = asked.filter(({ state }) => state === 'done').length;
  // What is not asked of a department alone is still worth telling apart from what it has done.
  const hasNone = 'taskType' in source ? '本科室无任务' : '本科室未申报';
  return (
    <li className={styles['own']}>
      <Link to={dutyPath(duty, false)}>
        <span className={styles['title']}>
          {label}
          <small>{periods.length === 1 ? frequencyLabel[frequency] : `${frequencyLabel[frequency]} ${done}/${asked.length}`}</small>
        </span>
        {asking !== undefined && <small>{shortDay(asking.dueDate, year)} 截止</small>}
        <StatusTag tone={dutyTones[period?.state ?? 'notAsked']}>{period === undefined ? hasNone : dutyStateLabel[period.state]}</StatusTag>
        <RightOutline aria-hidden />
      </Link>
    </li>
  );
}

function Duty({ each, year, onMissing }: { each: DutyOfYear; year: number; onMissing: (open: OpenDuty) => void }) {
  const { duty, periods, frequency } = each;
  const { label } = dutyPlans[duty];
  return (
    <li className={`${styles['duty']} ${periods.length === 1 ? styles['single'] : ''}`}>
      <Link className={styles['name']} to={dutyPath(duty, true)}>
        <span>
          {label}
          <small>{frequencyLabel[frequency]}</small>
        </span>
        <RightOutline aria-hidden />
      </Link>
      <ol className={styles['periods']} aria-label={`${label}各期`}>
        {periods.map((period) => {
          const isOpening = period.missing.length > 0 && period.state !== 'upcoming';
          const name = periods.length === 1 ? label : `${label} ${period.label}`;
          return (
            <li key={period.label}>
              {isOpening ? (
                <button
                  type="button"
                  className={styles['period']}
                  aria-label={`${name} ${Object.values(factsOf(period, year)).join(' ')}，${period.missing.length} 个科室未完成，查看科室`}
                  onClick={() => onMissing({ duty, label: name, period })}
                >
                  <PeriodFacts period={period} year={year} />
                </button>
              ) : (
                <div className={styles['period']}>
                  <PeriodFacts period={period} year={year} />
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </li>
  );
}

/** What is seen of a period, and heard in the same words. */
const factsOf = ({ state, required, done, dueDate }: DutyPeriod, year: number) => ({
  state: dutyStateLabel[state],
  ...(required > 1 && state !== 'upcoming' && { done: `${done}/${required} 个科室` }),
  ...((state === 'due' || state === 'overdue' || state === 'upcoming') && { due: `${shortDay(dueDate, year)} 截止` }),
});

function PeriodFacts({ period, year }: { period: DutyPeriod; year: number }) {
  const { state, done, due } = factsOf(period, year);
  return (
    <>
      <span className={styles['label']}>{period.label}</span>
      <StatusTag tone={dutyTones[period.state]}>{state}</StatusTag>
      <span className={styles['facts']}>
        {done}
        {due !== undefined && <span>{due}</span>}
      </span>
    </>
  );
}
