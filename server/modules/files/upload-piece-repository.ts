import type { Queryable } from '../../context.ts';

/** Numbers of the pieces that came since an instant, in order. */
export async function listPieces(db: Queryable, employeeId: string, sha256: string, since: string): Promise<number[]> {
  const rows = await db
    .selectFrom('upload_piece')
    .select('seq')
    .where('employee_id', '=', employeeId)
    .where('sha256', '=', sha256)
    .where('received_at', '>=', since)
    .orderBy('seq')
    .execute();
  return rows.map(({ seq }) => seq);
}

/** A piece that comes again replaces the one before. */
export async function putPiece(
  db: Queryable,
  piece: { employeeId: string; sha256: string; seq: number; content: Uint8Array; receivedAt: string },
): Promise<void> {
  const { employeeId, sha256, seq, content, receivedAt } = piece;
  await db
    .insertInto('upload_piece')
    .values({ employee_id: employeeId, sha256, seq, content: Buffer.from(content), received_at: receivedAt })
    .onConflict((conflict) => conflict.columns(['employee_id', 'sha256', 'seq']).doUpdateSet({ content: Buffer.from(content), received_at: receivedAt }))
    .execute();
}

export async function readPieces(db: Queryable, employeeId: string, sha256: string): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom('upload_piece')
    .select('content')
    .where('employee_id', '=', employeeId)
    .where('sha256', '=', sha256)
    .orderBy('seq')
    .execute();
  return rows.map(({ content }) => content);
}

export async function deletePieces(db: Queryable, employeeId: string, sha256: string): Promise<void> {
  await db.deleteFrom('upload_piece').where('employee_id', '=', employeeId).where('sha256', '=', sha256).execute();
}

/** Of everybody: what nobody went on with. */
export async function deletePiecesBefore(db: Queryable, instant: string): Promise<void> {
  await db.deleteFrom('upload_piece').where('received_at', '<', instant).execute();
}

/** Files that the person began since an instant and did not finish, but for the one named. */
export async function countOtherUploads(db: Queryable, employeeId: string, sha256: string, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('upload_piece')
    .select((eb) => eb.fn.count<number>('sha256').distinct().as('count'))
    .where('employee_id', '=', employeeId)
    .where('sha256', '!=', sha256)
    .where('received_at', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
}
