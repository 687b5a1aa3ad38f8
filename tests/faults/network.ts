/** What each fault of the network does to the calls of a phone. */
import type { BrowserContext } from 'playwright-core';
import { code } from '#contract/codes.ts';
import type { Fate, FaultProxy, PassedCall } from '../support/fault-proxy.ts';
import { FOREIGN } from '../support/foreign-answers.ts';
import type { ServerProcess } from '../support/server-process.ts';
import type { NetworkFault } from './plan.ts';

const isWrite = ({ path }: PassedCall): boolean => /\/(saveAnswers|saveCompanySelfCorrectInfo|submit|upload\/)/.test(path);
/** Documents, scripts and styles of a page name what they are for. */
/** The page's own question whether the server is there looks the same, and is answered: else nobody could sign in but by unlocking. */
const isWorkerFetch = (call: PassedCall): boolean =>
  !isApi(call) && !call.path.endsWith('/healthz') && call.method === 'GET' && call.headers['sec-fetch-dest'] === 'empty';
const isApi = ({ path }: PassedCall): boolean => path.includes('/api/');
const HELD_MS = 2500;

const page = (title: string): string => `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
const html = 'text/html; charset=utf-8';
const answers = {
  error500: { status: 500, body: { code: code.internal, message: '服务器内部错误' } },
  badGateway: { status: 502, body: page('502 Bad Gateway'), type: html },
  tooMany: { status: 429, body: { code: code.tooManyAttempts, message: '操作过于频繁，请稍后再试' } },
  portal: FOREIGN.page,
} satisfies Partial<Record<NetworkFault, Fate>>;

export interface Network {
  /** How often each fault has struck a call so far. */
  struck: ReadonlyMap<NetworkFault, number>;
  begin: (fault: NetworkFault, length: number, context: BrowserContext) => Promise<void>;
  /** The same fault for a browser that was started meanwhile. */
  follow: (context: BrowserContext) => Promise<void>;
  /** Resolves when the fault has struck, or does not seem to. */
  waitUntilStruck: (limitMs: number) => Promise<void>;
  /** @param context of the browser that runs, if one does */
  heal: (context: BrowserContext | undefined) => Promise<void>;
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export function createNetwork(proxy: FaultProxy, server: ServerProcess): Network {
  const struck = new Map<NetworkFault, number>();
  let current: NetworkFault | undefined;
  let strikes = 0;
  /** Saves of this round and the one before, to come once more. */
  let toReplay: PassedCall[] = [];
  let replayNext: PassedCall[] = [];
  let passNext: (() => void) | undefined;

  const strike = (fault: NetworkFault, fate: Fate): Fate => {
    strikes += 1;
    struck.set(fault, (struck.get(fault) ?? 0) + 1);
    return fate;
  };

  const decide = async (fault: NetworkFault, call: PassedCall, length: number): Promise<Fate> => {
    switch (fault) {
      case 'badGateway':
      case 'portal':
        return strike(fault, answers[fault]);
      case 'silent':
        return strike(fault, 'silent');
      case 'error500':
      case 'tooMany':
        return isApi(call) ? strike(fault, answers[fault]) : 'pass';
      case 'offline':
      case 'refused':
        return 'pass';
      case 'foreignInstall':
        return isWorkerFetch(call) ? strike(fault, answers.portal) : 'pass';
      default:
    }
    if (!isWrite(call)) return 'pass';
    strike(fault, 'pass');
    switch (fault) {
      case 'delay':
        await wait(length * HELD_MS);
        return 'pass';
      case 'reorder':
        passNext?.();
        await Promise.race([new Promise<void>((resolve) => (passNext = resolve)), wait(HELD_MS)]);
        return 'pass';
      case 'replay':
        replayNext.push(call);
        return 'pass';
      default:
        return fault;
    }
  };

  return {
    struck,
    begin: async (fault, length, context) => {
      current = fault;
      strikes = 0;
      proxy.decide = (call) => decide(fault, call, length);
      if (fault === 'offline') await context.setOffline(true);
      if (fault === 'refused') await server.stop();
      if (fault === 'offline' || fault === 'refused') strike(fault, 'pass');
    },
    follow: async (context) => {
      if (current === 'offline') await context.setOffline(true);
    },
    waitUntilStruck: async (limitMs) => {
      const end = Date.now() + limitMs;
      while (strikes === 0 && Date.now() < end) await wait(20);
    },
    heal: async (context) => {
      current = undefined;
      proxy.decide = () => 'pass';
      passNext?.();
      proxy.hangUp();
      await server.start();
      await context?.setOffline(false);
      for (const call of toReplay) await proxy.replay(call);
      toReplay = replayNext;
      replayNext = [];
    },
  };
}
