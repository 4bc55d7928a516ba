import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from './listen.ts';

/** A connection of so many bits a second between a browser and a server, which can be cut, and counts uploaded bytes. */
export type SlowLine = {
  /** The origin that the browser sees. */
  url: string;
  /** Bits a second, each way; infinite until it is set. */
  bitsPerSecond: number;
  /** Returns the bytes from the browser so far. */
  up(): number;
  /** Breaks every connection, and refuses new ones for so long. */
  cut(forMs: number): void;
  close(): Promise<void>;
};

export async function startSlowLine(target: string): Promise<SlowLine> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  const free = { up: 0, down: 0 };
  let bytesUp = 0;
  let deadUntil = 0;

  /** Passes bytes one after the other, of all connections together. */
  async function pass(from: Socket, to: Socket, way: 'up' | 'down'): Promise<void> {
    for await (const bytes of from as AsyncIterable<Buffer>) {
      if (way === 'up') bytesUp += bytes.length;
      const now = performance.now();
      free[way] = Math.max(free[way], now) + (bytes.length * 8000) / line.bitsPerSecond;
      if (free[way] > now) await sleep(free[way] - now);
      if (to.destroyed) return;
      if (!to.write(bytes)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
    }
    to.end();
  }

  const server = createServer({ highWaterMark: 8192 }, (near) => {
    if (performance.now() < deadUntil) {
      near.destroy();
      return;
    }
    const far = connect(Number(targetPort), hostname);
    for (const [from, to, way] of [
      [near, far, 'up'],
      [far, near, 'down'],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      pass(from, to, way).catch(() => to.destroy());
    }
  });

  const line: SlowLine = {
    url: `http://127.0.0.1:${await listen(server)}`,
    bitsPerSecond: Number.POSITIVE_INFINITY,
    up: () => bytesUp,
    cut(forMs) {
      deadUntil = performance.now() + forMs;
      free.up = 0;
      free.down = 0;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return line;
}
