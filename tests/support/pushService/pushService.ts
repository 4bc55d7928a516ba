import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { Browsers } from './browserSide.ts';
import { takePush } from './senderSide.ts';
import { type Subscription, Subscriptions, type TakenPush } from './subscriptions.ts';

export type PushService = {
  /** Where browsers connect: Firefox's `dom.push.serverURL`. */
  socketUrl: string;
  /** The prefix of every endpoint, and the audience of senders' tokens. */
  origin: string;
  /** Every accepted push, oldest first. */
  readonly pushes: readonly TakenPush[];
  /** Every subscription there ever was. */
  subscriptions(): Subscription[];
  /** How many browsers are connected. */
  connected(): number;
  /** Responds to every push like this from now on; null: as usual. */
  answerWith(answer: { status: number; headers?: Record<string, string> } | null): void;
  /** Removes a subscription, as after a browser was reset: 410. */
  forget(endpoint: string): void;
  /** Breaks every connection to a browser once. */
  cut(): void;
  close(): Promise<void>;
};

/**
 * A push service like Mozilla's on this machine: autopush's WebSocket protocol on the browsers' side, RFC 8030 and VAPID on the
 * senders'. It can decrypt nothing, and stores a push until a browser acknowledges it.
 */
export async function startPushService(): Promise<PushService> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${address}`;
  const store = new Subscriptions(origin);
  const browsers = new Browsers(store);
  let answer: { status: number; headers?: Record<string, string> } | null = null;

  server.on('request', (request, response) => {
    if (answer) {
      request.resume();
      response.writeHead(answer.status, answer.headers).end();
      return;
    }
    void takePush(request, response, origin, store, (uaid) => browsers.deliver(uaid));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => browsers.serve(socket));

  return {
    socketUrl: `ws://${address}/`,
    origin,
    pushes: store.pushes,
    subscriptions: () => store.all(),
    connected: () => browsers.count,
    answerWith(next) {
      answer = next;
    },
    forget(endpoint) {
      for (const each of store.all()) if (each.endpoint === endpoint) each.gone = true;
    },
    cut: () => browsers.cut(),
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
