import { once } from 'node:events';
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as requestTo,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerAs } from './answers.ts';
import type { Fault, FaultKind } from './faults.ts';
import { listen } from './listen.ts';

/** The properties of a request that a plan may use; of its body the size only. */
export type Asked = { method: string; path: string; bytes: number };

/** `dead`: connections are refused. `silent`: they are accepted, and nothing ever comes back. */
export type LineState = 'up' | 'dead' | 'silent';

/** A proxy between a browser and the real server that applies the plan's fault to each request. */
export type FaultProxy = {
  /** The origin that the browser sees. */
  url: string;
  /** Called for each request while the connection is up. */
  plan: (asked: Asked) => Fault | null;
  /** Delays every request by this much, like a connection with this round trip. */
  roundTripMs: number;
  /** How often each fault was applied so far, and how often the connection was down for a request. */
  readonly applied: ReadonlyMap<FaultKind | Exclude<LineState, 'up'>, number>;
  line(state: LineState): Promise<void>;
  close(): Promise<void>;
};

/** A request in flight, with its connection. */
type Exchange = { near: IncomingMessage; answer: ServerResponse; socket: Socket };

const portalPath = '/captive-portal';
const portalPage =
  '<!doctype html><title>Welcome</title><p>Welcome to the free WLAN. Please accept the terms.';

/** Starts a proxy in front of the server at `target`; without a plan it only forwards. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const agent = new Agent({ keepAlive: true });
  const applied: Map<FaultKind | Exclude<LineState, 'up'>, number> = new Map();
  const ended = new AbortController();
  /** Stops each response in flight. */
  const answering = new Set<() => void>();
  let state: LineState = 'up';
  let stateChange = Promise.withResolvers<void>();

  const server = createServer((near, answer) => {
    const { socket } = near;
    // A cut connection throws in many places, each of them on purpose.
    serve({ near, answer, socket }).catch(() => socket.destroy());
  });
  server.requestTimeout = 0;
  const port = await listen(server);

  function note(kind: FaultKind | Exclude<LineState, 'up'>): void {
    applied.set(kind, (applied.get(kind) ?? 0) + 1);
  }

  function wait(ms: number): Promise<void> {
    return ms > 0 ? sleep(ms, undefined, { signal: ended.signal }) : Promise.resolve();
  }

  /** Returns whether a request passes: on a silent connection it waits, and is lost when the state changes. */
  async function passes({ socket }: Exchange): Promise<boolean> {
    if (state !== 'silent') return true;
    note('silent');
    await stateChange.promise;
    socket.destroy();
    return false;
  }

  function toServer({ method, url, headers }: IncomingMessage): ClientRequest {
    return requestTo({ host: hostname, port: targetPort, method, path: url, headers, agent });
  }

  async function serve(exchange: Exchange): Promise<void> {
    const { near, socket } = exchange;
    near.on('error', () => undefined);
    if (near.url === portalPath) return html(exchange, 200);
    if (!(await passes(exchange))) return;
    const fault = proxy.plan({
      method: near.method ?? '',
      path: new URL(near.url ?? '', target).pathname,
      bytes: Number(near.headers['content-length'] ?? 0),
    });
    await wait(proxy.roundTripMs);
    if (fault) note(fault.kind);
    switch (fault?.kind) {
      case 'cut before the body':
        socket.destroy();
        return;
      case 'cut in the body':
        return cutInBody(exchange, fault.share);
      case 'cut before the answer':
        return cutBeforeAnswer(exchange);
      case 'portal page':
        return html(exchange, 200);
      case 'portal redirect':
        return html(exchange, 302, { location: portalPath });
      case 'foreign answer':
        near.resume();
        return answerAs(exchange.answer, fault.answer, fault.status, null);
      case 'late request':
        return lateRequest(exchange, fault.ms);
      default:
        return passOn(exchange, fault);
    }
  }

  function html({ near, answer }: Exchange, status: number, headers = {}): void {
    near.resume();
    answer.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(portalPage);
  }

  async function cutInBody({ near, socket }: Exchange, share: number): Promise<void> {
    const length = Number(near.headers['content-length'] ?? 0);
    let left = Math.floor(length * share);
    const far = toServer(near);
    far.on('error', () => undefined);
    far.flushHeaders();
    for await (const chunk of near as AsyncIterable<Buffer>) {
      // Once written to the system, it reaches the server however busy that is; a destroyed write never leaves.
      await new Promise((resolve) => far.write(chunk.subarray(0, left), resolve));
      left -= chunk.length;
      if (left <= 0) break;
    }
    far.destroy();
    socket.destroy();
  }

  /** Cuts after the server has the whole request, so that its sender gets no response. Whether it is carried out is open. */
  async function cutBeforeAnswer({ near, socket }: Exchange): Promise<void> {
    const body = await buffer(near);
    const far = toServer(near);
    far.on('error', () => undefined);
    far.end(body);
    await once(far, 'finish');
    far.destroy();
    socket.destroy();
  }

  /** Delivers a request although the sender may have given up, closed the page or sent it again. */
  async function lateRequest(exchange: Exchange, ms: number): Promise<void> {
    const { near, answer } = exchange;
    const body = await buffer(near);
    await wait(ms);
    const far = toServer(near);
    far.end(body);
    const [back] = (await once(far, 'response')) as [IncomingMessage];
    const said = await buffer(back);
    if (!(await passes(exchange))) return;
    answer.writeHead(back.statusCode ?? 502, back.headers).end(said);
  }

  async function passOn(exchange: Exchange, fault: Fault | null): Promise<void> {
    const { near, answer, socket } = exchange;
    const far = toServer(near);
    answer.on('close', () => far.destroy());
    near.pipe(far);
    const [back] = (await once(far, 'response')) as [IncomingMessage];
    if (!(await passes(exchange))) return;
    if (!fault) {
      answer.writeHead(back.statusCode ?? 502, back.headers);
      answer.flushHeaders();
      back.on('error', () => answer.destroy());
      back.pipe(answer);
      const stall = () => {
        note('silent');
        back.unpipe(answer);
        void stateChange.promise.then(() => socket.destroy());
      };
      answering.add(stall);
      answer.on('close', () => answering.delete(stall));
      return;
    }
    // From here on the server has carried out the request.
    const said = await buffer(back);
    switch (fault.kind) {
      case 'cut after commit':
        socket.destroy();
        return;
      case '502 after commit':
        return html(exchange, 502);
      case 'late answer':
        await wait(fault.ms);
        answer.writeHead(back.statusCode ?? 502, back.headers).end(said);
        return;
      case 'drip':
      case 'stall':
        answer.writeHead(back.statusCode ?? 502, back.headers);
        return drip(exchange, said, fault);
    }
  }

  async function drip(
    { answer, socket }: Exchange,
    said: Buffer,
    fault: Extract<Fault, { kind: 'drip' | 'stall' }>,
  ): Promise<void> {
    const pieces = 8;
    const bytes = Math.ceil(said.length / pieces) || 1;
    const last = fault.kind === 'stall' ? pieces / 2 : pieces;
    answer.flushHeaders();
    for (let piece = 0; piece < last; piece += 1) {
      await wait(fault.kind === 'drip' ? fault.ms / pieces : 0);
      if (answer.destroyed) return;
      answer.write(said.subarray(piece * bytes, (piece + 1) * bytes));
    }
    if (fault.kind === 'drip') {
      answer.end();
      return;
    }
    await wait(fault.ms);
    socket.destroy();
  }

  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${port}`,
    plan: () => null,
    roundTripMs: 0,
    applied,
    async line(next) {
      if (next === state) return;
      const before = state;
      state = next;
      stateChange.resolve();
      stateChange = Promise.withResolvers();
      if (next === 'silent') for (const stall of answering) stall();
      if (next === 'dead') {
        note('dead');
        const closed = once(server, 'close');
        server.close();
        server.closeAllConnections();
        await closed;
      } else if (before === 'dead') {
        server.listen(port, '127.0.0.1');
        await once(server, 'listening');
      }
    },
    async close() {
      ended.abort();
      stateChange.resolve();
      agent.destroy();
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
