import { createHash } from 'node:crypto';
import { lacksArticleMessage, standsIn } from '#contract/basis-article.ts';
import type { AuditAction } from '#contract/audit-action.ts';
import type { Basis } from '#contract/check-point.ts';
import { articleLabel } from '#contract/chinese-numerals.ts';
import type { CallRequest } from '#contract/endpoints.ts';
import type { CitationDecision, CitationDecisionKind } from '#contract/law-change.ts';
import type { LawArticle } from '#contract/law.ts';
import { excerpt } from '#contract/text-end.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { holdCompany } from '../../database/company-rows.ts';
import type { WordingRow } from '../../database/point-wording.ts';
import { conflict, notFound, wrongField } from '../../errors.ts';
import { recordNamed } from '../audit/audit-service.ts';
import { isRepeated, switchHeld } from '../check-points/company-point-service.ts';
import { replaceWordings } from '../check-points/point-wording-service.ts';
import { type LawEditionRow, readArticles, readEdition } from '../laws/law-service.ts';
import { type CompanyChange, findCompanyChanges, isUncertain } from './law-change-service.ts';
import { putDecision, renewVersions } from './law-change-repository.ts';
import { citationsOf, withBasis } from './point-citations.ts';

interface Decided extends CompanyChange {
  decision: CitationDecision;
  /** Where the decision stands in the call. */
  field: string;
  hash: string;
}

const audited: Record<CitationDecisionKind, { action: AuditAction; deed: string; done: string }> = {
  keep: { action: 'citation.keep', deed: '法规变动后沿用依据', done: '沿用了这条依据' },
  rewrite: { action: 'citation.rewrite', deed: '按法规变动改写要点', done: '改写了这个要点' },
  disable: { action: 'citation.disable', deed: '因法规变动停用要点', done: '停用了这个要点' },
};

/**
 * Decides what becomes of citations that a newer edition left uncertain: for new tasks of the company, since issued ones keep
 * what they have. All or none; safe to repeat.
 * @returns how many were not decided so before
 */
export async function decideCitations(context: ServerContext, caller: Caller, { lawId, decisions }: CallRequest<'decideCitations'>['body']): Promise<number> {
  const { db, dialect, now } = context;
  return db.transaction().execute(async (trx) => {
    await holdCompany(trx, dialect, caller.compNo);
    const edition = await readEdition(trx, lawId);
    if (edition === undefined) throw notFound();
    const fresh = (await match({ db: trx, dialect }, caller.compNo, lawId, decisions)).filter(({ change, hash }) => change.content_hash !== hash);
    for (const each of fresh) refuseUndecidable(each);
    const articles = await readArticles(trx, lawId, undefined);
    const work = { trx, dialect, caller, edition, articles, at: now() };
    for (const [, ofPoint] of Map.groupBy(fresh, ({ point }) => point.pointId)) await decidePoint(work, ofPoint);
    for (const [kind, { action, deed }] of Object.entries(audited)) {
      const named = fresh.filter(({ decision }) => decision.kind === kind).map(({ point, cited }) => ({ id: point.pointId, name: `${excerpt(point.row.content)}（《${cited.law}》${articleLabel(cited.article)}）` }));
      await recordNamed(trx, caller, { action, objectType: 'checkPoint', deed, unit: '个' }, named, work.at);
    }
    return fresh.length;
  });
}

/** @throws AppError where one of the citations is not there, or is decided twice */
async function match(context: Pick<ServerContext, 'db' | 'dialect'>, compNo: string, lawId: string, decisions: readonly CitationDecision[]): Promise<Decided[]> {
  const keyOf = (pointId: string, place: number): string => `${pointId} ${place}`;
  const changes = new Map((await findCompanyChanges(context, compNo, lawId)).map((each) => [keyOf(each.point.pointId, each.change.place), each]));
  const seen = new Set<string>();
  return decisions.map((decision, index) => {
    const key = keyOf(decision.pointId, decision.place);
    const found = changes.get(key);
    const field = `decisions.${index}`;
    if (found === undefined) throw notFound();
    if (seen.has(key)) throw wrongField(`${field}.place`, '同一条依据只能处理一次');
    seen.add(key);
    const { kind, article, anchor, wording } = decision;
    const hash = createHash('sha256').update(JSON.stringify([kind, article, anchor, wording])).digest('hex');
    return { ...found, decision, field, hash };
  });
}

function refuseUndecidable({ change, point, isPending, decision, field }: Decided): void {
  if (!isUncertain(change)) throw conflict('这条依据已随法规变动自动处理，无需确认，请刷新后查看');
  if (decision.seen !== undefined && decision.seen !== change.kind) throw conflict(`${change.decider_name ?? '其他管理员'}刚刚${change.kind === null ? '撤销了这条依据的处理' : audited[change.kind].done}，请核对后再处理`);
  if (point.versionId !== decision.version) throw conflict('检查要点刚刚被修改，请核对后再处理');
  if (change.kind === null && !isPending && point.isEnabled) throw conflict('检查要点已改为引用其他条文，请刷新后查看');
  if (decision.kind === 'rewrite' && decision.wording === undefined) throw wrongField(`${field}.wording`, '请填写改写后的要点');
  if (decision.kind !== 'rewrite' && decision.wording !== undefined) throw wrongField(`${field}.wording`, '只有改写时才填写要点内容');
}

interface Work {
  trx: Queryable;
  dialect: ServerContext['dialect'];
  caller: Caller;
  edition: LawEditionRow;
  articles: readonly LawArticle[];
  at: Date;
}

/** All that is decided on one point makes one wording. */
async function decidePoint({ trx, dialect, caller: { compNo, employeeId }, edition, articles, at }: Work, decided: readonly Decided[]): Promise<void> {
  const [first] = decided;
  if (first === undefined) return;
  const { point } = first;
  const isOff = decided.some(({ decision }) => decision.kind === 'disable');
  const wasOff = decided.some(({ change }) => change.kind === 'disable');
  if (isOff || wasOff) await switchHeld(trx, dialect, compNo, [point.pointId], !isOff);
  let row = point.row;
  const cited = new Map<Decided, number | null>();
  for (const each of decided) {
    const basis = basisAfter(each, edition, articles);
    cited.set(each, basis?.article ?? null);
    row = reworded(row, each, basis);
    if (row.content !== point.row.content && (await isRepeated(trx, compNo, point.itemId, row.content, point.pointId))) {
      throw wrongField(`${each.field}.wording.content`, '该项目下已有相同的检查要点');
    }
  }
  let versionId = point.versionId;
  if (row !== point.row) {
    [versionId = point.versionId] = await replaceWordings(trx, dialect, [{ point: { ...point, compNo }, row, isReworded: decided.some(({ decision }) => decision.kind === 'rewrite') }], at);
    await renewVersions(trx, dialect, [{ compNo, pointId: point.pointId, versionId: point.versionId, nextId: versionId }]);
  }
  for (const [{ change, decision, hash }, article] of cited) {
    await putDecision(trx, {
      comp_no: compNo,
      law_id: edition.id,
      point_id: point.pointId,
      place: change.place,
      kind: decision.kind,
      article,
      version_id: versionId,
      content_hash: hash,
      decided_by: employeeId,
      decided_at: at.toISOString(),
    });
  }
}

/** What is cited from now on; undefined where that stays as it is. */
function basisAfter({ change, point, cited, decision, field }: Decided, edition: LawEditionRow, articles: readonly LawArticle[]): Basis | undefined {
  if (decision.kind === 'disable') return undefined;
  const before = citationsOf(point.row).find(({ place }) => place === change.place)?.basis;
  const number = decision.article ?? change.article;
  if (before === undefined) throw notFound();
  if (number === null) {
    if (change.state === 'ambiguous') throw wrongField(`${field}.article`, '有多条条文含有这段原文，请选择其中一条');
    if (decision.anchor !== '') throw wrongField(`${field}.article`, '请先选择新版本中的条文');
    return undefined;
  }
  const article = articles.find((each) => each.number === number);
  if (article === undefined) throw wrongField(`${field}.article`, lacksArticleMessage(edition.articleCount));
  if (decision.anchor !== '' && !standsIn(article, decision.anchor)) throw wrongField(`${field}.anchor`, `这段文字不在${article.label}的原文中，请从原文中选取`);
  const { anchor: words, ...basis } = before;
  const anchor = decision.anchor !== '' ? decision.anchor : [words, cited.anchor].find((each) => each !== undefined && standsIn(article, each));
  return { ...basis, article: number, edition: edition.publishDate, ...(anchor === undefined ? {} : { anchor }) };
}

function reworded(row: WordingRow, { change: { place }, decision: { wording } }: Decided, basis: Basis | undefined): WordingRow {
  const present = basis ?? (wording && citationsOf(row).find((each) => each.place === place)?.basis);
  const cited = present === undefined ? row : withBasis(row, { place, basis: { ...present, ...(wording === undefined ? {} : { gist: wording.gist }) } });
  return wording === undefined ? cited : { ...cited, content: wording.content, method: wording.method, expected: wording.expected };
}
