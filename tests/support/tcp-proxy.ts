import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** `cut`: lines break and none is accepted. `silent`: lines stay, and nothing passes; what was sent passes afterwards. */
export type LineState = 'pass' | 'cut' | 'silent';

export interface TcpProxy {
  port: number;
  set: (state: LineState) => void;
  /** Delays what passes in either direction. */
  slowDown: (ms: number) => void;
  close: () => Promise<void>;
}

/** Stands before a server of whatever kind, and does to its lines what networks do. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let state: LineState = 'pass';
  let delayMs = 0;
  let speak: () => void = () => undefined;
  let silence = Promise.resolve();

  const pipe = async (from: Socket, to: Socket): Promise<void> => {
    for await (const chunk of from) {
      if (delayMs > 0) await delay(delayMs);
      await silence;
      to.write(chunk as Buffer);
    }
    to.end();
  };
  const server = createServer((incoming) => {
    if (state === 'cut') return void incoming.destroy();
    const outgoing = connect(target);
    for (const [socket, other] of [[incoming, outgoing], [outgoing, incoming]] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      void pipe(socket, other).catch(() => other.destroy());
    }
  });
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    set: (next) => {
      speak();
      state = next;
      if (next === 'silent') silence = new Promise((resolve) => (speak = resolve));
      if (next === 'cut') cutAll();
    },
    slowDown: (ms) => {
      delayMs = ms;
    },
    close: async () => {
      speak();
      cutAll();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
