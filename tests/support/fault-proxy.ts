import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface PassedCall {
  method: string;
  path: string;
  /** The path with its query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * - `pass`: reaches the server. `cutBefore`: lost before it. `cutAfter`: the server did it, the answer is lost.
 * - `cutMidway`: as `cutAfter`, but half of the answer arrives.
 * - `twice`: the server gets it two times at once; the second answer arrives.
 * - `silent`: nobody answers, until `hangUp`. `silentAfter`: the same, after the server did it.
 * - An object: answered on the way, and the server never sees it.
 */
export type Fate = 'pass' | 'cutBefore' | 'cutAfter' | 'cutMidway' | 'twice' | 'silent' | 'silentAfter' | { status: number; body: unknown; type?: string; headers?: Record<string, string> };

export interface FaultProxy {
  url: string;
  /** Decides on each call; may wait. Everything passes until it is set. */
  decide: (call: PassedCall) => Fate | Promise<Fate>;
  /** Every call that came, in order. */
  calls: PassedCall[];
  /** Sends a call to the server once more, and to nobody what it answers. Never rejects. */
  replay: (call: PassedCall) => Promise<void>;
  /** Ends the lines on which nobody answers. */
  hangUp: () => void;
  close: () => Promise<void>;
}

interface WholeAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Stands between a page and the real server, and does what networks and broken servers do. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const silent = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => incoming.socket.destroy());
  });

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const url = incoming.url ?? '';
    const call = { method: incoming.method ?? '', path: url.split('?', 1)[0] ?? '', url, headers: incoming.headers, body: Buffer.concat(chunks) };
    proxy.calls.push(call);
    const fate = await proxy.decide(call);
    if (fate === 'silent') return void silent.add(incoming.socket);
    if (fate === 'cutBefore') return void incoming.socket.destroy();
    if (typeof fate === 'object') {
      const text = typeof fate.body === 'string' ? fate.body : JSON.stringify(fate.body);
      outgoing.writeHead(fate.status, { 'content-type': fate.type ?? 'application/json; charset=utf-8', ...fate.headers });
      return void outgoing.end(text);
    }
    const first = forward(call, targetPort);
    const answer = fate === 'twice' ? (await Promise.all([first, forward(call, targetPort)]))[1] : await first;
    if (fate === 'silentAfter') return void silent.add(incoming.socket);
    if (fate === 'cutAfter') return void incoming.socket.destroy();
    const { 'transfer-encoding': _chunked, connection: _connection, ...headers } = answer.headers;
    outgoing.writeHead(answer.status, { ...headers, 'content-length': answer.body.length });
    if (fate !== 'cutMidway') return void outgoing.end(answer.body);
    outgoing.write(answer.body.subarray(0, answer.body.length / 2), () => incoming.socket.destroy());
  };

  const hangUp = () => {
    for (const socket of silent) socket.destroy();
    silent.clear();
  };
  const proxy: FaultProxy = {
    url: '',
    decide: () => 'pass',
    calls: [],
    replay: async (call) => void (await forward(call, targetPort).catch(() => undefined)),
    hangUp,
    close: async () => {
      hangUp();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

function forward({ method, url, headers, body }: PassedCall, port: number): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(parts) }));
      answer.on('error', reject);
    });
    onward.on('error', reject);
    onward.end(body);
  });
}
