import { createDiskRows } from './database.ts';

/** The rows of this phone, beside those of each account; what is in them says phone-rows.ts. */
export const phoneRows = createDiskRows('session', () => undefined);
