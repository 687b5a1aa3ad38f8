import type { Readable } from 'node:stream';
import { lacksArticleMessage } from '#contract/basis-article.ts';
import { articleNumber } from '#contract/chinese-numerals.ts';
import { type CheckItem, pointWording, type PointWording } from '#contract/check-point.ts';
import { BASIS_ANCHOR_MAX, BASIS_GIST_MAX, OWN_POINTS_MAX, POINT_TEXT_MAX } from '#contract/limits.ts';
import type { ImportOrder, ImportReport } from '#contract/spreadsheet-import.ts';
import { excerpt } from '#contract/text-end.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { holdCompany } from '../../database/company-rows.ts';
import { type CheckedFields, checkFields, type ImportColumn, type ImportProblems, type ImportRow, inTurns, readImport, repeatedReport, templateSheets, withExamples } from '../../files/import-table.ts';
import { type Sheet, type SheetRow, streamWorkbook } from '../../files/workbook-stream.ts';
import { recordAudit, recordNamed } from '../audit/audit-service.ts';
import { importOnce, toImportRun } from '../imports/import-service.ts';
import { checkItemTree } from './check-point-service.ts';
import { countOwnPoints, listContents, listOwnPoints } from './company-point-repository.ts';
import { anchorProblem, createEditionReader, type EditionReader, NO_EDITION } from './cited-edition-service.ts';
import { insertOwnPoints, type OwnPoint } from './company-point-service.ts';

type Field = 'categoryName' | 'itemName' | 'state' | keyof PointWording;

const columns: readonly ImportColumn<Field>[] = [
  { field: 'categoryName', title: '自查类别', isRequired: true, width: 24, hint: '必填，与“类别与项目”中的名称完全一致', example: '' },
  { field: 'itemName', title: '自查项目', width: 24, hint: '选填，该类别下的项目名称；不填则直接放在类别下', example: '' },
  { field: 'content', title: '检查要点', isRequired: true, width: 48, hint: `必填，最多 ${POINT_TEXT_MAX} 个字，同一项目下不能重复`, example: '抢救车药品数量与清单一致，无过期药品。' },
  { field: 'method', title: '检查方法', width: 36, hint: `选填，最多 ${POINT_TEXT_MAX} 个字`, example: '现场逐项清点，核对有效期。' },
  { field: 'basisLaw', title: '依据', isRequired: true, width: 28, hint: '必填，法律法规或本机构制度的全称，不写书名号', example: '本院急救药品管理制度' },
  { field: 'basisArticle', isCode: true, title: '条', width: 8, hint: '选填，第几条，如 12、十二 或 第十二条；不分条的不填', example: '12' },
  {
    field: 'basisEdition',
    isCode: true,
    title: '依据版本',
    width: 14,
    hint: '选填，“条”所在的法规版本，填公布日期，如 2020-01-01，须是法规库中已有的版本；不填为现行版本',
    example: '',
  },
  { field: 'basisGist', title: '依据要点', width: 36, hint: `选填，最多 ${BASIS_GIST_MAX} 个字，用自己的话说明这一条的要求`, example: '抢救药品每日清点并登记。' },
  { field: 'expected', title: '检查标准', isRequired: true, width: 36, hint: `必填，最多 ${POINT_TEXT_MAX} 个字，怎样才算合格`, example: '账物相符，全部在有效期内。' },
  { field: 'state', title: '状态', width: 8, hint: '选填，启用或停用；不填为启用', example: '启用' },
  { field: 'basisAnchor', title: '依据原文', width: 28, hint: `选填，最多 ${BASIS_ANCHOR_MAX} 个字，“条”的原文中的一段话，法规修改后据此找到新的条号`, example: '' },
];

const SHEET_NAME = '检查要点';

/** The template with the names of categories and items on a sheet of their own, to copy from. */
export async function openPointTemplate(context: ServerContext, compNo: string): Promise<Readable> {
  const tree = await checkItemTree(context, compNo);
  const names: SheetRow[] = [
    { cells: ['自查类别', '自查项目'], isHeader: true },
    ...tree.flatMap((category) => (category.children.length === 0 ? [{ cells: [category.name, ''] }] : category.children.map((item) => ({ cells: [category.name, item.name] })))),
  ];
  const sheets: Sheet[] = [
    ...templateSheets(SHEET_NAME, withExamples(columns, { categoryName: tree.at(-1)?.name }), ['列名后带 * 的为必填。每行一个要点，从第 2 行开始填写。一次最多导入 2000 行。']),
    { name: '类别与项目', widths: [36, 36], isTable: false, rows: () => names },
  ];
  return streamWorkbook(sheets, context.now());
}

/** The company's own points in the columns of the template, so that another institution can import them. */
export async function exportPoints({ db, now }: ServerContext, caller: Caller): Promise<Readable> {
  const points = await listOwnPoints(db, caller.compNo);
  const at = now();
  const summary = `导出本机构检查要点 ${points.length} 个`;
  await recordAudit(db, caller, { action: 'checkPoint.export', objectType: 'company', objectId: caller.compNo, summary }, at);
  const rows: SheetRow[] = points.map((point) => ({
    cells: [
      point.category_name,
      point.item_id === point.category_id ? '' : point.item_name,
      point.content,
      point.method,
      point.basis_law,
      point.basis_article === 0 ? '' : String(point.basis_article),
      point.basis_edition ?? '',
      point.basis_gist,
      point.expected,
      point.enabled === 1 ? '启用' : '停用',
      point.basis_anchor ?? '',
    ],
  }));
  const header: SheetRow = { cells: columns.map(({ title }) => title), isHeader: true };
  return streamWorkbook([{ name: SHEET_NAME, widths: columns.map(({ width }) => width), isTable: true, rows: () => [header, ...rows] }], at);
}

/** Checks a spreadsheet of points, and imports it when that is asked for and every row is right. Safe to repeat under its id. */
export async function importPoints(context: ServerContext, caller: Caller, body: unknown, order: ImportOrder): Promise<ImportReport> {
  const { rows, problems, file } = await readImport(body, caller.compNo, columns);
  const checked = await checkRows(rows, problems);
  return context.db.transaction().execute((trx) =>
    importOnce(trx, caller, toImportRun('importCompanyPoint', caller, file, order), context.now(), {
      first: async () => {
        await holdCompany(trx, context.dialect, caller.compNo);
        await checkRoom(trx, caller.compNo, rows, problems);
        const points = await checkAgainstOthers(trx, caller.compNo, checked, problems);
        const isImported = order.dryRun === 0 && problems.count === 0;
        if (isImported) await insertAll(trx, context, caller, points);
        return problems.report(rows.length, isImported ? rows.length : 0);
      },
      again: () => repeatedReport(rows.length),
    }),
  );
}

async function checkRoom(trx: Queryable, compNo: string, rows: readonly ImportRow<Field>[], problems: ImportProblems<Field>): Promise<void> {
  const free = Math.max(OWN_POINTS_MAX - (await countOwnPoints(trx, compNo)), 0);
  const firstTooMany = rows[free];
  if (firstTooMany !== undefined) problems.add(firstTooMany.row, '', `从这一行起超出上限：本机构的检查要点最多 ${OWN_POINTS_MAX} 个，还可以新增 ${free} 个，请减少行数或先废止不用的要点`);
}

type CheckedPoint = CheckedFields<PointWording> & { row: number; categoryName: string; itemName: string; enabled: boolean };

async function checkRows(rows: readonly ImportRow<Field>[], problems: ImportProblems<Field>): Promise<CheckedPoint[]> {
  const checked: CheckedPoint[] = [];
  for await (const { row, values } of inTurns(rows)) {
    const { categoryName, itemName, state, basisArticle, basisEdition, ...texts } = values;
    if (categoryName.trim() === '') problems.add(row, 'categoryName', '必填项不能为空');
    if (!['', '启用', '停用'].includes(state.trim())) problems.add(row, 'state', '只能填写启用或停用');
    const wording = { ...texts, basisArticle: articleNumber(basisArticle) ?? basisArticle, basisEdition: basisEdition.trim() || undefined };
    const found = checkFields(pointWording, wording, (field, message) => problems.add(row, field, message));
    checked.push({ ...found, row, categoryName: categoryName.trim(), itemName: itemName.trim(), enabled: state.trim() !== '停用' });
  }
  return checked;
}

async function checkAgainstOthers(
  trx: Queryable,
  compNo: string,
  checked: readonly CheckedPoint[],
  problems: ImportProblems<Field>,
): Promise<OwnPoint[]> {
  const tree = await checkItemTree({ db: trx }, compNo);
  const keyOf = (itemId: string, content: string): string => `${itemId} ${content}`;
  const existing = new Set((await listContents(trx, compNo)).map((point) => keyOf(point.item_id, point.content)));
  const firstRowOf = new Map<string, number>();
  const editions = createEditionReader(trx);
  const points: OwnPoint[] = [];
  for (const point of checked) {
    const { row, fields } = point;
    await checkBasis(trx, editions, point, problems);
    if (point.categoryName === '') continue;
    const place = findPlace(tree, point.categoryName, point.itemName);
    if (typeof place === 'string') {
      problems.add(row, place, place === 'categoryName' ? '自查类别不存在，请与“类别与项目”中的名称一致' : '该类别下没有这个自查项目，请先新增');
      continue;
    }
    if (fields.content !== undefined) {
      const key = keyOf(place.itemId, fields.content);
      const firstRow = firstRowOf.get(key);
      if (existing.has(key)) problems.add(row, 'content', '该项目下已有相同的检查要点');
      else if (firstRow !== undefined) problems.add(row, 'content', `与第 ${firstRow} 行的检查要点重复`);
      else firstRowOf.set(key, row);
    }
    if (point.isRight) points.push({ ...place, wording: point.fields, enabled: point.enabled });
  }
  return points;
}

async function checkBasis(
  trx: Queryable,
  editions: EditionReader,
  { row, fields }: Pick<CheckedPoint, 'row' | 'fields'>,
  problems: ImportProblems<Field>,
): Promise<void> {
  const { basisLaw, basisEdition, basisArticle = 0 } = fields;
  // Without the version that a wrong one was meant to name, nothing can be said of its articles.
  if (basisLaw === undefined || !('basisEdition' in fields)) return;
  const edition = await editions.read({ basisLaw, basisEdition });
  if (edition === undefined && basisEdition !== undefined) problems.add(row, 'basisEdition', NO_EDITION);
  // A law that is there as a PDF alone has no articles that could be counted.
  if (edition !== undefined && edition.articleCount > 0 && basisArticle > edition.articleCount) {
    problems.warn(row, 'basisArticle', lacksArticleMessage(edition.articleCount));
  }
  const problem = await anchorProblem(trx, edition, { basisArticle, basisAnchor: fields.basisAnchor });
  if (problem !== undefined) problems.add(row, 'basisAnchor', problem);
}

/** @returns the column that names nothing, when one does */
function findPlace(tree: readonly CheckItem[], categoryName: string, itemName: string): { itemId: string; categoryId: string } | 'categoryName' | 'itemName' {
  const category = tree.find(({ name }) => name === categoryName);
  if (category === undefined) return 'categoryName';
  if (itemName === '') return { itemId: category.id, categoryId: category.id };
  const item = category.children.find(({ name }) => name === itemName);
  return item === undefined ? 'itemName' : { itemId: item.id, categoryId: category.id };
}

async function insertAll(trx: Queryable, context: ServerContext, caller: Caller, points: readonly OwnPoint[]): Promise<void> {
  const at = context.now();
  await insertOwnPoints(trx, context, caller.compNo, points, at);
  const contents = points.map(({ wording }) => ({ name: excerpt(wording.content) }));
  await recordNamed(trx, caller, { action: 'checkPoint.import', objectType: 'checkPoint', deed: '批量导入检查要点', unit: '个' }, contents, at);
}
