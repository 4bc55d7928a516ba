import * as v from 'valibot';
import type { WebSocket } from 'ws';
import type { PushOutcome, Subscriptions } from './subscriptions.ts';

/** The messages of a browser; https://mozilla-services.github.io/autopush-rs/ describes them. */
const Said = v.variant('messageType', [
  v.object({ messageType: v.literal('hello'), uaid: v.optional(v.string()), use_webpush: v.boolean() }),
  v.object({ messageType: v.literal('register'), channelID: v.string(), key: v.optional(v.string()) }),
  v.object({ messageType: v.literal('unregister'), channelID: v.string() }),
  v.object({
    messageType: v.literal('ack'),
    updates: v.array(v.object({ version: v.string(), code: v.optional(v.number()) })),
  }),
  v.object({ messageType: v.literal('nack'), version: v.string(), code: v.optional(v.number()) }),
  v.object({ messageType: v.literal('broadcast_subscribe') }),
  v.object({ messageType: v.literal('ping') }),
]);
type Said = v.InferOutput<typeof Said>;

const outcomes: Record<number, PushOutcome> = {
  100: 'DELIVERED',
  101: 'NOT_DECRYPTED',
  102: 'NOT_DELIVERED',
};

/** The connected browsers. */
export class Browsers {
  readonly #store: Subscriptions;
  readonly #connected = new Map<string, WebSocket>();

  constructor(store: Subscriptions) {
    this.#store = store;
  }

  get count(): number {
    return this.#connected.size;
  }

  /** Breaks every connection; browsers reconnect after a while. */
  cut(): void {
    for (const socket of this.#connected.values()) socket.terminate();
  }

  /** Delivers the waiting pushes to a browser; false when it is not connected. */
  deliver(uaid: string): boolean {
    const socket = this.#connected.get(uaid);
    if (!socket) return false;
    for (const { subscription, push } of this.#store.waitingFor(uaid)) {
      // A push is kept until it is acknowledged, and delivered again only after a reconnect.
      if (push.handedOver > 0) continue;
      this.#hand(socket, subscription.channelId, push);
    }
    return true;
  }

  serve(socket: WebSocket): void {
    let uaid = '';
    const answer = (words: object) => socket.send(JSON.stringify(words));

    const listen = (said: Said) => {
      if (said.messageType === 'hello') {
        uaid = this.#store.welcome(said.uaid);
        this.#connected.set(uaid, socket);
        answer({ messageType: 'hello', uaid, status: 200, use_webpush: true, broadcasts: {} });
        for (const { subscription, push } of this.#store.waitingFor(uaid)) {
          this.#hand(socket, subscription.channelId, push);
        }
      } else if (said.messageType === 'register') {
        const { messageType, channelID, key } = said;
        const { endpoint } = this.#store.register(uaid, channelID, key ? key.replace(/=+$/, '') : null);
        answer({ messageType, status: 200, channelID, uaid, pushEndpoint: endpoint });
      } else if (said.messageType === 'unregister') {
        const { messageType, channelID } = said;
        const subscription = this.#store.find(uaid, channelID);
        if (subscription) subscription.gone = true;
        answer({ messageType, status: 200, channelID });
      } else if (said.messageType === 'ack') {
        for (const { version, code = 100 } of said.updates) {
          this.#store.settle(version, outcomes[code] ?? 'NOT_DELIVERED');
        }
      } else if (said.messageType === 'nack') {
        this.#store.settle(said.version, 'FAILED_IN_WORKER');
      } else if (said.messageType === 'ping') {
        answer({ messageType: 'ping' });
      }
    };

    socket.on('message', (bytes) => {
      const words = String(bytes);
      if (words === '{}') {
        socket.send('{}');
        return;
      }
      const said = v.safeParse(v.pipe(v.string(), v.parseJson(), Said), words);
      const isFirst = uaid === '';
      if (!said.success || isFirst !== (said.output.messageType === 'hello')) {
        socket.close(4400, 'not understood');
        return;
      }
      listen(said.output);
    });
    socket.on('close', () => {
      if (this.#connected.get(uaid) === socket) this.#connected.delete(uaid);
    });
  }

  #hand(
    socket: WebSocket,
    channelID: string,
    push: { version: string; data: Buffer; handedOver: number },
  ): void {
    push.handedOver += 1;
    const content =
      push.data.length > 0
        ? { data: push.data.toString('base64url'), headers: { encoding: 'aes128gcm' } }
        : {};
    socket.send(
      JSON.stringify({ messageType: 'notification', channelID, version: push.version, ...content }),
    );
  }
}
