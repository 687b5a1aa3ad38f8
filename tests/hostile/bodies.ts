import { apiPaths, type CallName } from '#contract/api-paths.ts';
import { type WorstBody, worstBodies } from '../support/worst-bodies.ts';
import type { HostileSite } from './site.ts';
import type { Attack } from './tools.ts';

interface Limits {
  /** How long the loop may be held. */
  heldMs: number;
  /** So many are sent at once. */
  atOnce: number;
}
const stranger: Limits = { heldMs: 20, atOnce: 5 };
const person: Limits = { heldMs: 150, atOnce: 1 };
/** Compiled code and connections are kept; what came in is not. */
const KEPT_LIMIT_BYTES = 24 * 1024 * 1024;
/** A garbage collection that was due is nobody's body: what held the loop too long is sent again. */
const TRIES = 3;

interface Target {
  name: string;
  method: string;
  body: WorstBody;
  token?: string;
}

const writing = (Object.keys(apiPaths) as CallName[]).filter((name) => apiPaths[name].method !== 'GET');
const open = writing.filter((name) => apiPaths[name].access === 'open');

/** The worst bodies of a call, and 4 MiB of everything else that the server knows. */
const targetsOf = (name: CallName, token?: string): Target[] =>
  worstBodies(name).map((body) => ({ name, method: apiPaths[name].method, body, ...(token === undefined ? {} : { token }) }));

/** What is no call at all gets the bodies of one. */
const nowhere = (path: string): Target[] => worstBodies('login').map((body) => ({ name: path, method: 'POST', body: { ...body, path } }));

async function send(site: HostileSite, { method, body: { type, body, path }, token }: Target): Promise<number> {
  const headers: Record<string, string> = { 'content-type': type, ...(token === undefined ? {} : { accessToken: token }) };
  const response = await fetch(site.serverUrl + path, { method, headers, body: new Uint8Array(body) });
  await response.arrayBuffer();
  return response.status;
}

/** Sends each body some times at once. @returns those that held the loop too long, or were answered with a failure */
async function attack(site: HostileSite, targets: readonly Target[], limits: Limits): Promise<string[]> {
  const findings: string[] = [];
  for (const target of targets) {
    const about = `${target.name}, ${target.body.what}`;
    let heldMs = Infinity;
    for (let attempt = 0; attempt < TRIES && heldMs > limits.heldMs; attempt += 1) {
      await site.loop.held();
      const statuses = await Promise.all(Array.from({ length: limits.atOnce }, () => send(site, target)));
      heldMs = Math.min(heldMs, await site.loop.held());
      const failed = statuses.find((status) => status >= 500);
      if (failed !== undefined) findings.push(`${about}: answered with ${failed}`);
    }
    if (heldMs > limits.heldMs) findings.push(`${about}: the loop was held for ${heldMs.toFixed(0)} ms`);
  }
  return findings;
}

/** The same, and once more, to see what stays in memory of what has been sent before. */
const attackOf = (name: string, limits: Limits, targets: (site: HostileSite) => Target[]): Attack => ({
  name,
  run: async (site) => {
    const all = targets(site);
    const findings = await attack(site, all, limits);
    const before = await site.loop.kept();
    for (const target of all) await send(site, target);
    const kept = (await site.loop.kept()) - before;
    return kept > KEPT_LIMIT_BYTES ? [...findings, `${(kept / 1024 / 1024).toFixed(0)} MiB stay in memory`] : findings;
  },
});

export const bodyAttacks: Attack[] = [
  attackOf('bodies of strangers', stranger, () => [...open.flatMap((name) => targetsOf(name)), ...nowhere('/api/nowhere'), ...nowhere('/')]),
  // They are refused before any of it is read: one of each is enough.
  attackOf('bodies of calls that strangers may not use', stranger, () => writing.filter((name) => !open.includes(name)).flatMap((name) => targetsOf(name).slice(0, 1))),
  attackOf('bodies of an administrator', person, ({ adminToken }) => writing.flatMap((name) => targetsOf(name, open.includes(name) ? undefined : adminToken))),
];
