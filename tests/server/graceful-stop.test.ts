import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startTestServer } from './support/server.ts';

const body = JSON.stringify({ userNo: 'staff01', password: 'Staff2026', loginType: 9 });
const head = `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;

const listen = async () => {
  const server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const address = server.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port };
};
const open = async (port: number): Promise<{ socket: Socket; received: () => string }> => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  await once(socket, 'connect');
  return { socket, received: () => text };
};
const until = async (isTrue: () => boolean) => {
  const deadline = Date.now() + 5000;
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error('it did not come');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

describe('stopping', () => {
  it('answers the request that is under way, and lets the line go', async () => {
    const { server, port } = await listen();
    const busy = await open(port);
    busy.socket.write(head + body.slice(0, 10));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const stopped = server.stop();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closed = once(busy.socket, 'close');
    const start = performance.now();
    busy.socket.write(body.slice(10));
    await Promise.all([stopped, closed]);
    expect(performance.now() - start).toBeLessThan(5000);
    expect(busy.received()).toContain('HTTP/1.1 200');
    expect(busy.received()).toContain('"code":1000');
  });

  it('does not wait for lines that are only kept open', async () => {
    const { server, port } = await listen();
    const idle = await open(port);
    idle.socket.write(head + body);
    await until(() => idle.received().includes('"code":1000'));
    const start = performance.now();
    await server.stop();
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it('takes no new request, closes the database, and may be asked for twice', async () => {
    const { server, port } = await listen();
    const stopping = server.stop();
    await Promise.all([stopping, server.app.close()]);
    await expect(open(port)).rejects.toThrow('ECONNREFUSED');
    await expect(server.context.db.selectFrom('company').selectAll().execute()).rejects.toThrow();
  });
});
