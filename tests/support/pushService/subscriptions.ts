import { randomUUID } from 'node:crypto';

/** The outcome of a push. */
export type PushOutcome =
  | 'WAITING'
  /** Replaced by a later one of the same topic. */
  | 'REPLACED'
  | 'EXPIRED'
  /** The browser passed it to the worker. */
  | 'DELIVERED'
  | 'NOT_DECRYPTED'
  /** The browser had no worker for it. */
  | 'NOT_DELIVERED'
  /** The worker got it and threw. */
  | 'FAILED_IN_WORKER';

/** A push that the service accepted, as tests see it. */
export type TakenPush = {
  version: string;
  endpoint: string;
  topic: string | null;
  urgency: string;
  ttlSeconds: number;
  /** `sub` of the sender's VAPID token; null without one. */
  subject: string | null;
  /** The encrypted body. */
  data: Buffer;
  takenAt: number;
  /** How often it was sent to the browser. */
  handedOver: number;
  outcome: PushOutcome;
};

export type Subscription = {
  uaid: string;
  channelId: string;
  /** VAPID public key it is restricted to, base64url without padding; null when anyone may send. */
  key: string | null;
  endpoint: string;
  /** The browser has unsubscribed; its endpoint is never used again. */
  gone: boolean;
};

/** Browsers, their subscriptions, and the pushes sent to them. */
export class Subscriptions {
  readonly pushes: TakenPush[] = [];
  readonly #origin: string;
  readonly #browsers = new Set<string>();
  readonly #byToken = new Map<string, Subscription>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Returns the browser's id: the one it sends, if it is known, or a new one. */
  welcome(uaid: string | undefined): string {
    if (uaid && this.#browsers.has(uaid)) return uaid;
    const fresh = randomUUID().replaceAll('-', '');
    this.#browsers.add(fresh);
    return fresh;
  }

  register(uaid: string, channelId: string, key: string | null): Subscription {
    const before = this.find(uaid, channelId);
    if (before) return before;
    const token = `${randomUUID()}${randomUUID()}`.replaceAll('-', '');
    const endpoint = `${this.#origin}/push/${token}`;
    const made: Subscription = { uaid, channelId, key, endpoint, gone: false };
    this.#byToken.set(token, made);
    return made;
  }

  find(uaid: string, channelId: string): Subscription | undefined {
    return this.all().find((each) => each.uaid === uaid && each.channelId === channelId && !each.gone);
  }

  withToken(token: string): Subscription | undefined {
    return this.#byToken.get(token);
  }

  all(): Subscription[] {
    return [...this.#byToken.values()];
  }

  /** Stores a push until the browser acknowledges it. One with a topic replaces a waiting one with the same. */
  take(push: Omit<TakenPush, 'version' | 'handedOver' | 'outcome' | 'takenAt'>): TakenPush {
    for (const before of this.#waitingAt(push.endpoint)) {
      if (push.topic !== null && before.topic === push.topic) before.outcome = 'REPLACED';
    }
    const taken: TakenPush = {
      ...push,
      version: randomUUID(),
      takenAt: Date.now(),
      handedOver: 0,
      outcome: 'WAITING',
    };
    this.pushes.push(taken);
    return taken;
  }

  /** Returns the waiting pushes of a browser, oldest first; expired ones are dropped here. */
  waitingFor(uaid: string): { subscription: Subscription; push: TakenPush }[] {
    const own = this.all().filter((each) => each.uaid === uaid && !each.gone);
    return own
      .flatMap((subscription) =>
        this.#waitingAt(subscription.endpoint).map((push) => ({ subscription, push })),
      )
      .filter(({ push }) => {
        if (Date.now() <= push.takenAt + push.ttlSeconds * 1000) return true;
        push.outcome = 'EXPIRED';
        return false;
      })
      .sort((one, other) => one.push.takenAt - other.push.takenAt);
  }

  settle(version: string, outcome: PushOutcome): void {
    const push = this.pushes.find((each) => each.version === version);
    if (push) push.outcome = outcome;
  }

  #waitingAt(endpoint: string): TakenPush[] {
    return this.pushes.filter((push) => push.endpoint === endpoint && push.outcome === 'WAITING');
  }
}
