/** The types of declarations, by their `selfDeclaredType`. */
export const declarationType = {
  yearPlan: 0,
  teachTrain: 1,
  riskEvaluation: 2,
  rectificationMeasures: 3,
  publicity: 4,
  annualReview: 5,
  letterCommitment: 6,
} as const;
export type DeclarationType = (typeof declarationType)[keyof typeof declarationType];

/** What they are called, in the order of their numbers. */
export const DECLARATION_TYPES = ['年度计划', '教育培训', '风险评估', '整改措施', '定期公示', '年度总结', '承诺书'] as const;

/** Published inside the institution: of any department, and of the institution alone. */
export const PUBLISHED_TYPES: readonly number[] = [declarationType.publicity];
export const PUBLISHED_OF_INSTITUTION: readonly number[] = [declarationType.yearPlan, declarationType.annualReview, declarationType.letterCommitment];

/** Of these the server writes a first text from the year's records. */
export const DRAFTED_TYPES = [declarationType.rectificationMeasures, declarationType.publicity, declarationType.annualReview] as const;
