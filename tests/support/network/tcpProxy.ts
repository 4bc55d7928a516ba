import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

/** A proxy between two programs that can cut the connection. */
export type TcpProxy = {
  port: number;
  /** Breaks every connection and accepts no new one. */
  cut(): void;
  /** Leaves the connections open but lets nothing through any more, like a router that died. */
  freeze(): void;
  /** Lets nothing through any more on the connections that there are; new ones work. */
  silence(): void;
  /**
   * Lets the next bytes that contain `words` through, waits for the server to act on them, and cuts before its response.
   * With `after`, only on a connection that has carried those words before.
   */
  cutAnswerTo(words: string, after?: string): void;
  restore(): void;
  /** Returns how many chunks came from the client. */
  pieces(): number;
  close(): Promise<void>;
};

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let state: 'open' | 'cut' | 'frozen' = 'open';
  let fatal: { words: string; after: string } | null = null;
  let pieces = 0;

  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(target.port, target.host);
    let carriedWords = false;
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (from === near) pieces += 1;
        if (state !== 'open' || silent.has(from)) return;
        if (from === near && fatal && chunk.includes(fatal.after)) carriedWords = true;
        if (from === near && fatal && carriedWords && chunk.includes(fatal.words)) {
          fatal = null;
          state = 'frozen';
          far.once('data', () => {
            state = 'cut';
            dropAll();
          });
        }
        to.write(chunk);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });

  function dropAll() {
    for (const socket of sockets) socket.destroy();
  }

  return {
    port: await listen(server),
    cut() {
      state = 'cut';
      dropAll();
    },
    freeze() {
      state = 'frozen';
    },
    silence() {
      for (const socket of sockets) silent.add(socket);
    },
    cutAnswerTo(words, after = '') {
      fatal = { words, after };
    },
    restore() {
      if (state === 'frozen') dropAll();
      state = 'open';
    },
    pieces: () => pieces,
    async close() {
      dropAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
