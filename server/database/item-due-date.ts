import { sql } from 'kysely';

/** 整改期限 of an item `i` of the self-correction `c`, for whichever module reads them. */
export const itemDueDate = sql<string>`coalesce(i.due_date, c.due_date)`;
