import { describe, expect, it } from 'vitest';
import type { InstitutionProfile } from '#contract/institution.ts';
import { type InstitutionValues, layOver, startOf } from '@/features/institution/institution-form.ts';
import { profile } from './known-profile.ts';

const valuesOf = (changes: Partial<InstitutionProfile> = {}): InstitutionValues => startOf({ compName: '示例医院', siteTitle: '', profile: { ...profile, ...changes }, revision: 1 });
const lay = (mine: Partial<InstitutionProfile>, theirs: Partial<InstitutionProfile>) => layOver({ ...valuesOf(mine), start: valuesOf() }, valuesOf(theirs));

describe('what is filled in, over what somebody else saved meanwhile', () => {
  it('has of a list of ticks what each of both changed, and contradicts nothing', () => {
    const { choice, both } = lay({ services: ['healthCheck', 'dialysis'], subjects: ['03'] }, { services: ['canteen'], subjects: ['03', '04', '05'] });
    expect(choice.services).toEqual(new Set(['dialysis']));
    expect(choice.subjects).toEqual(new Set(['03', '05']));
    expect(both).toEqual([]);
  });

  it('has what only one of both changed', () => {
    const { fields, choice, both } = lay({ address: '3 号' }, { principal: '钱一', services: [] });
    expect(fields).toMatchObject({ address: '3 号', principal: '钱一' });
    expect(choice.services).toEqual(new Set());
    expect(both).toEqual([]);
  });

  it('is said to contradict with what they chose', () => {
    const { fields, choice, both } = lay(
      { address: '3 号', level: 3, grade: '乙', complianceStaff: [] },
      { address: '', level: 1, grade: '', complianceStaff: [{ name: '甲', isFullTime: true }, { name: '乙', isFullTime: false }] },
    );
    expect(fields.address).toBe('3 号');
    expect(choice).toMatchObject({ level: 3, grade: '乙', complianceStaff: [] });
    expect(both).toEqual(['地址（对方填写：空）', '级别（对方填写：一级）', '等次（对方填写：未定等）', '依法执业管理人员（对方填写：甲 专职、乙 兼职）']);
  });
});
