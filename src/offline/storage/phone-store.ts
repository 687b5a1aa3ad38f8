import { createDiskRows } from './database.ts';
import { createKnownRows } from './known-rows.ts';

const known = createKnownRows();

/** The rows of this phone, beside those of each account; what is in them says phone-rows.ts. */
export const phoneRows = createDiskRows('session', {
  onChange: () => undefined,
  onSeen: known.note,
  onReopened: async (rows, isNew) => {
    if (isNew) await known.putBack(rows);
    return () => undefined;
  },
});
