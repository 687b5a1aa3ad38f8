import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { insertRows, jsonRows } from '../../database/json-rows.ts';
import type { CitationDecisionTable, LawChangeTable } from '../../database/tables.ts';

export type LawChangeRow = Selectable<LawChangeTable>;
export type DecisionRow = Selectable<CitationDecisionTable>;

/** What was computed, for which wordings. */
export const listComputed = (db: Queryable) => db.selectFrom('law_change').select(['law_id', 'comp_no', 'point_id', 'place', 'version_id', 'law_version', 'state']).execute();

const changeColumns = {
  law_id: 'text',
  comp_no: 'text',
  point_id: 'text',
  place: 'integer',
  version_id: 'text',
  law_version: 'text',
  cited: 'text',
  state: 'text',
  article: 'integer',
  candidates: 'text',
  before_law_id: 'text',
  before_article: 'integer',
  is_checked: 'integer',
} as const;

export const putChanges = (trx: Queryable, dialect: Dialect, rows: readonly LawChangeRow[]): Promise<void> =>
  insertRows(
    trx,
    dialect,
    'law_change',
    changeColumns,
    rows,
    sql`on conflict (law_id, comp_no, point_id, place) do update set version_id = excluded.version_id, law_version = excluded.law_version, cited = excluded.cited, state = excluded.state,
      article = excluded.article, candidates = excluded.candidates, before_law_id = excluded.before_law_id, before_article = excluded.before_article,
      is_checked = excluded.is_checked`,
  );

export interface Renewed {
  compNo: string;
  pointId: string;
  versionId: string;
  nextId: string;
}

/** What was computed for a wording belongs to the one that came out of it. */
export async function renewVersions(trx: Queryable, dialect: Dialect, renewed: readonly Renewed[]): Promise<void> {
  const columns = { comp_no: 'text', point_id: 'text', version_id: 'text', next_id: 'text' } as const;
  const rows = jsonRows(dialect, columns, renewed.map(({ compNo, pointId, versionId, nextId }) => ({ comp_no: compNo, point_id: pointId, version_id: versionId, next_id: nextId })));
  await sql`update law_change set version_id = r.next_id from ${rows} as r
    where law_change.comp_no = r.comp_no and law_change.point_id = r.point_id and law_change.version_id = r.version_id`.execute(trx);
}

export interface VisibleChange extends LawChangeRow {
  kind: DecisionRow['kind'] | null;
  decided_article: number | null;
  decided_at: string | null;
  decider_name: string | null;
  content_hash: string | null;
}

/**
 * What the editions made of the citations of a company's points, with what it decided. A national point that it has in its own
 * words may be there twice.
 */
export const listVisible = (db: Queryable, compNo: string, lawId?: string) =>
  db
    .selectFrom('law_change as c')
    .innerJoin('check_point as p', 'p.id', 'c.point_id')
    .leftJoin('citation_decision as d', (join) =>
      join.on('d.comp_no', '=', compNo).onRef('d.law_id', '=', 'c.law_id').onRef('d.point_id', '=', 'c.point_id').onRef('d.place', '=', 'c.place'),
    )
    .leftJoin('employee as e', 'e.id', 'd.decided_by')
    .selectAll('c')
    .select(['d.kind', 'd.article as decided_article', 'd.decided_at', 'd.content_hash', 'e.employee_name as decider_name'])
    .where('c.comp_no', 'in', ['', compNo])
    .where('p.retired_at', 'is', null)
    .$if(lawId !== undefined, (query) => query.where('c.law_id', '=', lawId ?? ''))
    .execute();

export const putDecision = (trx: Queryable, { comp_no, law_id, point_id, place, ...decided }: DecisionRow): Promise<unknown> =>
  trx
    .insertInto('citation_decision')
    .values({ comp_no, law_id, point_id, place, ...decided })
    .onConflict((conflict) => conflict.columns(['comp_no', 'law_id', 'point_id', 'place']).doUpdateSet(decided))
    .execute();
