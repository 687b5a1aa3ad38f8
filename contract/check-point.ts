import { z } from 'zod';
import { DEPARTMENT_KINDS } from './department-kind.ts';
import { pageQuery } from './envelope.ts';
import { day, id, optionalFilter, optionalText, requiredText, textRead, wholeNumber } from './fields.ts';
import { BASIS_ANCHOR_MAX, BASIS_GIST_MAX, BASIS_LAW_MAX, ITEM_NAME_MAX, POINT_TEXT_MAX, POINTS_PER_SWITCH } from './limits.ts';
import { plainName } from './rules.ts';

/** Where in the law a check point has its ground. */
export const basis = z.object({
  law: z.string(),
  /** 0 where the ground is the whole text: a company's own rule often has no articles. */
  article: z.number(),
  /** In our own words what the article asks. */
  gist: z.string(),
  /** Publication day of the law's version that the article's number follows; null or absent where nobody said. */
  edition: z.string().nullable().optional(),
  /** Words that stand in that article: they find it in another edition. */
  anchor: z.string().optional(),
});
export type Basis = z.infer<typeof basis>;

/** `key` (☆) weighs heavily in official tables; `veto` (★) makes the result 重点 whatever the score. */
export const pointMark = z.enum(['key', 'veto']);
export type PointMark = z.infer<typeof pointMark>;

/** What a point says: what to look at, how, on which ground, and what is expected. Issued tasks keep theirs. */
export const wordedPoint = z.object({
  content: z.string(),
  method: z.string(),
  basis,
  expected: z.string(),
  /** More grounds of the same point. */
  furtherBases: z.array(basis).optional(),
  /** 法律责任: what breaking it costs. */
  liability: basis.optional(),
  /** In the score; 1 where absent. */
  weight: z.number().optional(),
  mark: pointMark.optional(),
});
export type WordedPoint = z.infer<typeof wordedPoint>;
/** What a point stands on, and what its mark says of it. */
export type Grounds = Pick<WordedPoint, 'basis' | 'furtherBases' | 'liability' | 'mark'>;

/** A leaf of the item tree. */
export const checkPoint = wordedPoint.extend({
  id: z.string(),
  itemId: z.string(),
  /** The departments that can answer; absent where all are asked. */
  kinds: z.array(z.enum(DEPARTMENT_KINDS)).optional(),
  /** False for a point that the company added. */
  isNational: z.boolean(),
  /** Switched off or retired points are not offered when a task is issued. */
  enabled: z.boolean(),
  /** What the institution's profile says against it, where it is off for that; null or absent where it is not. */
  whyOff: z.string().nullable().optional(),
  /** Out of use, until the company takes it back. */
  isRetired: z.boolean(),
  /** Of the wording; who changes it says which one was read. */
  version: z.string(),
});
export type CheckPoint = z.infer<typeof checkPoint>;

export const levelOneItem = z.object({
  id: z.string(),
  name: z.string(),
  /** Enabled points of the whole branch. */
  pointCount: z.number(),
  /** The same with those that are switched off. */
  totalCount: z.number(),
  /** False for an item that the company added. */
  isNational: z.boolean(),
});
export type LevelOneItem = z.infer<typeof levelOneItem>;

/** Two levels: categories of the regulation, and items below them. */
export const checkItem = levelOneItem.extend({ children: z.array(levelOneItem) });
export type CheckItem = z.infer<typeof checkItem>;

/** `current` is what is not retired, switched on or off. */
export const pointState = z.enum(['enabled', 'disabled', 'current', 'retired'], '要点状态不正确');
export type PointState = z.infer<typeof pointState>;
export const pointSource = z.enum(['national', 'own'], '要点来源不正确');
export type PointSource = z.infer<typeof pointSource>;
/** What has become of the law that a basis cites, where it holds no more. */
export const basisState = z.enum(['amended', 'repealed'], '依据状态不正确');
export type BasisState = z.infer<typeof basisState>;

export const pointQuery = pageQuery.extend({
  /** An item of either level. */
  itemId: optionalFilter(id),
  keyword: optionalText(50),
  state: pointState.default('enabled'),
  source: optionalFilter(pointSource),
  basisState: optionalFilter(basisState),
});

export const pointWording = z.object({
  content: requiredText(POINT_TEXT_MAX),
  method: optionalText(POINT_TEXT_MAX),
  basisLaw: requiredText(BASIS_LAW_MAX),
  basisArticle: wholeNumber(0, 9999, { type: '条号应为正整数', min: '条号应为正整数', max: '条号最大 9999' }).default(0),
  basisGist: optionalText(BASIS_GIST_MAX),
  /** The version of the law that was looked at; absent where it stays, or where the one in force is meant. */
  basisEdition: day.optional(),
  /** Words of the article; absent where they stay, as long as law and article do. */
  basisAnchor: optionalText(BASIS_ANCHOR_MAX).unwrap().optional(),
  expected: requiredText(POINT_TEXT_MAX),
});
export type PointWording = z.output<typeof pointWording>;

/** Below an item of either level. */
export const newPoint = pointWording.extend({ itemId: id });
export type NewPoint = z.input<typeof newPoint>;
/** Another item has to be of the same category; without one the point stays where it is. */
export const changedPoint = pointWording.extend({ id, version: id, itemId: id.optional() });

export const chosenPoints = z.object({
  ids: z.array(id, '请选择检查要点').min(1, '请选择检查要点').max(POINTS_PER_SWITCH, `一次最多 ${POINTS_PER_SWITCH} 个要点`),
});
export const switchedPoints = chosenPoints.extend({
  enabled: wholeNumber(0, 1, '只能为启用或停用'),
});

export const newItem = z.object({ parentId: id, itemName: requiredText(ITEM_NAME_MAX, plainName) });
/** `read` has the name that the form began with: another that somebody has given since is not replaced without a word. */
export const renamedItem = z.object({ id, itemName: requiredText(ITEM_NAME_MAX, plainName), read: z.object({ itemName: textRead }).optional() });
