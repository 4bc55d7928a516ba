import { call } from '../../../src/api/client.ts';
import { message } from '../../../src/outbox/kinds/messageKind.ts';
import { Outbox } from '../../../src/outbox/Outbox.ts';
import type { Token } from '../../../src/outbox/records/environment.ts';
import { browserEnvironment } from '../../../src/outbox/sending/browserEnvironment.ts';

/** The product's outbox in a page of its own, without screens: in the browser's database, on the browser's connection. */
export type OutboxBench = {
  signIn(token: Token): void;
  /** Enqueues one message after the other, for one job after the other. @returns the milliseconds of each */
  enqueue(jobIds: readonly string[], messages: number): Promise<number[]>;
  /** Sends all messages. @returns the milliseconds until the last one had arrived */
  drain(messages: number): Promise<number>;
  /** Makes the outbox's calls without it, one after the other. @returns the milliseconds of each */
  roundTrips(jobId: string, count: number): Promise<number[]>;
};

export type BenchWindow = Window & { outboxBench: OutboxBench };

let token: Token | null = null;
let isLineUp = false;

const outbox = new Outbox(browserEnvironment(async () => (isLineUp ? token : 'later')));

function messageOf(words: string) {
  return {
    content: `${words}. Please look at the sheets of the roof.`,
    jobReporter: token?.email ?? '',
    assignedTo: '',
    fromUserType: 'CLIENT' as const,
  };
}

const outboxBench: OutboxBench = {
  signIn(signedIn) {
    token = signedIn;
  },
  async enqueue(jobIds, messages) {
    const times: number[] = [];
    for (let n = 0; n < messages; n += 1) {
      const jobId = jobIds[n % jobIds.length] ?? '';
      const began = performance.now();
      await outbox.send(
        { uid: token?.uid ?? '', email: token?.email ?? '' },
        { kind: 'message', jobId, payload: messageOf(`Message ${n}`) },
      );
      times.push(performance.now() - began);
    }
    return times;
  },
  async drain(messages) {
    let arrived = 0;
    const all = Promise.withResolvers<void>();
    const stop = [
      outbox.onDelivered(() => {
        arrived += 1;
        if (arrived === messages) all.resolve();
      }),
      outbox.onRefused((record, error) => all.reject(new Error(`${record.jobId}: ${error.message}`))),
    ];
    const began = performance.now();
    isLineUp = true;
    void outbox.drain({ eager: true });
    await all.promise;
    const ms = performance.now() - began;
    isLineUp = false;
    for (const end of stop) end();
    return ms;
  },
  async roundTrips(jobId, count) {
    const { email = '', idToken = '' } = token ?? {};
    const times: number[] = [];
    for (let n = 0; n < count; n += 1) {
      const began = performance.now();
      await call('updateJob', {
        body: message.request({ jobId, ownerEmail: email, payload: messageOf(`Round trip ${n}`) }).body,
        idToken,
        idempotencyKey: crypto.randomUUID(),
      });
      times.push(performance.now() - began);
    }
    return times;
  },
};

(window as unknown as BenchWindow).outboxBench = outboxBench;
