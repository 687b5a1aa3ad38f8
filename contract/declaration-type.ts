/** What the types of declarations are called, from `selfDeclaredType` 0 to 6. */
export const DECLARATION_TYPES = ['年度计划', '教育培训', '风险评估', '整改措施', '定期公示', '年度总结', '承诺书'] as const;
