import type { InstitutionPreview, InstitutionProfile } from '#contract/institution.ts';
import { type AppliesTo, whyNotAsked } from '#contract/institution-profile.ts';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { listConcerns, listConditions, replaceNotAsked } from './applicable-points-repository.ts';

/** Why a profile leaves out a point that is for whom `appliesTo` says; null where it does not. */
export const reasonOf = (appliesTo: string | null, profile: InstitutionProfile | null): string | null =>
  appliesTo === null ? null : whyNotAsked(JSON.parse(appliesTo) as AppliesTo, profile);

/** Switches off for new tasks what does not concern the company any more, and on what does; what it switched by hand stays. */
export const applyProfile = (trx: Queryable, dialect: Dialect, compNo: string, profile: InstitutionProfile): Promise<void> => applyProfiles(trx, dialect, [{ compNo, profile }]);

/** The same for many companies, after the library has changed. */
export async function applyProfiles(trx: Queryable, dialect: Dialect, companies: readonly { compNo: string; profile: InstitutionProfile }[]): Promise<void> {
  const conditions = await listConditions(trx);
  for (const { compNo, profile } of companies) {
    const notAsked = conditions.filter((point) => reasonOf(point.applies_to, profile) !== null);
    await replaceNotAsked(trx, dialect, compNo, notAsked.map((point) => point.id));
  }
}

/** What `applyProfile` would change. */
export async function previewProfile(db: Queryable, compNo: string, profile: InstitutionProfile): Promise<InstitutionPreview> {
  const points = (await listConcerns(db, compNo)).map((point) => {
    const reason = reasonOf(point.applies_to, profile);
    return { id: point.id, content: point.content, reason, wasOn: point.enabled === 1, isOn: point.switched === null ? reason === null : point.switched === 1 };
  });
  const toMoved = ({ id, content, reason }: (typeof points)[number]) => ({ id, content, reason });
  return {
    before: points.filter(({ wasOn }) => wasOn).length,
    after: points.filter(({ isOn }) => isOn).length,
    added: points.filter(({ wasOn, isOn }) => isOn && !wasOn).map(toMoved),
    removed: points.filter(({ wasOn, isOn }) => wasOn && !isOn).map(toMoved),
  };
}
