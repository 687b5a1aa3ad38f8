import { apiPaths, type CallName } from '#contract/api-paths.ts';
import { signIn } from '../../support/calls.ts';
import { type LoopProbe, loopProbe } from '../../support/loop-hold.ts';
import { type WorstBody, worstBodies } from '../../support/worst-bodies.ts';
import { startProduct } from '../processes.ts';
import { type Figure, inMilliseconds } from '../report.ts';
import { median } from '../sample.ts';
import { startBare } from './bare.ts';
import { databaseName, type Subject } from './subject.ts';

/** Calls that are told one by one. */
const LISTED = 12;

interface Hold {
  name: CallName;
  worst: WorstBody;
  status: number;
  productMs: number;
  bareMs: number;
}

/** The longest time that the loop is held by any body of each call; bare Fastify takes the worst of each call too. */
export async function measureWorstBodies({ database, company, isQuick }: Subject): Promise<Figure[]> {
  const [productProbe, bareProbe] = [await loopProbe(), await loopProbe()];
  const product = await startProduct({ ...database.env, ...productProbe.env }, 'server/main.ts', productProbe.nodeOptions);
  const bare = await startBare(database, {}, bareProbe);
  try {
    const token = await signIn(product.url, company.admin);
    const rounds = isQuick ? 1 : 3;
    const holds: Hold[] = [];
    for (const name of Object.keys(apiPaths) as CallName[]) {
      const { method, access } = apiPaths[name];
      if (method === 'GET') continue;
      let worst: Omit<Hold, 'bareMs'> | undefined;
      for (const body of worstBodies(name)) {
        const headers: Record<string, string> = { 'content-type': body.type, ...(access === 'open' ? {} : { accessToken: token }) };
        const { heldMs, status } = await holdOf(productProbe, rounds, `${product.url}${body.path}`, { method, headers, body: new Uint8Array(body.body) });
        if (worst === undefined || heldMs > worst.productMs) worst = { name, worst: body, status, productMs: heldMs };
      }
      if (worst === undefined) continue;
      const { type, body } = worst.worst;
      const { heldMs } = await holdOf(bareProbe, rounds, `${bare.url}/take`, { method: 'POST', headers: { 'content-type': type }, body: new Uint8Array(body) });
      holds.push({ ...worst, bareMs: heldMs });
    }
    const sorted = holds.toSorted((one, other) => other.productMs - one.productMs);
    const isOpen = ({ name }: Hold): boolean => apiPaths[name].access === 'open';
    const how = `Processor time of the server's thread between two turns of its loop at most, median of ${rounds} for each body. Bare: Fastify that reads the same body and answers.`;
    return [
      figureOf(`Loop held by the worst body of any of ${holds.length} calls (${databaseName[database.dialect]})`, 150, sorted, how),
      figureOf(`Loop held by the worst body of a call without a session (${databaseName[database.dialect]})`, 20, sorted.filter(isOpen), how),
    ];
  } finally {
    await bare.stop();
    await product.stop();
  }
}

async function holdOf(probe: LoopProbe, rounds: number, url: string, request: RequestInit): Promise<{ heldMs: number; status: number }> {
  const times: number[] = [];
  let status = 0;
  for (let round = 0; round < rounds; round += 1) {
    await probe.held();
    const response = await fetch(url, request);
    await response.arrayBuffer();
    ({ status } = response);
    times.push(await probe.held());
  }
  return { heldMs: median(times), status };
}

function figureOf(name: string, goalMs: number, sorted: readonly Hold[], how: string): Figure {
  const [first] = sorted;
  if (first === undefined) throw new Error('no call takes a body');
  const told = sorted
    .slice(0, LISTED)
    .map((hold) => `${hold.name}: ${inMilliseconds(hold.productMs)}, bare ${inMilliseconds(hold.bareMs)} (${hold.worst.what}, ${hold.worst.body.length.toLocaleString('en')} bytes, answered ${hold.status})`);
  return {
    name,
    measured: `${inMilliseconds(first.productMs)} (${first.name})`,
    goal: `≤ ${goalMs} ms`,
    isMet: first.productMs <= goalMs,
    limit: `bare ${inMilliseconds(first.bareMs)}`,
    how: [how, ...told].join('\n'),
  };
}
