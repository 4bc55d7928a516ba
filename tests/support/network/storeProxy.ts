import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from './listen.ts';

export type StoreFault =
  /** Each answer comes so much later. */
  | { kind: 'late'; ms: number }
  /** Of each connection, each way. */
  | { kind: 'slow'; bytesPerSecond: number }
  /** Each connection breaks after so many bytes to the store (`up`) or from it. */
  | { kind: 'cut'; way: 'up' | 'down'; bytes: number }
  /** Nobody listens. */
  | { kind: 'refused' }
  /** Connections are accepted and stay open, and nothing goes through. */
  | { kind: 'silent' };

/** A connection between a server and its store that can have one fault at a time. */
export type StoreProxy = {
  /** The store’s origin, through it. */
  url: string;
  /** Begins a fault, or ends it (null): what hung or waited then breaks. */
  set(fault: StoreFault | null): Promise<void>;
  close(): Promise<void>;
};

type Connection = {
  /** Whether an answer is due. */
  isAsking: boolean;
  cut(): void;
};

export async function startStoreProxy(target: string): Promise<StoreProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const connections = new Set<Connection>();
  let fault: StoreFault | null = null;
  let changed = Promise.withResolvers<void>();

  /** Passes bytes on in their order, each chunk when the fault lets it. */
  async function pass(from: Socket, to: Socket, way: 'up' | 'down', connection: Connection): Promise<void> {
    let before: StoreFault | null = null;
    let passed = 0;
    for await (const bytes of from as AsyncIterable<Buffer>) {
      if (fault !== before) passed = 0;
      before = fault;
      passed += bytes.length;
      if (way === 'up') connection.isAsking = true;
      if (fault?.kind === 'silent') await changed.promise;
      if (fault?.kind === 'late' && way === 'down' && connection.isAsking) await sleep(fault.ms);
      if (fault?.kind === 'slow') await sleep((bytes.length * 1000) / fault.bytesPerSecond);
      if (way === 'down') connection.isAsking = false;
      if (to.destroyed) return;
      if (fault?.kind === 'cut' && fault.way === way && passed > fault.bytes) {
        to.write(bytes.subarray(0, bytes.length - (passed - fault.bytes)), connection.cut);
        return;
      }
      to.write(bytes);
      if (to.writableNeedDrain) await Promise.race([once(to, 'drain'), once(to, 'close')]);
    }
    to.end();
  }

  const server = createServer((near) => {
    const far = connect(Number(targetPort), hostname);
    const connection: Connection = {
      isAsking: false,
      cut() {
        connections.delete(connection);
        near.destroy();
        far.destroy();
      },
    };
    connections.add(connection);
    for (const socket of [near, far]) {
      socket.on('error', connection.cut);
      socket.on('close', connection.cut);
    }
    pass(near, far, 'up', connection).catch(connection.cut);
    pass(far, near, 'down', connection).catch(connection.cut);
  });
  const port = await listen(server);

  async function close(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    for (const connection of connections) connection.cut();
    await closed;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    async set(next) {
      const isOver = fault;
      fault = next;
      if (isOver?.kind === 'silent') for (const connection of connections) connection.cut();
      changed.resolve();
      changed = Promise.withResolvers();
      if (next?.kind === 'refused') await close();
      else if (!server.listening) {
        server.listen(port, '127.0.0.1');
        await once(server, 'listening');
      }
    },
    close,
  };
}
