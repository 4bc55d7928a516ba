import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between two programs, and can cut the line. */
export type TcpProxy = {
  port: number;
  /** Breaks every line and takes no new one. */
  cut(): void;
  /** Keeps the lines open but lets nothing through any more, like a router that died. */
  freeze(): void;
  /**
   * Lets the next bytes that hold `words` through, waits for the far side to act on them, and cuts before its answer.
   * With `after`, of a connection that has carried those words before.
   */
  cutAnswerTo(words: string, after?: string): void;
  restore(): void;
  /** How many pieces came from the near side. */
  pieces(): number;
  close(): Promise<void>;
};

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
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
        if (state !== 'open') return;
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  function dropAll() {
    for (const socket of sockets) socket.destroy();
  }

  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut';
      dropAll();
    },
    freeze() {
      state = 'frozen';
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
