/** What captive portals, firewalls and proxies answer, with status 200, in place of what was asked for. */
import type { Fate, FaultProxy, PassedCall } from './fault-proxy.ts';

const page = '<!doctype html><html><head><title>欢迎使用免费上网</title></head><body><h1>欢迎使用免费上网</h1></body></html>';
/** As those answers often are: what the browser remembers would outlive what stood in the way. */
const headers = { 'cache-control': 'public, max-age=86400' };

export const FOREIGN = {
  page: { status: 200, type: 'text/html; charset=utf-8', headers, body: page },
  /** What keeps to the type that was asked for, as a firewall does that looks at the name of a file alone. */
  script: { status: 200, type: 'text/javascript; charset=utf-8', headers, body: page },
  bytes: { status: 200, type: 'application/octet-stream', headers, body: page },
} satisfies Record<string, Fate>;

/** Whether the service worker asks for a file of the app by itself, as while it is installed, and not the page. */
export const isAskedByWorker = ({ path, headers: asked }: PassedCall): boolean => !path.includes('/api/') && asked['sec-fetch-dest'] === 'empty';

/**
 * Until `proxy.decide` is set again, whatever is meant is answered on the way.
 * @returns the paths that were struck so far
 */
export function answerForeign(proxy: FaultProxy, isMeant: (call: PassedCall) => boolean, answer: Fate = FOREIGN.page): string[] {
  const struck: string[] = [];
  proxy.decide = (call) => {
    if (!isMeant(call)) return 'pass';
    struck.push(call.path);
    return answer;
  };
  return struck;
}
