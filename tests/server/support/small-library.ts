import type { CheckLibrary } from '../../../server/modules/check-points/check-library-service.ts';

type Points = NonNullable<CheckLibrary['items'][number]['children']>[number]['points'];

/** A library of the nation with a few points, all of them in 机构 / 安全. */
export const smallLibrary = (version: number, editions: CheckLibrary['editions'], points: Points): CheckLibrary => ({
  version,
  editions,
  items: [{ code: '01', name: '机构', children: [{ code: '0101', name: '安全', points }] }],
});
