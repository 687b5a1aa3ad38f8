import type { Network, PageRequest, PageResponse } from './stand-in-browser.ts';

/** What becomes of a call on its way; `lost` before the server, `answerLost` after it, `twice` at the same time. */
export const FATES = ['pass', 'lost', 'answerLost', 'twice', 'slow', 'badGateway', 'busy', 'error'] as const;
export type Fate = (typeof FATES)[number];

const SHARES: Record<Fate, number> = { pass: 48, lost: 13, answerLost: 13, twice: 10, slow: 5, badGateway: 4, busy: 4, error: 3 };
const SLOW_MS = 400;

const json = [['content-type', 'application/json; charset=utf-8']] satisfies PageResponse['headers'];
const answered: Partial<Record<Fate, PageResponse>> = {
  badGateway: { status: 502, headers: [['content-type', 'text/html']], text: '<h1>502 Bad Gateway</h1>' },
  busy: { status: 503, headers: json, text: JSON.stringify({ code: 5003, message: '服务暂不可用' }) },
  error: { status: 500, headers: json, text: JSON.stringify({ code: 5000, message: '服务器内部错误' }) },
};

export interface FaultyNetwork {
  /** The line of one phone; `isCut` says that it has no signal. */
  lineOf: (random: () => number, isCut: () => boolean) => Network;
  /** False: every call of a phone with a signal reaches a server, and its answer the phone. */
  isFaulty: boolean;
  /** How often each thing has happened to a call. */
  counts: Record<Fate | 'cut' | 'refused', number>;
  /** Calls that changed something and reached a server. */
  written: number;
}

/** Between the phones and the servers, each of which may get any call. */
export function createNetwork(urls: readonly string[]): FaultyNetwork {
  const drawFate = (random: () => number): Fate => {
    let left = random() * 100;
    return FATES.find((fate) => (left -= SHARES[fate]) < 0) ?? 'pass';
  };

  const reach = async (url: string, { method, path, headers, body }: PageRequest): Promise<PageResponse> => {
    const response = await fetch(new URL(path, url), { method, headers, ...(method === 'GET' ? {} : { body }) });
    const text = await response.text();
    if (method === 'POST') network.written += 1;
    return { status: response.status, headers: [...response.headers], text };
  };

  const network: FaultyNetwork = {
    isFaulty: false,
    counts: { ...(Object.fromEntries(FATES.map((fate) => [fate, 0])) as Record<Fate, number>), cut: 0, refused: 0 },
    written: 0,
    lineOf: (random, isCut) => async (request) => {
      const fail = (what: 'cut' | 'refused' | Fate): never => {
        network.counts[what] += 1;
        throw new TypeError('nobody answers');
      };
      if (isCut()) return fail('cut');
      const url = urls[Math.floor(random() * urls.length)] ?? '';
      const fate = network.isFaulty ? drawFate(random) : 'pass';
      if (fate === 'lost') return fail(fate);
      const said = answered[fate];
      if (said) {
        network.counts[fate] += 1;
        return said;
      }
      if (fate === 'slow') await new Promise((resolve) => setTimeout(resolve, random() * SLOW_MS));
      let answer: PageResponse;
      try {
        const first = reach(url, request);
        answer = fate === 'twice' ? (await Promise.all([first, reach(url, request)]))[1] : await first;
      } catch {
        return fail('refused');
      }
      if (fate === 'answerLost' || isCut()) return fail(fate === 'answerLost' ? fate : 'cut');
      network.counts[fate] += 1;
      return answer;
    },
  };
  return network;
}
