import { responseMark } from '../../../src/contract/calls.ts';
import { chosenHeader } from '../../../src/contract/chosen.ts';
import type { Answer, Asked, Server } from '../server/Server.ts';
import type { World } from '../World.ts';
import type { Context } from './Context.ts';
import type { Ambush, Device } from './Device.ts';

/** `write` names what is written, and is empty for a read. */
type Pending = { context: Context; write: string; end(error: Error): void };

const lost = () => new TypeError('Failed to fetch');

/** The network between devices and servers: slow, cut before or after a server had the request, answered by others, sent twice. */
export class Network {
  readonly #world: World;
  readonly #pending = new Set<Pending>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Ends everything that a device has open. */
  cut(device: Device): void {
    for (const one of [...this.#pending]) if (one.context.device === device) one.end(lost());
  }

  /** Ends what a dead page or worker had open; the servers go on with it. */
  forget(context: Context): void {
    for (const one of [...this.#pending]) if (one.context === context) one.end(lost());
  }

  async fetch(context: Context, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const { sim } = this.#world;
    // What its death undid rejects in it: nobody is there any more who could do something about it.
    if (!context.isAlive) return new Promise(() => undefined);
    const request = input instanceof Request ? input : new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const body = request.body ? Buffer.from(await sim.outside(request.arrayBuffer())) : undefined;
    const { pathname, search } = new URL(request.url);
    const asked: Asked = {
      method: request.method,
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      body,
    };
    const key = asked.headers['idempotency-key'];
    const write = key ? `${asked.method} ${asked.url} ${key}` : '';
    const isElsewhere = [...this.#pending].some(
      (one) => one.context !== context && one.context.device === context.device && one.write === write,
    );
    this.#world.checks.check(
      'one window or worker at a time sends a write',
      write === '' || !isElsewhere,
      () => `${write} of ${context.device.name}`,
    );
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const ends = new Set<(error: Error) => void>();
    const pending: Pending = {
      context,
      write,
      end: (error) => {
        this.#pending.delete(pending);
        for (const end of ends) end(error);
        if (context.isAlive) reject(error);
      },
    };
    this.#pending.add(pending);
    signal.addEventListener('abort', () => pending.end(signal.reason as Error));
    this.#send(context, asked, pending, ends).then(
      (response) => {
        if (!response.isOpen) this.#pending.delete(pending);
        if (context.isAlive) resolve(response.response);
      },
      (error: Error) => pending.end(error),
    );
    return promise;
  }

  async #send(
    context: Context,
    asked: Asked,
    pending: Pending,
    ends: Set<(error: Error) => void>,
  ): Promise<{ response: Response; isOpen: boolean }> {
    const world = this.#world;
    const { sim, faults, checks } = world;
    const { device } = context;
    const route = `${asked.method} ${asked.url.replace(/\?.*/, '').replaceAll(/\/[\w.@%-]*\d[\w.@%-]*/g, '/*')}`;
    const key = asked.headers['idempotency-key'];
    await sim.pass(2, 80);
    const fault = faults.of('network');
    checks.onRequest(context, asked, route, fault);
    if (!device.isOnline) throw lost();
    if (fault === 'portal')
      return {
        response: new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } }),
        isOpen: false,
      };
    if (fault === 'gateway') return { response: new Response('Bad gateway', { status: 502 }), isOpen: false };
    if (fault === 'lost before') {
      await sim.pass(1, 20_000);
      throw lost();
    }
    if (fault === 'slow') {
      // Of an upload, the server has the head and the first half before the rest.
      if (/^multipart|octet-stream$/.test(asked.headers['content-type'] ?? ''))
        asked.restInMs = sim.between(500, 30_000);
      else await sim.pass(500, 30_000);
    }
    const { lateMs, restInMs = asked.restInMs } = this.#ambush(context, 'sent', asked);
    Object.assign(asked, restInMs !== undefined && { restInMs });
    if (lateMs !== undefined) {
      sim.after(lateMs, () =>
        world
          .serverFor()
          ?.handle(asked)
          .catch(() => undefined),
      );
      throw lost();
    }
    // Given up, cut off, or of a page that is dead: it arrives late all the same, or never.
    const isGone = !this.#pending.has(pending) && sim.chance(0.5);
    const server = isGone ? null : world.serverFor();
    if (!server) throw lost();
    world.note(
      `${device.name} ${context.kind} ${route} ${key ? 'write' : ''} → ${server.number} ${fault ?? ''}`,
    );
    if (fault === 'twice' && (key || asked.method === 'GET') && !asked.url.includes('stream')) {
      const again = () =>
        world
          .serverFor()
          ?.handle(asked)
          .catch(() => undefined);
      sim.after(sim.between(0, 3000), again);
    }
    const arrived = checks.onArrival(asked);
    const answer = await this.#answerOf(server, asked);
    world.note(`${device.name} ${route} ${answer.status}`);
    checks.onResponse(device, asked, arrived, answer);
    await sim.pass(2, 80);
    if (asked.method === 'GET' && sim.now < device.lateUntil) await sim.pass(500, 8000);
    const { isLost } = this.#ambush(context, 'answered', asked);
    if (isLost || fault === 'lost after' || !device.isOnline || !this.#pending.has(pending)) {
      answer.stream?.destroy();
      if (isLost || fault === 'lost after') await sim.pass(1, 5000);
      throw lost();
    }
    if (answer.stream) return { response: this.#stream(context, server, answer, ends), isOpen: true };
    const isEmpty = answer.status === 204 || answer.status === 304 || asked.method === 'HEAD';
    const { status, headers, body } = answer;
    return {
      response: new Response(isEmpty ? null : new Uint8Array(body), { status, headers }),
      isOpen: false,
    };
  }

  /** Has a write meet what lies in wait for it. */
  #ambush(context: Context, at: Ambush['at'], { headers }: Asked): ReturnType<Ambush['run']> {
    const { device } = context;
    if (!headers['idempotency-key'] || device.ambush?.at !== at || !context.isAlive) return {};
    const { run, ofChoice = false } = device.ambush;
    if (ofChoice && headers[chosenHeader.toLowerCase()] === undefined) return {};
    device.ambush = null;
    return run(context);
  }

  #answerOf(server: Server, asked: Asked): Promise<Answer> {
    const { sim } = this.#world;
    return new Promise((resolve, reject) => {
      const stop = server.onDeath(() => sim.after(sim.between(0, 200), () => reject(lost())));
      server.handle(asked).then(
        (answer) => {
          stop();
          resolve(answer);
        },
        (error: Error) => {
          stop();
          // A socket that the server has closed.
          reject(error instanceof Error ? lost() : error);
        },
      );
    });
  }

  /** Passes an event stream on, each part later than the one before. */
  #stream(
    context: Context,
    server: Server,
    { stream, headers }: Answer,
    ends: Set<(error: Error) => void>,
  ): Response {
    const { sim, checks } = this.#world;
    let isOver = false;
    let at = sim.now;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const later = (run: () => void) => {
          at = Math.max(at, sim.now + sim.between(1, 150));
          sim.after(at - sim.now, () => !isOver && context.isAlive && run());
        };
        const end = (error: Error) => {
          if (isOver) return;
          isOver = true;
          stream?.destroy();
          if (context.isAlive) controller.error(error);
        };
        ends.add(end);
        server.onDeath(() => sim.after(sim.between(0, 500), () => end(lost())));
        stream?.on('data', (chunk: Buffer) => {
          checks.onEvents(context.device, String(chunk));
          later(() => {
            if (chunk.includes('"missed":true')) checks.windows.miss(context);
            controller.enqueue(new Uint8Array(chunk));
          });
        });
        stream?.on('end', () =>
          later(() => {
            isOver = true;
            controller.close();
          }),
        );
        stream?.on('error', () => end(lost()));
      },
      cancel: () => {
        isOver = true;
        stream?.destroy();
      },
    });
    return new Response(body, { status: 200, headers: { ...headers, [responseMark]: '1' } });
  }
}
