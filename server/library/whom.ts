/** Whom check points of several categories are for. */
import type { AppliesTo } from '#contract/institution-profile.ts';

/** Not a clinic that practises by filing. */
export const LICENSED: AppliesTo = { practice: 'licence' };

export const HOSPITALS: AppliesTo = { groups: ['hospital', 'maternalChild'] };

/** Too large for one person to look after everything. */
export const MULTI_DEPARTMENT: AppliesTo = { groups: ['hospital', 'maternalChild', 'communityHealth', 'townshipHealth', 'sanatorium', 'emergency', 'diseaseControl', 'nursing', 'independent'] };

export const INPATIENT: AppliesTo = { minBeds: 1 };

/** All but clinics, medical rooms and village clinics, of whom the law asks neither committees nor departments nor plans. */
export const BEYOND_CLINICS: AppliesTo = { groups: ['hospital', 'maternalChild', 'communityHealth', 'townshipHealth', 'sanatorium', 'outpatient', 'emergency', 'laboratory', 'diseaseControl', 'nursing', 'independent', 'other'] };
