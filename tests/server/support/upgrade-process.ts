/** Opens a database as a server of the next release would, and tells which migrations it ran. */
import { type Kysely, sql } from 'kysely';
import { connect } from '../../../server/database/connect.ts';
import { migrate, migrationsFor } from '../../../server/database/migrate.ts';

const [dataDir = '', databaseUrl = ''] = process.argv.slice(2);
const database = connect({ dataDir, databaseUrl });
try {
  const nextRelease = {
    ...migrationsFor(database.dialect),
    '9999-next': {
      up: async (db: Kysely<unknown>) => {
        await db.schema.alterTable('answer').addColumn('length_of_remark', 'integer').execute();
        await sql`update answer set length_of_remark = length(remark)`.execute(db);
        await sql`alter table employee rename column avator to portrait`.execute(db);
      },
    },
  };
  console.log(JSON.stringify(await migrate(database.db, database.dialect, database.sqliteFile, nextRelease)));
} finally {
  await database.close();
}
