import { dayEnd, shanghaiDay } from '#contract/calendar.ts';
import type { DutyCalendar, DutyPeriod, DutySetting } from '#contract/duty.ts';
import { DUTY_KEYS, dutyPlans, type DutyState, isSameSetting, settingWords } from '#contract/duty-plan.ts';
import type { CallRequest } from '#contract/endpoints.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { holdCompany } from '../../database/company-rows.ts';
import { once } from '../../database/operations.ts';
import { conflict } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { type PlannedPeriod, periodsOf } from './duty-periods.ts';
import { countChecks, findDeclarations, findDepts, findFoundation, findSettings, saveSetting } from './duty-repository.ts';

/**
 * What a year asks of the institution, and what of it is done.
 * A check is asked of every department that was there, and not closed, when it was due, and done with a submitted department task
 * whose last day lies in the period, submitted late or not. A declaration is asked of the institution, if that was there by then, and done with a
 * record declared for that year by any department; where it is asked more than once, in the period of the day on which
 * it was declared. A yearly one that is due after the year's end is in the calendar of the next year.
 * For staff it is the own department's part: a declaration is then asked of nobody, but shown as done where it is.
 */
export async function dutyCalendar(context: ServerContext, caller: Caller, askedYear: number | undefined): Promise<DutyCalendar> {
  const { db } = context;
  const today = shanghaiDay(context.now());
  const year = askedYear ?? Number(today.slice(0, 4));
  const deptId = caller.role === 'admin' ? undefined : caller.deptId;
  const scope = { compNo: caller.compNo, deptId, year };
  const [settings, foundedAt, depts, checks, declarations] = await Promise.all([
    dutySettings(context, caller.compNo),
    findFoundation(db, caller.compNo),
    findDepts(db, caller.compNo, deptId),
    countChecks(db, scope),
    findDeclarations(db, scope),
  ]);

  const checkPeriod = (taskType: number, planned: PlannedPeriod): DutyPeriod => {
    const counts = checks.filter((row) => row.taskType === taskType && isInMonths(row.month, planned));
    const hasSubmitted = new Set(counts.filter((row) => row.submitted > 0).map((row) => row.deptId));
    const hasTask = new Set(counts.map((row) => row.deptId));
    const asked = depts.filter((dept) => hasSubmitted.has(dept.id) || (wasThere(dept.createdAt, planned) && (dept.closedFrom === null || dept.closedFrom > planned.dueDate)));
    const missing = asked.filter((dept) => !hasSubmitted.has(dept.id));
    return {
      ...planned,
      state: asked.length === 0 ? 'notAsked' : stateOf(missing.length === 0, planned, today),
      required: asked.length,
      done: asked.length - missing.length,
      missing: missing.map((dept) => ({ deptId: dept.id, deptName: dept.deptName, isIssued: hasTask.has(dept.id) })),
    };
  };

  const declarationPeriod = (selfDeclaredType: number, planned: PlannedPeriod, isWholeYear: boolean): DutyPeriod => {
    const done = declarations.filter(
      (row) => row.selfDeclaredType === selfDeclaredType && row.year === (isWholeYear ? Number(planned.from.slice(0, 4)) : year) && (isWholeYear || isInMonths(shanghaiDay(new Date(row.declaredAt ?? '')).slice(0, 7), planned)),
    ).length;
    const isAsked = deptId === undefined && wasThere(foundedAt, planned);
    const state = done > 0 ? 'done' : isAsked ? stateOf(false, planned, today) : 'notAsked';
    return { ...planned, state, required: isAsked ? 1 : 0, done, missing: [] };
  };

  return {
    year,
    deptName: deptId === undefined ? null : (depts[0]?.deptName ?? ''),
    duties: settings
      .filter(({ frequency }) => frequency !== 'none')
      .map(({ duty, frequency, dueMonth }) => {
        const { source } = dutyPlans[duty];
        const periods = periodsOf(frequency, dueMonth, year).map((planned) =>
          'taskType' in source ? checkPeriod(source.taskType, planned) : declarationPeriod(source.selfDeclaredType, planned, frequency === 'yearly'),
        );
        return { duty, frequency, periods };
      }),
  };
}

const isInMonths = (month: string, { from, to }: PlannedPeriod): boolean => month >= from.slice(0, 7) && month <= to.slice(0, 7);

/** A year is not asked of whoever came after it, even if it may be answered for later. */
const wasThere = (createdAt: string, { to, dueDate }: PlannedPeriod): boolean => new Date(createdAt) < dayEnd(to < dueDate ? to : dueDate);

function stateOf(isDone: boolean, { from, dueDate }: PlannedPeriod, today: string): DutyState {
  if (isDone) return 'done';
  if (today > dueDate) return 'overdue';
  return today < from ? 'upcoming' : 'due';
}

/** How often the company is asked for each duty. */
export async function dutySettings({ db }: Pick<ServerContext, 'db'>, compNo: string): Promise<DutySetting[]> {
  const set = new Map((await findSettings(db, compNo)).map((setting) => [setting.duty, setting]));
  return DUTY_KEYS.map((duty) => set.get(duty) ?? { duty, frequency: dutyPlans[duty].frequency, dueMonth: dutyPlans[duty].dueMonth });
}

/**
 * @param duties what is absent stays as it is; `read` is what the form began with
 * @throws AppError with what somebody else has set since
 */
export async function changeDutySettings({ db, dialect, now }: ServerContext, caller: Caller, { duties: changed, read }: CallRequest<'updateDutySettings'>['body']): Promise<void> {
  await once(db, caller.operation, async (trx) => {
    await holdCompany(trx, dialect, caller.compNo);
    if (read !== undefined) refuseReplaced(await dutySettings({ db: trx }, caller.compNo), read, changed);
    for (const setting of changed) await saveSetting(trx, caller.compNo, setting);
    const summary = `设置履职频次：${changed.map(describe).join('、')}`;
    await recordAudit(trx, caller, { action: 'duty.set', objectType: 'company', objectId: caller.compNo, summary }, now());
  });
}

/** As `refuseOvertaken`, of duties: how often and until when are one thing. */
function refuseReplaced(now: readonly DutySetting[], read: readonly DutySetting[], changed: readonly DutySetting[]): void {
  const settingOf = (settings: readonly DutySetting[], { duty }: DutySetting) => settings.find((one) => one.duty === duty);
  const replaced = changed.flatMap((setting, index) => {
    const present = settingOf(now, setting);
    const began = settingOf(read, setting);
    if (present === undefined || began === undefined || isSameSetting(present, began) || isSameSetting(present, setting)) return [];
    return [{ field: `duties.${index}.frequency`, words: describe(present) }];
  });
  if (replaced.length === 0) return;
  const message = `刚刚被其他管理员改为：${replaced.map(({ words }) => words).join('、')}，再次保存以您填写的为准`;
  throw conflict(message, replaced.map(({ field }) => ({ field, message })));
}

const describe = (setting: DutySetting): string => `${dutyPlans[setting.duty].label}${settingWords(setting)}`;
