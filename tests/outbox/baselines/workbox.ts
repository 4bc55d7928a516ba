import { Queue } from 'workbox-background-sync';
import { ApiError } from '../../../src/api/ApiError.ts';
import { Database } from '../../../src/outbox/records/database.ts';
import type { Environment } from '../../../src/outbox/records/environment.ts';
import type { Context, Sender } from '../model/device.ts';
import type { Scene, SenderOf } from '../model/Scene.ts';
import { recordOf, type Sent, sentOf } from './request.ts';

/**
 * workbox-background-sync as its documentation has it: the page's POST goes through the service worker to the network; when
 * fetch throws, the worker puts the request into its Queue, and replays the queue in the browser's `sync` event.
 *
 * It is given: an Idempotency-Key; one living worker for all pages; a `sync` event at every start of the app and every return
 * of the connection besides the browser's three tries; a timeout of 8 s on each fetch; a page that checks its responses and
 * reports every refusal it sees; and a user who does not click twice. Files are left out.
 */
export function workboxQueue(): SenderOf {
  const requests = new Map<string, Sent>();
  const seen = new Set<string>();
  let browser: SyncManager | null = null;
  return (env, context, scene) => {
    browser ??= new SyncManager(scene);
    const syncs = browser;
    const sender: Partial<Sender> = {
      db: new Database(env),
      records: async () => [],
      removeLinked: async () => undefined,
      drain: async () => syncs.fire(),
      async send(owner, draft, _files, clientId = '') {
        if (seen.has(clientId)) return { seq: 0 } as never;
        seen.add(clientId);
        const token = await env.token(false);
        if (token === null || token === 'later') throw new Error('Please sign in.');
        const sent = sentOf(owner, draft, clientId);
        requests.set(clientId, sent);
        const headers = { 'Idempotency-Key': clientId, Authorization: `Bearer ${token.idToken}` };
        const body = JSON.stringify(draft.payload);
        const request = new Request('http://backend.test/api', { method: 'POST', headers, body });
        const worker = scene.startWorker();
        const answer = await workers.get(worker)?.handle(request);
        if (answer && !answer.ok) throw new Error('It was not sent, and the person is told.');
        return { seq: sent.seq } as never;
      },
    };
    if (context.isWorker) workers.set(context, new Worker(env, requests, syncs));
    return sender as Sender;
  };
}

const workers = new WeakMap<Context, Worker>();

type SyncEvent = { tag: string; lastChance: boolean; waitUntil(work: Promise<unknown>): void };

/** Simulates the browser: three tries, five minutes and a quarter of an hour apart, while it believes to be online. */
class SyncManager {
  tag: string | null = null;
  #tries = 0;
  #running: Context | null = null;
  readonly #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  register(tag: string): void {
    this.tag = tag;
    this.#tries = 0;
    this.#scene.sim.after(1000, () => this.fire());
  }

  fire(): void {
    const scene = this.#scene;
    const { tag } = this;
    if (tag === null || !scene.device.onLine || (this.#running && !this.#running.dead)) return;
    const worker = scene.startWorker();
    this.#running = worker;
    this.#tries += 1;
    const lastChance = this.#tries >= 3;
    const done = () => {
      if (this.#running === worker) this.#running = null;
    };
    workers.get(worker)?.sync({
      tag,
      lastChance,
      waitUntil: (work) =>
        void work.then(done, () => {
          done();
          if (!lastChance) scene.sim.after(5 * 60_000 * 3 ** (this.#tries - 1), () => this.fire());
        }),
    });
  }
}

/** The service worker's global scope, as far as the library uses it. */
class Worker {
  readonly #queue: Queue;
  readonly #env: Environment;
  readonly #requests: ReadonlyMap<string, Sent>;
  #listen: (event: SyncEvent) => void = () => undefined;

  constructor(env: Environment, requests: ReadonlyMap<string, Sent>, browser: SyncManager) {
    this.#env = env;
    this.#requests = requests;
    const scope = globalThis as unknown as Record<string, unknown>;
    scope.self = {
      registration: { sync: { register: async (tag: string) => browser.register(tag) } },
      addEventListener: (_: 'sync', listen: (event: SyncEvent) => void) => {
        this.#listen = listen;
      },
    };
    scope.fetch = (request: Request) => this.#fetch(request);
    scope.indexedDB = env.indexedDB;
    (Queue as unknown as { _queueNames: Set<string> })._queueNames.clear();
    this.#queue = new Queue('messages');
    // Opens its database while this worker is the current one.
    void this.#queue.size().catch(() => undefined);
  }

  sync(event: SyncEvent): void {
    this.#listen(event);
  }

  /** Does what BackgroundSyncPlugin does with a NetworkOnly route. @returns null when the queue has it now */
  async handle(request: Request): Promise<Response | null> {
    try {
      return await this.#fetch(request.clone());
    } catch {
      await this.#queue.pushRequest({ request });
      return null;
    }
  }

  async #fetch(request: Request): Promise<Response> {
    const sent = this.#requests.get(request.headers.get('Idempotency-Key') ?? '') as Sent;
    const idToken = request.headers.get('Authorization')?.slice('Bearer '.length) ?? '';
    try {
      await this.#env.wire.send({ record: recordOf(sent), files: [], idToken, timeoutMs: 8000 });
      return new Response('{}', { status: 200 });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0) throw new TypeError('Failed to fetch');
      // A foreign response may have status 200 too; the page checks its content.
      return new Response(null, { status: error.status < 300 ? 500 : error.status });
    }
  }
}
