import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Files } from '../../../server/files/files.ts';
import type { OutgoingEmail } from '../../../server/mail/mail.ts';
import type { ReplyOutcome } from '../../../server/replies/replies.ts';
import { projectId } from '../../support/server/people.ts';
import { checkInboxCount } from '../check/rest.ts';
import { asGlobal, commonGlobals } from '../run/globals.ts';
import type { World } from '../World.ts';
import { connect } from './database.ts';

type Entry = typeof import('./entry.ts');
export type Answer = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  stream: Readable | null;
};
export type Asked = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** After how many milliseconds the second half of the body comes; with the first one by default. */
  restInMs?: number;
};

const replies = {
  address: 'reply@in.ev.test',
  sender: 'jobs@ev.test',
  senderName: 'EV Jobs',
  authserv: 'mx.ev.test',
};
/** Keys of the sender of pushes; nothing is encrypted in the world. */
const vapid = {
  publicKey: 'BLXh2Jzd5j7yYhnTnTEjTGh7cPc0PS1_cwJMVBOEVqAJUZb5oeYq9qSvHPhLHUgLUzE2ph7sRkFkWuZrNnVdCIw',
  privateKey: 'uH3Fl4FYrKYxsAJ2a-5cm9eLPKpbRDDtEEsvi5zXbsY',
  subject: 'mailto:nobody@example.com',
};

/** One life of a server process on the world's database, bucket and providers. It may be killed at any step. */
export class Server {
  readonly world: World;
  readonly number: number;
  isAlive = true;
  isReady = false;
  #app: FastifyInstance | null = null;
  readonly #now: () => number;
  readonly #kill: () => void;
  readonly #entry: Entry;
  readonly #deaths = new Set<() => void>();

  constructor(world: World, number: number) {
    this.world = world;
    this.number = number;
    const { sim } = world;
    const isAlive = () => this.isAlive;
    const began = sim.now;
    // A server's clock is right, but for seconds.
    const leadMs = sim.between(-1500, 1500);
    const now = () => world.now() + leadMs;
    this.#now = now;
    const connection = connect(
      world.db,
      sim,
      world.turns,
      () => world.checks.onCommit(this),
      (...counted) => checkInboxCount(world.checks, ...counted),
    );
    this.#kill = connection.kill;
    const globals = asGlobal({
      ...commonGlobals(sim, { wall: now, monotonic: () => sim.now - began }, isAlive),
      pushClient: { post: (request: never) => world.pushService.post(this, request), close: () => undefined },
      webPush: {
        generateRequestDetails: (
          { endpoint }: { endpoint: string },
          text: string,
          { topic }: { topic: string },
        ) => ({
          endpoint,
          headers: { topic },
          body: Buffer.from(text),
        }),
      },
    });
    this.#entry = world.builds[world.build].server(globals) as Entry;
    const { buildApp, emulatorVerifier, readEmail, headOf } = this.#entry;
    const read = async (raw: Buffer, { ours }: { ours: readonly string[] }) => {
      const reading = readEmail(raw, ours).catch(() => readEmail(headOf(raw), ours));
      // Its streams take turns of the event loop, which are steps of the scheduler.
      sim.slowly(reading);
      const email = await reading;
      return email ? { email, unread: null } : { none: 'broken' as const };
    };
    const starting = buildApp({
      db: connection.db,
      files: world.bucket.of(this, this.#entry) as Files,
      mail: {
        send: (email: OutgoingEmail) => world.mailServer.send(this, email),
        close: async () => undefined,
      },
      verifyToken: emulatorVerifier(projectId, now),
      now,
      log: { level: 'warn', stream: { write: (line) => world.checks.onLog(this, line) } },
      publicUrl: world.origin,
      rateLimit: false,
      // A lost wake-up costs no more here than elsewhere, and idle minutes pass faster.
      wakeUpMs: 60_000,
      previews: { atOnce: 0 },
      accountAdmin: {
        deleteAccount: async (uid) => world.onAccountDeleted(uid),
        verifyEmail: async () => undefined,
      },
      replies: { ...replies, read },
      vapid,
    });
    sim.slowly(starting);
    starting
      .then(async (app) => {
        await app.ready();
        this.#app = app;
        this.isReady = true;
      })
      .catch((error: unknown) =>
        world.checks.fail('the server starts', String((error as Error).stack ?? error)),
      );
  }

  /** Handles a request; never answers after its death. */
  async handle({ method, url, headers, body, restInMs }: Asked): Promise<Answer> {
    const app = this.#app as FastifyInstance;
    const isSlow = body !== undefined && restInMs !== undefined;
    const isStream = url.startsWith('/api/events/stream');
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: isSlow ? { ...headers, 'content-length': String(body.length) } : headers,
      ...(body && { payload: isSlow ? Readable.from(this.#inHalves(body, restInMs)) : body }),
      ...(isStream && { payloadAsStream: true }),
    });
    if (!this.isAlive) return new Promise(() => undefined);
    const said = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const isOpen = isStream && response.statusCode === 200;
    return {
      status: response.statusCode,
      // Node dates responses by this process's clock.
      headers: { ...Object.fromEntries(said), date: new Date(this.#now()).toUTCString() },
      body: isStream ? Buffer.alloc(0) : response.rawPayload,
      stream: isOpen ? response.stream() : null,
    };
  }

  async *#inHalves(body: Buffer, restInMs: number): AsyncGenerator<Buffer> {
    const half = body.length >> 1;
    yield body.subarray(0, half);
    await this.world.sim.pass(restInMs, restInMs, () => this.isAlive);
    yield body.subarray(half);
  }

  /** Takes an email that arrived. */
  async takeReply(raw: Buffer): Promise<ReplyOutcome> {
    return (this.#app as FastifyInstance & { takeReply(raw: Buffer): Promise<ReplyOutcome> }).takeReply(raw);
  }

  /** Calls `run` once it is dead. */
  onDeath(run: () => void): () => void {
    this.#deaths.add(run);
    return () => this.#deaths.delete(run);
  }

  /** Ends at once, as by a power cut: what is not committed is rolled back, what was promised never comes. */
  kill(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.isReady = false;
    this.#kill();
    for (const run of this.#deaths) run();
  }

  /** Stops in order, as with a signal. */
  async stop(): Promise<void> {
    const app = this.#app;
    this.isReady = false;
    await app?.close();
    this.kill();
  }
}
