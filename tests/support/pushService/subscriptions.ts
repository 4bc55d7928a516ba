import { randomUUID } from 'node:crypto';

/** What became of a push. */
export type PushOutcome =
  | 'WAITING'
  /** A later one of the same topic took its place. */
  | 'REPLACED'
  | 'EXPIRED'
  /** The browser gave it to the worker. */
  | 'DELIVERED'
  | 'NOT_DECRYPTED'
  /** The browser had nobody to give it to. */
  | 'NOT_DELIVERED'
  /** The worker got it, and threw. */
  | 'FAILED_IN_WORKER';

/** A push the service took, as a test may look at it. */
export type TakenPush = {
  version: string;
  endpoint: string;
  topic: string | null;
  urgency: string;
  ttlSeconds: number;
  /** `sub` of the sender's VAPID token; null without one. */
  subject: string | null;
  /** Encrypted, as it came. */
  data: Buffer;
  takenAt: number;
  /** How often it was given to the browser. */
  handedOver: number;
  outcome: PushOutcome;
};

export type Subscription = {
  uaid: string;
  channelId: string;
  /** VAPID public key it is restricted to, base64url without padding; null when anybody may send. */
  key: string | null;
  endpoint: string;
  /** The browser took it back; its endpoint is never used again. */
  gone: boolean;
};

/** Browsers, what they subscribed to, and what was sent to them. */
export class Subscriptions {
  readonly pushes: TakenPush[] = [];
  readonly #origin: string;
  readonly #browsers = new Set<string>();
  readonly #byToken = new Map<string, Subscription>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The browser's name here: the one it says it has, when that is known, or a new one. */
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

  /** Keeps a push until the browser says what became of it. One with a topic takes the place of a waiting one with the same. */
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

  /** What is waiting for a browser, oldest first; what waited too long is given up here. */
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
