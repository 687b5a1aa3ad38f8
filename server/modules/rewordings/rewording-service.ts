import type { AuditAction } from '#contract/audit-action.ts';
import type { CallRequest } from '#contract/endpoints.ts';
import type { Page } from '#contract/paging.ts';
import type { Rewording, RewordingDecision, RewordingDecisionKind } from '#contract/rewording.ts';
import { excerpt } from '#contract/text-end.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { holdCompany } from '../../database/company-rows.ts';
import { toWording } from '../../database/point-wording.ts';
import { conflict, notFound, wrongField } from '../../errors.ts';
import { codeOfPoint } from '../../library/check-library.ts';
import { recordNamed } from '../audit/audit-service.ts';
import { readHeldLibrary } from '../check-points/check-library-service.ts';
import { countUnread, findOwnWordings, type OwnWording, saysTheSame, settleOwnWordings } from '../check-points/own-wording-service.ts';
import { findCompanyWordings } from '../check-points/point-wording-service.ts';
import { announceRewordings } from '../notices/announcement-service.ts';
import { readTold, writeTold } from './rewording-repository.ts';

type Context = Pick<ServerContext, 'db' | 'dialect'>;

/** Companies that are told in one transaction. */
const AT_ONCE = 1000;

/**
 * Tells each company that has words of its own where the library now has others: once for a version of the library, however
 * often it is called. Companies are counted only after the library has changed.
 */
export async function tellOfRewordings({ db, dialect, now }: Pick<ServerContext, 'db' | 'dialect' | 'now'>): Promise<void> {
  const { state, version } = await readHeldLibrary(db);
  if ((await readTold(db)) === state) return;
  // Three short fields of each company: of all institutions at once they take little, and they are counted in one go.
  const waiting = await countUnread(db);
  for (let start = 0; start < waiting.length; start += AT_ONCE) {
    await db.transaction().execute((trx) => announceRewordings(trx, { dialect }, waiting.slice(start, start + AT_ONCE), version, now()));
  }
  // Last: a server that ends meanwhile tells the rest at its next start.
  await writeTold(db, state);
}

/** What waits comes first; what has come to say the same is left out. */
export async function findRewordings(context: Context, caller: Caller, { pending, pageNum, pageSize }: CallRequest<'rewordings'>['query']): Promise<Page<Rewording>> {
  const matching = (await findOwnWordings(context, caller.compNo))
    .filter(({ isPending, point, national }) => (pending === undefined || isPending === (pending === 1)) && !saysTheSame(point.row, national))
    .sort((one, other) => Number(other.isPending) - Number(one.isPending));
  return { records: matching.slice((pageNum - 1) * pageSize, pageNum * pageSize).map(toRewording), total: matching.length, pageNum, pageSize };
}

const toRewording = ({ nationalId, point, national, nationalVersion, isPending }: OwnWording): Rewording => ({
  pointId: point.pointId,
  version: point.versionId,
  nationalVersion,
  code: codeOfPoint(nationalId),
  isNational: point.isNational,
  enabled: point.isEnabled,
  isPending,
  own: toWording(point.row),
  national: toWording(national),
});

interface Decided extends OwnWording {
  decision: RewordingDecision;
}

const audited: Record<RewordingDecisionKind, { action: AuditAction; deed: string }> = {
  adopt: { action: 'rewording.adopt', deed: '沿用国家新文本' },
  keep: { action: 'rewording.keep', deed: '保留本机构文本' },
};

/**
 * Decides whose words points have in new tasks of the company; issued ones keep what they have. All or none; safe to repeat.
 * @returns how many were not decided so before
 */
export async function decideRewordings(context: ServerContext, caller: Caller, { decisions }: CallRequest<'decideRewordings'>['body']): Promise<number> {
  const { db, dialect, now } = context;
  return db.transaction().execute(async (trx) => {
    await holdCompany(trx, dialect, caller.compNo);
    const at = now();
    const fresh = await match({ db: trx, dialect }, caller.compNo, decisions);
    for (const { point, nationalVersion, isUnread, decision } of fresh) {
      if (point.versionId !== decision.version) throw conflict('检查要点刚刚被修改，请刷新后再处理');
      if (nationalVersion !== decision.nationalVersion) throw conflict('国家库刚刚更新，请刷新后再处理');
      if (decision.isPending === true && !isUnread) throw conflict('其他管理员刚刚已保留本机构文本，请刷新后再处理');
    }
    await settleOwnWordings(trx, dialect, caller.compNo, { read: fresh, adopted: fresh.filter(({ decision }) => decision.kind === 'adopt') }, at);
    for (const [kind, { action, deed }] of Object.entries(audited)) {
      const named = fresh.filter(({ decision }) => decision.kind === kind).map(({ point }) => ({ id: point.pointId, name: excerpt(point.row.content) }));
      await recordNamed(trx, caller, { action, objectType: 'checkPoint', deed, unit: '个' }, named, at);
    }
    return fresh.length;
  });
}

/**
 * What is decided anew.
 * @throws AppError where one of the points is not there, or is decided twice
 */
async function match(context: Context, compNo: string, decisions: readonly RewordingDecision[]): Promise<Decided[]> {
  const beside = new Map((await findOwnWordings(context, compNo)).map((each) => [each.point.pointId, each]));
  const seen = new Set<string>();
  const others = await findCompanyWordings(context.db, context.dialect, compNo, decisions.map(({ pointId }) => pointId));
  const known = new Set(others.map(({ pointId }) => pointId));
  return decisions.flatMap((decision, index): Decided[] => {
    if (seen.has(decision.pointId)) throw wrongField(`decisions.${index}.pointId`, '同一个要点只能处理一次');
    seen.add(decision.pointId);
    if (!known.has(decision.pointId)) throw notFound();
    const found = beside.get(decision.pointId);
    // A national point without words of the company's own has the library's.
    if (found === undefined) {
      if (decision.kind === 'adopt') return [];
      throw conflict('该要点没有本机构自己的文本，请刷新后查看');
    }
    const isDone = decision.kind === 'adopt' ? saysTheSame(found.point.row, found.national) : !found.isUnread;
    return isDone ? [] : [{ ...found, decision }];
  });
}
