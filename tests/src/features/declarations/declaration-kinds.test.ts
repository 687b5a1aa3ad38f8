import { describe, expect, it } from 'vitest';
import { declarationKinds, kindAt, suggestTitle } from '@/features/declarations/declaration-kinds.ts';

describe('kinds of declarations', () => {
  it('are found by the address of their list and of their documents', () => {
    expect(declarationKinds.map((kind) => kindAt(`/independent/independent/${kind.selfDeclaredType}`))).toEqual(declarationKinds);
    expect(kindAt('/independent/3/0197-abc')).toBe(declarationKinds[3]);
    for (const path of ['/independent/independent/7', '/independent/independent/10', '/independent/independent', '/law/index']) expect(kindAt(path), path).toBeUndefined();
  });

  it('have a text to begin with where the specification of the server has one, and one signature', () => {
    expect(declarationKinds.filter(({ canDraft }) => canDraft).map(({ title }) => title)).toEqual(['整改措施', '定期公示', '年度总结']);
    expect(declarationKinds.filter(({ isSigned }) => isSigned).map(({ title }) => title)).toEqual(['承诺书']);
  });

  it('suggest a title that reads well', () => {
    expect(declarationKinds.map((kind) => suggestTitle(kind, '2026'))).toEqual([
      '2026年度计划',
      '2026年教育培训',
      '2026年风险评估',
      '2026年整改措施',
      '2026年定期公示',
      '2026年度总结',
      '2026年承诺书',
    ]);
  });
});
