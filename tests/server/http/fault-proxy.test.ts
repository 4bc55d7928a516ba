import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { type FaultProxy, startFaultProxy } from '../../support/network/faultProxy.ts';
import { type Fault, faultKinds, faultPlan } from '../../support/network/faults.ts';
import { listen } from '../../support/network/listen.ts';

const body = 'x'.repeat(200_000);

let server: Server;
let proxy: FaultProxy;
/** Bytes of each request that arrived whole. */
let committed: number[];
/** Requests that broke off on their way. */
let broken: number;

beforeEach(async () => {
  committed = [];
  broken = 0;
  server = createServer(async (request, answer) => {
    if (request.url === '/endless') {
      const timer = setInterval(() => answer.write('more'), 50);
      answer.on('close', () => clearInterval(timer));
      return;
    }
    try {
      committed.push((await buffer(request)).length);
      answer.setHeader('content-type', 'application/json').end('{"body":"done"}');
    } catch {
      broken += 1;
    }
  });
  proxy = await startFaultProxy(`http://127.0.0.1:${await listen(server)}`);
});
afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function next(fault: Fault): void {
  let isDone = false;
  proxy.plan = () => {
    if (isDone) return null;
    isDone = true;
    return fault;
  };
}

async function post(signal?: AbortSignal): Promise<string> {
  const answer = await fetch(`${proxy.url}/api/jobs/update`, {
    method: 'POST',
    body,
    signal: signal ?? null,
  });
  return `${answer.status} ${await answer.text()}`;
}

const whole = [body.length];

test('a proxy without a plan changes nothing', async () => {
  expect(await post()).toBe('200 {"body":"done"}');
  expect(committed).toEqual(whole);
  expect([...proxy.applied]).toEqual([]);
});

test.each<{ fault: Fault; reaches: number[] }>([
  { fault: { kind: 'cut before the body' }, reaches: [] },
  { fault: { kind: 'cut in the body', share: 0.5 }, reaches: [] },
  { fault: { kind: 'cut before the answer' }, reaches: whole },
  { fault: { kind: 'cut after commit' }, reaches: whole },
  { fault: { kind: 'stall', ms: 50 }, reaches: whole },
])('$fault.kind: the sender gets no response', async ({ fault, reaches }) => {
  next(fault);
  await expect(post()).rejects.toThrow();
  await expect.poll(() => committed).toEqual(reaches);
  expect([...proxy.applied]).toEqual([[fault.kind, 1]]);
  expect(await post()).toMatch(/^200/);
});

test('a cut in the body is an aborted request for the server', async () => {
  next({ kind: 'cut in the body', share: 0.5 });
  await expect(post()).rejects.toThrow();
  await expect.poll(() => broken).toBe(1);
});

test.each<{ fault: Fault; answer: RegExp; reaches: number[] }>([
  { fault: { kind: '502 after commit' }, answer: /^502 <!doctype html>/, reaches: whole },
  { fault: { kind: 'portal page' }, answer: /^200 <!doctype html>/, reaches: [] },
  { fault: { kind: 'portal redirect' }, answer: /^200 <!doctype html>/, reaches: [] },
  { fault: { kind: 'drip', ms: 80 }, answer: /^200 \{"body":"done"\}/, reaches: whole },
  { fault: { kind: 'late answer', ms: 50 }, answer: /^200 \{"body":"done"\}/, reaches: whole },
  { fault: { kind: 'late request', ms: 50 }, answer: /^200 \{"body":"done"\}/, reaches: whole },
])('$fault.kind: the sender gets a response', async ({ fault, answer, reaches }) => {
  next(fault);
  expect(await post()).toMatch(answer);
  expect(committed).toEqual(reaches);
});

test('a delayed request arrives although its sender gave up', async () => {
  next({ kind: 'late request', ms: 3000 });
  const giveUp = new AbortController();
  const given = post(giveUp.signal);
  given.catch(() => undefined);
  await inTheEnd(() => expect(proxy.applied.get('late request')).toBe(1));
  // In each turn of the event loop, more of the body arrives.
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  giveUp.abort();
  await expect(given).rejects.toThrow();
  expect(committed).toEqual([]);
  await expect.poll(() => committed).toEqual(whole);
});

test('a dead connection refuses requests, and works again afterwards', async () => {
  await proxy.line('dead');
  await expect(post()).rejects.toThrow();
  await proxy.line('up');
  expect(await post()).toMatch(/^200/);
  expect(committed).toEqual(whole);
});

test('nothing passes through a silent connection, not even what was in flight', async () => {
  next({ kind: 'late request', ms: 50 });
  const { plan } = proxy;
  proxy.plan = (asked) => {
    proxy.plan = plan;
    void proxy.line('silent');
    return plan(asked);
  };
  const before = post();
  before.catch(() => undefined);
  await inTheEnd(() => expect(proxy.applied.get('silent')).toBe(1));
  await expect(post(AbortSignal.timeout(800))).rejects.toThrow(/timeout/);
  await proxy.line('up');
  await expect(before).rejects.toThrow();
  expect(await post()).toMatch(/^200/);
});

test('an endless response stalls on a silent connection, and is lost when the connection is back', async () => {
  const endless = await fetch(`${proxy.url}/endless`);
  const reader = endless.body?.getReader();
  await reader?.read();
  await proxy.line('silent');
  // What had come through before.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const more = (async () => {
    let bytes = 0;
    for (let read = await reader?.read(); read?.value; read = await reader?.read())
      bytes += read.value.length;
    return bytes;
  })();
  more.catch(() => undefined);
  const late = new Promise((resolve) => setTimeout(resolve, 300, 'nothing'));
  expect(await Promise.race([more, late])).toBe('nothing');
  await proxy.line('up');
  await expect(more).rejects.toThrow();
});

test('a round trip delays every request', async () => {
  proxy.roundTripMs = 120;
  const began = performance.now();
  await post();
  expect(performance.now() - began).toBeGreaterThanOrEqual(119);
});

test('a plan is the same for the same seed, and affects writes only', () => {
  const write = { method: 'POST', path: '/api/jobs/update' };
  const asset = { method: 'GET', path: '/assets/index.js' };
  const faults = (seed: number, asked: typeof write) => {
    const plan = faultPlan(seed, 0.5, faultKinds);
    return Array.from({ length: 400 }, () => plan(asked));
  };
  expect(faults(7, write)).toEqual(faults(7, write));
  expect(faults(8, write)).not.toEqual(faults(7, write));
  const kinds = new Set(faults(7, write).map((fault) => fault?.kind));
  for (const kind of faultKinds) expect(kinds).toContain(kind);
  expect(faults(7, asset).filter(Boolean).length).toBeLessThan(40);
});
