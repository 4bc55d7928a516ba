import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { cachedSinceOf } from '../../../src/api/provenance.ts';
import { isCachedRead } from '../../../src/offline/cachedCalls.ts';
import { cachedAddresses, cacheKey, openResponses } from '../../../src/offline/responses.ts';
import {
  isPinned,
  pinResponse,
  removeResponse,
  storeResponse,
  touchResponse,
} from '../../../src/offline/storeResponse.ts';
import { Database } from '../../../src/outbox/records/database.ts';
import { beginSignOut, endSignOut, mirrorSession } from '../../../src/outbox/records/sessionJournal.ts';
import { openedFile, respondWithFile } from '../../../sw/cachedFiles.ts';
import { cachedRead, respondToRead } from '../../../sw/cachedReads.ts';
import { env, db as workerDb } from '../../../sw/thisDevice.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { MemoryCaches } from '../../support/app/memoryCaches.ts';
import { listen } from '../../support/network/listen.ts';

let memory: MemoryCaches;
let origin: string;
let handle: RequestListener = (_, answer) => answer.end();
let isOurs = true;
const server = createServer((request, answer) => {
  if (isOurs) answer.setHeader('ev-jobs', '1');
  handle(request, answer);
});
const db = new Database(env);

function bearerOf(uid: string, exp = 4_000_000_000): string {
  return `Bearer h.${Buffer.from(JSON.stringify({ sub: uid, exp })).toString('base64url')}.s`;
}

function read(
  path: string,
  { uid = 'ada', exp = 4_000_000_000, ...init }: RequestInit & { uid?: string; exp?: number } = {},
) {
  const json = init.body ? { 'content-type': 'application/json' } : {};
  const headers = { authorization: bearerOf(uid, exp), ...json };
  return new Request(`${origin}/api${path}`, { method: init.body ? 'POST' : 'GET', ...init, headers });
}

function answering(status: number, body: unknown, type = 'application/json'): void {
  handle = (_, answer) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    answer.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
    answer.end(text);
  };
}

/** Handles a request as the worker does; resolves when everything after the response is done too. */
async function ask(request: Request): Promise<Response> {
  const own = cachedRead(request);
  if (!own) throw new Error('The worker lets this request pass.');
  const after: Promise<unknown>[] = [];
  const response = await respondToRead(request, own, (work) => after.push(work));
  await Promise.allSettled(after);
  return response;
}

const job = { body: { jobId: 'J1' } };

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`;
  vi.stubGlobal('self', { location: new URL(`${origin}/sw.js`) });
});
beforeEach(async () => {
  isOurs = true;
  memory = new MemoryCaches();
  vi.stubGlobal('caches', memory);
  await endSignOut(db);
  await mirrorSession(db, { uid: 'ada', email: 'ada@client.test', idToken: 'x', exp: 4_000_000_000 });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await db.close();
});

test('only reads of lists, jobs, conversations, profiles and counts are cached', () => {
  for (const path of [
    '/v2/evjobs',
    '/evjobs/v2/search',
    '/evcommunications',
    '/users/profiles',
    '/users/employees/emails',
  ]) {
    expect(isCachedRead('POST', path), path).toBe(true);
  }
  for (const path of [
    '/jobs/J1',
    '/jobs/J1/communication',
    '/users/profile/a%40b.test',
    '/evjobs/stats',
    '/evjobs/a%40b.test/stats',
  ]) {
    expect(isCachedRead('GET', path), path).toBe(true);
  }
  for (const path of [
    '/jobs/report',
    '/jobs/update',
    '/update/communication',
    '/evjobs/download',
    '/register',
    '/users/invite/v2',
  ]) {
    expect(isCachedRead('POST', path), path).toBe(false);
  }
  expect(isCachedRead('GET', '/attachments/k/n.pdf')).toBe(false);
});

test('a response is cached by user, path and body', async () => {
  const keys = await Promise.all([
    cacheKey('ada', '/v2/evjobs', '{"username":"ada"}'),
    cacheKey('bob', '/v2/evjobs', '{"username":"ada"}'),
    cacheKey('ada', '/evcommunications', '{"username":"ada"}'),
    cacheKey('ada', '/v2/evjobs', '{"username":"ada","startAfter":"2"}'),
  ]);
  expect(new Set(keys).size).toBe(4);
  expect(await cacheKey('ada', '/v2/evjobs', '{"username":"ada"}')).toBe(keys[0]);
});

test('a write, an upload, a keyed or unsigned request bypasses the worker', () => {
  const form = new FormData();
  form.append('attachments', new File(['x'], 'x.pdf'));
  expect(
    cachedRead(
      new Request(`${origin}/api/v2/evjobs`, {
        method: 'POST',
        body: form,
        headers: { authorization: bearerOf('ada') },
      }),
    ),
  ).toBeNull();
  const keyed = read('/v2/evjobs', { body: '{}' });
  keyed.headers.set('idempotency-key', '"k"');
  expect(cachedRead(keyed)).toBeNull();
  expect(cachedRead(read('/jobs/update', { body: '{}' }))).toBeNull();
  expect(cachedRead(new Request(`${origin}/api/evjobs/stats`))).toBeNull();
  expect(
    cachedRead(
      new Request('http://elsewhere.test/api/evjobs/stats', { headers: { authorization: bearerOf('ada') } }),
    ),
  ).toBeNull();
});

test('the user’s cached response is returned while offline, with its time', async () => {
  answering(200, job);
  const before = Date.now();
  expect(cachedSinceOf(await ask(read('/jobs/J1')))).toBeUndefined();
  handle = (request) => request.socket.destroy();
  const copy = await ask(read('/jobs/J1'));
  expect(await copy.json()).toEqual(job);
  expect(cachedSinceOf(copy)).toBeGreaterThanOrEqual(before);
  expect(cachedSinceOf(copy)).toBeLessThanOrEqual(Date.now());
});

test('the cache is listed without its bookkeeping, and listing creates no cache', async () => {
  expect(await cachedAddresses('ada')).toEqual([]);
  expect([...memory.named.keys()]).toEqual([]);
  answering(200, job);
  await ask(read('/jobs/J1'));
  expect(await cachedAddresses('ada')).toEqual([await cacheKey('ada', '/jobs/J1')]);
});

test('a user never gets another’s cached response, and no token is stored', async () => {
  answering(200, job);
  await ask(read('/jobs/J1'));
  handle = (request) => request.socket.destroy();
  await expect(ask(read('/jobs/J1', { uid: 'bob' }))).rejects.toThrow();
  expect(JSON.stringify(memory.kept('responses:ada'))).not.toContain(bearerOf('ada'));
  expect([...memory.named.keys()]).toEqual(['responses:ada']);
});

test('one list is cached for each body', async () => {
  answering(200, { body: { items: [], startAfter: '2' } });
  await ask(read('/v2/evjobs', { body: '{"username":"ada"}' }));
  handle = (request) => request.socket.destroy();
  await expect(ask(read('/v2/evjobs', { body: '{"username":"ada","startAfter":"2"}' }))).rejects.toThrow();
  expect((await ask(read('/v2/evjobs', { body: '{"username":"ada"}' }))).status).toBe(200);
});

test.each([
  ['an internal error', 500, { errorMessage: 'Sorry.' }, 'application/json'],
  ['a proxy’s excuse', 502, '<h1>Bad gateway</h1>', 'text/html'],
  ['a portal’s page', 200, '<h1>Hotel</h1>', 'text/html'],
  ['a portal’s refusal', 403, '<h1>Hotel</h1>', 'text/html'],
  ['half an answer', 200, '{"body":{"jobId":', 'application/json'],
  ['a plea to come later', 429, { errorMessage: 'Later.' }, 'application/json'],
])('%s does not replace a cached response, which is returned instead', async (_, status, body, type) => {
  answering(200, job);
  await ask(read('/jobs/J1'));
  answering(status, body, type);
  expect(await (await ask(read('/jobs/J1'))).json()).toEqual(job);
  expect(await (await ask(read('/jobs/J1'))).json()).toEqual(job);
});

test.each([
  [200, { body: { jobId: 'another' } }],
  [200, { error: 'Unauthorized' }],
  [400, { error: 'Bad Request' }],
  [401, { errorMessage: 'No.', code: 'unauthorized' }],
  [403, { errorMessage: 'No.' }],
  [404, { errorMessage: 'No.', code: 'not-found' }],
])(
  'a %i that is not marked as ours does not replace a cached response, whatever it says',
  async (status, body) => {
    answering(200, job);
    await ask(read('/jobs/J1'));
    isOurs = false;
    answering(status, body);
    expect(await (await ask(read('/jobs/J1'))).json()).toEqual(job);
    expect(await (await ask(read('/jobs/J1'))).json()).toEqual(job);
  },
);

test('on a full device the network’s response is returned, though it cannot take the place of the cached one', async () => {
  answering(200, job);
  await ask(read('/jobs/J1'));
  const newer = { body: { jobId: 'J1', project: 'Elm Street' } };
  answering(200, newer);
  const cache = await memory.open('responses:ada');
  cache.put = async () => {
    throw new DOMException('', 'QuotaExceededError');
  };
  expect(await (await ask(read('/jobs/J1'))).json()).toEqual(newer);
});

test('a response or file that is not marked as ours is not cached', async () => {
  isOurs = false;
  answering(200, job);
  await ask(read('/jobs/J1'));
  answering(200, 'not the plan', 'application/pdf');
  await open(read('/attachments/k1/plan.pdf'));
  expect(memory.kept('responses:ada')).toEqual([]);
  expect(memory.kept('responses:ada')).toEqual([]);
});

test.each([401, 403, 404])('a %i is returned, and deletes the cached response', async (status) => {
  answering(200, job);
  await ask(read('/jobs/J1'));
  answering(status, { errorMessage: 'No.', code: '' });
  expect((await ask(read('/jobs/J1'))).status).toBe(status);
  expect(memory.kept('responses:ada')).toEqual([]);
});

test('a refusal of an expired token leaves the cached response', async () => {
  answering(200, job);
  await ask(read('/jobs/J1'));
  answering(401, { errorMessage: 'Sign in.', code: 'unauthorized' });
  expect(await (await ask(read('/jobs/J1', { exp: 1 }))).json()).toEqual(job);
});

test('so does one of a token that has expired by the clock of the server, whatever that of the device says', async () => {
  answering(200, job);
  await ask(read('/jobs/J1'));
  const body = JSON.stringify({ errorMessage: 'Sign in.', code: 'unauthorized' });
  const date = new Date(4_000_000_001_000).toUTCString();
  handle = (_, answer) => answer.writeHead(401, { 'content-type': 'application/json', date }).end(body);
  expect(await (await ask(read('/jobs/J1'))).json()).toEqual(job);
});

test.each([
  ['a refusal under a 200', { errorMessage: 'No.', body: null }],
  ['an answer without its envelope', [1, 2]],
])('%s is not cached', async (_, body) => {
  answering(200, body);
  expect((await ask(read('/jobs/J1'))).status).toBe(200);
  expect(memory.kept('responses:ada')).toEqual([]);
});

test('a job whose deliverable was withdrawn takes its file and its reports, saved or not, and its pictures from the device', async () => {
  const cache = await openResponses('ada');
  const paths = [
    '/attachments/gone/set.pdf',
    '/attachments/gone/preview/thumb',
    '/attachments/report/Signature%20report.pdf',
    '/attachments/ours/set.pdf',
    '/attachments/other/set.pdf',
  ];
  const [saved = '', ...opened] = await Promise.all(paths.map((path) => cacheKey('ada', path)));
  await pinResponse(cache, saved, new Response('%PDF'));
  for (const key of opened) await storeResponse(cache, key, new Response('bytes'), 5);
  const withdrawn = { timestamp: 1, byName: 'Emil E.', reason: 'Wrong sheet', fileName: 'set.pdf' };
  answering(200, {
    body: {
      jobId: 'J1',
      deliverables: [
        { key: 'd1', file: null, withdrawn: { ...withdrawn, fileKey: 'gone', reportKeys: ['report'] } },
        // As staff get it.
        { key: 'd2', file: { key: 'ours' }, withdrawn: { ...withdrawn, fileKey: 'ours' } },
        { key: 'd3', file: null, withdrawn: { ...withdrawn, fileKey: '' } },
        { key: 'd4', file: { key: 'other' } },
      ],
    },
  });
  await ask(read('/jobs/J1'));
  expect((await cachedAddresses('ada')).map((address) => address.replace(/.*\/ada/, '')).sort()).toEqual([
    '/attachments/other/set.pdf',
    '/attachments/ours/set.pdf',
    '/jobs/J1',
  ]);
});

test('a redirected response is not cached', async () => {
  handle = (request, answer) => {
    if (request.url === '/elsewhere')
      answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(job));
    else answer.writeHead(302, { location: '/elsewhere' }).end();
  };
  await ask(read('/jobs/J1'));
  expect(memory.kept('responses:ada')).toEqual([]);
});

test('a request that bypasses the cache gets no copy, and its response is cached', async () => {
  answering(200, job);
  await ask(read('/jobs/J1'));
  handle = (request) => request.socket.destroy();
  await expect(ask(read('/jobs/J1', { cache: 'reload' }))).rejects.toThrow();
  answering(200, { body: { jobId: 'J1', version: 2 } });
  await ask(read('/jobs/J1', { cache: 'reload' }));
  handle = (request) => request.socket.destroy();
  expect(await (await ask(read('/jobs/J1'))).json()).toMatchObject({ body: { version: 2 } });
});

test('a late response is not waited for, and replaces the cached one', async () => {
  answering(200, job);
  await ask(read('/jobs/J1'));
  const late = Promise.withResolvers<void>();
  handle = (_, answer) => {
    void late.promise.then(() => {
      answer.writeHead(200, { 'content-type': 'application/json' });
      answer.end(JSON.stringify({ body: { jobId: 'J1', version: 2 } }));
    });
  };
  const request = read('/jobs/J1');
  const own = cachedRead(request);
  if (!own) throw new Error('The worker lets this request pass.');
  const after: Promise<unknown>[] = [];
  const early = await respondToRead(request, own, (work) => after.push(work));
  expect(await early.json()).toEqual(job);
  late.resolve();
  await Promise.all(after);
  handle = (lost) => lost.socket.destroy();
  expect(await (await ask(read('/jobs/J1'))).json()).toMatchObject({ body: { version: 2 } });
});

test('the response to an earlier request does not replace a newer cached one', async () => {
  const late = Promise.withResolvers<void>();
  let asked = 0;
  handle = async (_, answer) => {
    asked += 1;
    const version = asked;
    if (version === 1) await late.promise;
    answer.writeHead(200, { 'content-type': 'application/json' });
    answer.end(JSON.stringify({ body: { jobId: 'J1', version } }));
  };
  const first = ask(read('/jobs/J1'));
  await inTheEnd(() => expect(asked).toBe(1));
  const began = Date.now();
  await inTheEnd(() => expect(Date.now()).toBeGreaterThan(began));
  await ask(read('/jobs/J1'));
  late.resolve();
  await first;
  handle = (request) => request.socket.destroy();
  expect(await (await ask(read('/jobs/J1'))).json()).toMatchObject({ body: { version: 2 } });
});

test('a response that is being cached during its user’s sign-out is deleted', async () => {
  answering(200, job);
  const open = memory.open.bind(memory);
  memory.open = async (name: string) => {
    const cache = await open(name);
    await beginSignOut(db, env, 'ada', false);
    return cache;
  };
  await ask(read('/jobs/J1'));
  expect([...memory.named.keys()]).toEqual([]);
});

test('a database that is lost while a response is being cached takes no saved job from the device', async () => {
  const saved = await cacheKey('ada', '/jobs/saved');
  await pinResponse(await openResponses('ada'), saved, Response.json(job));
  answering(200, job);
  const lost = new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
  const readOnce = workerDb.read.bind(workerDb) as never;
  vi.spyOn(workerDb, 'read').mockRejectedValue(lost).mockImplementationOnce(readOnce);
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await ask(read('/jobs/J1'))).status).toBe(200);
  expect(workerDb.read).toHaveBeenCalledTimes(2);
  expect(memory.kept('responses:ada')).toContain(saved);
});

test('a response that arrives after a sign-out is not cached', async () => {
  handle = (_, answer) => {
    void beginSignOut(db, env, 'ada', false).then(() => {
      answer.writeHead(200, { 'content-type': 'application/json' });
      answer.end(JSON.stringify(job));
    });
  };
  await ask(read('/jobs/J1'));
  expect([...memory.named.keys()]).toEqual([]);
});

test('the cache stays within its limit: the least recently used go, and pinned ones stay', async () => {
  const cache = await openResponses('ada');
  const [a, b, c, d, pinned] = ['a', 'b', 'c', 'd', 'pinned'].map((name) => `https://kept.invalid/${name}`);
  if (!a || !b || !c || !d || !pinned) throw new Error('Too few names.');
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(1000);
  await pinResponse(cache, pinned, new Response('1234567890'));
  for (const [at, key] of [a, b, c].entries()) {
    vi.setSystemTime(1001 + at);
    await storeResponse(cache, key, new Response('12345'), 5, 15);
  }
  vi.setSystemTime(2000);
  await touchResponse(cache, a);
  vi.setSystemTime(3000);
  await storeResponse(cache, d, new Response('12345'), 5, 15);
  expect((await cachedAddresses('ada')).sort()).toEqual([a, c, d, pinned].sort());
  for (const key of [a, c, d, pinned]) await removeResponse(cache, key);
  expect(await cache.keys()).toEqual([]);
  vi.useRealTimers();
});

test('a small response is stored without a look at all others', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const cache = await openResponses('ada');
  const keys = Array.from({ length: 21 }, (_, n) => `https://kept.invalid/${n}`);
  for (const key of keys.slice(1)) await storeResponse(cache, key, new Response('12345'), 5);
  const match = vi.spyOn(cache, 'match');
  await storeResponse(cache, keys[0] ?? '', new Response('12345'), 5);
  expect(match.mock.calls.length).toBeLessThan(keys.length);
  vi.restoreAllMocks();
});

test('a pinned response is replaced by a newer one and stays pinned, and a read one can be pinned', async () => {
  const key = await cacheKey('ada', '/jobs/J1');
  answering(200, job);
  await ask(read('/jobs/J1'));
  const cache = await openResponses('ada');
  expect(await isPinned(cache, key)).toBe(false);
  await pinResponse(cache, key, Response.json(job));
  answering(200, { body: { jobId: 'J1', version: 2 } });
  await ask(read('/jobs/J1'));
  expect(await isPinned(cache, key)).toBe(true);
  handle = (request) => request.socket.destroy();
  expect(await (await ask(read('/jobs/J1'))).json()).toMatchObject({ body: { version: 2 } });
});

async function open(request: Request): Promise<Response> {
  const own = openedFile(request);
  if (!own) throw new Error('The worker lets this request pass.');
  const after: Promise<unknown>[] = [];
  const response = await respondWithFile(request, own, (work) => after.push(work));
  await response.clone().arrayBuffer();
  await Promise.allSettled(after);
  return response;
}

test.each([
  ['file', '/attachments/k1/plan.pdf', '/attachments/k1/preview/thumb'],
  ['preview', '/attachments/k1/preview/thumb', '/attachments/k1/preview/page'],
])('an opened %s is downloaded once, and is there while offline', async (_, path, other) => {
  answering(200, 'the bytes', 'application/pdf');
  await open(read(path));
  handle = (request) => request.socket.destroy();
  const copy = await open(read(path));
  expect(await copy.text()).toBe('the bytes');
  expect(copy.headers.get('ev-jobs')).toBe('1');
  expect(copy.headers.get('content-type')).toBe('application/pdf');
  await expect(open(read(path, { uid: 'bob' }))).rejects.toThrow();
  await expect(open(read(other))).rejects.toThrow();
});

test.each([
  ['a refusal', 404, { errorMessage: 'No.' }, 'application/json'],
  ['a refusal under a 200', 200, { errorMessage: 'No.' }, 'application/json'],
  ['a portal’s page', 200, '<h1>Hotel</h1>', 'text/html'],
  ['an error', 500, 'x', 'text/plain'],
])('%s is not cached as a file', async (_, status, body, type) => {
  answering(status, body, type);
  await open(read('/attachments/k1/plan.pdf'));
  expect(memory.kept('responses:ada')).toEqual([]);
});

/** Sends bytes without their length, in the place of those that the digest is of. */
function sendingCut(bytes: string, whole: string): void {
  const digest = createHash('sha256').update(whole).digest('base64');
  handle = (_, answer) => {
    answer.writeHead(200, { 'content-type': 'image/webp', 'repr-digest': `sha-256=:${digest}:` });
    answer.end(bytes);
  };
}

test.each(['/attachments/k1/roof.webp', '/attachments/k1/preview/page'])(
  'a file that something on the way ends early is not cached (%s)',
  async (path) => {
    sendingCut('half a pict', 'half a picture');
    await open(read(path));
    expect(memory.kept('responses:ada')).toEqual([]);
    sendingCut('half a picture', 'half a picture');
    await open(read(path));
    handle = (request) => request.socket.destroy();
    expect(await (await open(read(path))).text()).toBe('half a picture');
  },
);

test('a file of which nothing says that it is whole is not cached', async () => {
  handle = (_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/pdf' });
    answer.end('half a pl');
  };
  await open(read('/attachments/k1/plan.pdf'));
  expect(memory.kept('responses:ada')).toEqual([]);
});

test('a download bypasses the worker, and a range of a file does not', () => {
  expect(openedFile(read('/evjobs/download', { body: '{}' }))).toBeNull();
  const part = read('/attachments/k1/plan.pdf');
  part.headers.set('range', 'bytes=0-9');
  expect(openedFile(part)?.path).toBe('/attachments/k1/plan.pdf');
});
