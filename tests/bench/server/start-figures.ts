import { insertCompany } from '../data/company.ts';
import { withDatabase } from '../data/database.ts';
import { type NodeProcess, startProduct } from '../processes.ts';
import { type Figure, inMiB, inSeconds, type Report } from '../report.ts';
import { median } from '../sample.ts';
import { startBare } from './bare.ts';

const REST_MS = 10_000;

/** How soon a server answers after its start, and what it occupies when it has nothing to do. */
export async function measureStart(report: Report, isQuick: boolean): Promise<void> {
  report.heading('Start of the server', 'NODE_ENV=production on SQLite, a migrated database with one company.');
  await report.take('Start of the server', () =>
    withDatabase('sqlite', async (database): Promise<Figure[]> => {
      await database.fill((context) => insertCompany(context, '900001', 10));
      const runs = isQuick ? 1 : 3;
      const start = () => startProduct(database.env, 'scripts/start.mjs');
      // The first start may keep what later ones profit from.
      await (await start()).stop();
      const product: Started[] = [];
      const bare: Started[] = [];
      for (let run = 0; run < runs; run += 1) {
        product.push(await startAndRest(start));
        bare.push(await startAndRest(() => startBare(database)));
      }
      const ready = median(product.map((started) => started.readyMs));
      const memory = median(product.map((started) => started.memory));
      return [
        {
          name: 'Ready after start',
          measured: inSeconds(ready),
          goal: '≤ 1.50 s',
          isMet: ready <= 1500,
          limit: `bare ${inSeconds(median(bare.map((started) => started.readyMs)))}`,
          how: `What npm start runs, with nothing left to install or to build: from the start of the process to the first 200 of /healthz, median of ${runs}. Bare: Fastify with better-sqlite3, until it answers with a row.`,
        },
        {
          name: 'Memory at rest',
          measured: inMiB(memory),
          goal: '≤ 120 MiB',
          isMet: memory <= 120 * 1024 * 1024,
          limit: `bare ${inMiB(median(bare.map((started) => started.memory)))}`,
          how: `Resident memory ${REST_MS / 1000} s later, median of ${runs}.`,
        },
      ];
    }),
  );
}

interface Started {
  readyMs: number;
  memory: number;
}

async function startAndRest(start: () => Promise<NodeProcess>): Promise<Started> {
  const server = await start();
  try {
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    return { readyMs: server.readyMs, memory: await server.memory() };
  } finally {
    await server.stop();
  }
}
