/** The hospital of the fleet: real servers, each in its own process, departments with a task each, and people. */
import { randomUUID } from 'node:crypto';
import { hashPassword } from '../../server/modules/session/password-service.ts';
import { companies } from '../server/support/fixture.ts';
import { startTestServer } from '../server/support/server.ts';
import { addOwnPoints, issueTask } from '../server/support/task-fixture.ts';
import { serverProcess, type ServerProcess } from '../support/server-process.ts';

const PASSWORD = 'Fleet2026';
const ROWS_AT_ONCE = 100;

export interface World {
  servers: readonly ServerProcess[];
  password: string;
  pointIds: readonly string[];
  awayPointIds: readonly string[];
  departments: readonly { deptTaskId: string; awayTaskId: string; accounts: readonly string[] }[];
  stop: () => Promise<void>;
}

/** @param serverCount processes on one database */
export async function startWorld(size: { departments: number; peopleEach: number; points: number; awayPoints: number; serverCount: number }): Promise<World> {
  // It migrates and fills the database, listens nowhere, and removes all in the end.
  const setup = await startTestServer({ now: new Date() });
  const servers: ServerProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const server of servers) await server.kill();
    await setup.stop();
  };
  try {
    const { db } = setup.context;
    const at = new Date().toISOString();
    const depts = Array.from({ length: size.departments }, (_, index) => ({ id: randomUUID(), deptName: `科室${index + 1}`, index }));
    const hash = await hashPassword(PASSWORD);
    const people = depts.flatMap(({ id, index }) => Array.from({ length: size.peopleEach }, (_, person) => ({ deptId: id, account: `fleet${index + 1}x${person + 1}` })));
    const deptRows = depts.map(({ id, deptName, index }) => ({
      id,
      comp_no: companies.first.compNo,
      dept_name: deptName,
      leader: '',
      tel: '',
      extension: '',
      remark: '',
      sort: 100 + index,
      created_at: at,
    }));
    const employeeRows = people.map(({ deptId, account }) => ({
      id: randomUUID(),
      comp_no: companies.first.compNo,
      dept_id: deptId,
      account,
      account_key: account,
      employee_name: account,
      sex: '女',
      tel: '',
      email: '',
      id_card: '',
      role_id: 1,
      is_admin: 0,
      avator: '',
      enabled: 1,
      password_hash: hash,
      must_change_password: 0,
      last_sign_in_at: null,
      created_at: at,
      updated_at: at,
    }));
    await db.transaction().execute(async (trx) => {
      for (const rows of inParts(deptRows)) await trx.insertInto('dept').values(rows).execute();
      for (const rows of inParts(employeeRows)) await trx.insertInto('employee').values(rows).execute();
    });
    const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const added = (await addOwnPoints(setup.context, size.points + size.awayPoints)).map(({ id }) => id);
    const pointIds = added.slice(0, size.points);
    const awayPointIds = added.slice(size.points);
    const issue = async (ids: string[]) => (await issueTask(setup, { pointIds: ids, deptIds: depts.map(({ id }) => id), startDate: day(-2), endDate: day(20) })).deptTaskIds;
    const deptTaskIds = await issue(pointIds);
    const awayTaskIds = await issue(awayPointIds);
    for (let index = 0; index < size.serverCount; index += 1) {
      const server = await serverProcess({ dataDir: setup.dataDir, env: setup.databaseUrl === '' ? {} : { DATABASE_URL: setup.databaseUrl } });
      servers.push(server);
    }
    await Promise.all(servers.map((server) => server.start()));
    return {
      servers,
      password: PASSWORD,
      pointIds,
      awayPointIds,
      departments: depts.map(({ id }) => ({ deptTaskId: deptTaskIds[id] ?? '', awayTaskId: awayTaskIds[id] ?? '', accounts: people.filter(({ deptId }) => deptId === id).map(({ account }) => account) })),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function* inParts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE);
}
