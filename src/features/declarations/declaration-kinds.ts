import { DECLARATION_TYPES, type DeclarationType, declarationType, DRAFTED_TYPES } from '#contract/declaration-type.ts';

/** What differs between the types of declarations. */
export interface DeclarationKind {
  selfDeclaredType: number;
  title: string;
  /** What to write, told above the text. */
  bodyHint: string;
  /** The server can write a first text from the year's records. */
  canDraft: boolean;
  /** Is signed by hand. */
  isSigned: boolean;
}

const bodyHints: Record<DeclarationType, string> = {
  [declarationType.yearPlan]: '写明全年自查的安排：检查内容、责任科室、责任人和完成时间',
  [declarationType.teachTrain]: '写明培训内容、时间、参加人员和考核情况，可附签到表和照片',
  [declarationType.riskEvaluation]: '写明本年度发现的风险、原因分析和风险等级',
  [declarationType.rectificationMeasures]: '写明整改事项、整改措施、责任人和完成时限',
  [declarationType.publicity]: '写明公示的内容、方式、地点和起止时间，可附公示照片',
  [declarationType.annualReview]: '写明全年自查、整改和培训的完成情况，存在的问题和下一年打算',
  [declarationType.letterCommitment]: '逐条核对承诺内容，可按本机构情况修改',
};

export const declarationKinds: readonly DeclarationKind[] = Object.values(declarationType).map((selfDeclaredType) => ({
  selfDeclaredType,
  title: DECLARATION_TYPES[selfDeclaredType],
  bodyHint: bodyHints[selfDeclaredType],
  canDraft: DRAFTED_TYPES.some((drafted) => drafted === selfDeclaredType),
  isSigned: selfDeclaredType === declarationType.letterCommitment,
}));

/** The kind of a list's or a document's address; undefined where the address names none. */
export function kindAt(pathname: string): DeclarationKind | undefined {
  const type = /^\/independent\/(?:independent\/)?(\d)(?:\/|$)/.exec(pathname)?.[1];
  return type === undefined ? undefined : declarationKinds[Number(type)];
}

/** What a new declaration is called until somebody calls it otherwise: 2026年度计划, 2026年教育培训. */
export const suggestTitle = ({ title }: DeclarationKind, year: string): string =>
  title.startsWith('年度') ? `${year}${title}` : `${year}年${title}`;
