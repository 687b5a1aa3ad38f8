import type { Queryable } from '../../context.ts';
import { readSetting, writeSetting } from '../../database/settings.ts';

const TOLD = 'rewordingsTold';

/** Of which library every company has been told; undefined for none. */
export const readTold = (db: Queryable): Promise<string | undefined> => readSetting(db, TOLD);

export const writeTold = (db: Queryable, value: string): Promise<void> => writeSetting(db, TOLD, value);
