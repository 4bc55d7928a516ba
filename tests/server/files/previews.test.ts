import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { emulatorVerifier } from '../../../server/auth/auth.ts';
import { limitsOf, type PreviewsOptions } from '../../../server/previews/openPreviews.ts';
import { renderLimits } from '../../../server/previews/renderer.ts';
import { pngRoofPlan } from '../../../server/seed/roofPlan.ts';
import { endlessPdf } from '../../support/files/pdfs.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import type { TestFile } from '../../support/server/call.ts';
import { newJob } from '../../support/server/jobs.ts';
import { projectId } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const plan: TestFile = { name: 'plan.png', type: 'image/png', bytes: await pngRoofPlan(12) };
const endless: TestFile = { name: 'endless.pdf', type: 'application/pdf', bytes: endlessPdf() };

/** The keys of files, in their order, sent with a job of the client's. */
async function sent(server: TestServer, ...files: TestFile[]): Promise<string[]> {
  const { attachments } = await newJob(server, {}, { files });
  return attachments.map(({ key }) => key);
}

function thumbOf(server: TestServer, key: string) {
  const headers = { authorization: `Bearer ${server.token('client')}` };
  return { url: `/api/attachments/${key}/preview/thumb`, headers };
}

/** What became of a preview, and of the newest task that made it. */
function rowOf(server: TestServer, key: string) {
  return server.db.query<Record<string, unknown>>(
    `select coalesce(p.state, '') as state, coalesce(nullif(p.why, ''), t.error) as why, t.attempts, p.key,
        case when t.done is null then t.run_after end as due, t.leased_until
      from attachments a left join previews p on p.attachment_key = a.key
      left join lateral (select * from tasks where dedupe_key = a.key order by seq desc limit 1) t on true
      where a.key = $1 and (p.attachment_key is not null or t.task_id is not null)`,
    [key],
  );
}

/** How many renderers this process has right now. */
async function renderers(): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (pid: string, what: string) => readFile(`/proc/${pid}/${what}`, 'utf8').catch(() => '');
  const all = pids.map(async (pid) => [await read(pid, 'stat'), await read(pid, 'cmdline')] as const);
  const isMine = ([stat, command]: readonly [string, string]) =>
    stat.slice(stat.lastIndexOf(')')).split(' ')[2] === String(process.pid) && command.includes('/render.ts');
  return (await Promise.all(all)).filter(isMine).length;
}

// The machine of the tests may be slow.
const patient = { waitMs: 100_000, limits: { timeMs: 100_000 } };

/** Another process on the same database and store. */
function otherProcess({ db, files, clock }: TestServer, previews: PreviewsOptions = patient) {
  return buildApp({
    db,
    files,
    mail: { send: async () => undefined, close: async () => undefined },
    verifyToken: emulatorVerifier(projectId, () => clock.nowMs),
    now: () => clock.nowMs,
    publicUrl: 'http://localhost:8080',
    log: false,
    previews,
  });
}

onOneDatabase('a preview', (start) => {
  let server: TestServer;
  let planKey: string;
  beforeAll(async () => {
    server = await start({ previews: patient });
    [planKey = ''] = await sent(server, plan);
  });

  test('is rendered on request, once for simultaneous requests', async () => {
    expect(await rowOf(server, planKey)).toEqual([]);
    const ask = (size: string) => server.call('preview', { as: 'client', params: { key: planKey, size } });
    const [thumb, page, again] = await Promise.all([ask('thumb'), ask('page'), ask('thumb')]);
    expect(await sharp(thumb.bytes).metadata()).toMatchObject({ format: 'webp', width: 640 });
    expect(await sharp(page.bytes).metadata()).toMatchObject({ format: 'webp', width: 960 });
    expect(again.bytes).toEqual(thumb.bytes);
    const { headers } = thumb.response;
    expect(headers['content-type']).toBe('image/webp');
    expect(headers['content-length']).toBe(String(thumb.bytes.length));
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.etag).toMatch(/^"[\w-]{43}"$/);
    const digest = createHash('sha256').update(thumb.bytes).digest('base64');
    expect(headers['repr-digest']).toBe(`sha-256=:${digest}:`);
    expect(headers.etag).not.toBe(page.response.headers.etag);
    expect(await rowOf(server, planKey)).toMatchObject([{ state: 'MADE', attempts: 1, due: null }]);
    // The file itself, and one for both sizes.
    expect(await server.storedFiles()).toHaveLength(2);
  });

  test('is not sent again to a client that has it', async () => {
    const { url, headers } = thumbOf(server, planKey);
    const { etag = '' } = (await server.app.inject({ url, headers })).headers as Record<string, string>;
    const again = await server.app.inject({ url, headers: { ...headers, 'if-none-match': etag } });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
  });

  test.each([
    ['client', ''],
    ['employee', ''],
    ['otherClient', 'not-found'],
    ['pending', 'not-approved'],
    [null, 'unauthorized'],
  ] as const)('is served to %s', async (as, code) => {
    const reply = await server.call('preview', { as, params: { key: planKey, size: 'thumb' } });
    expect(reply.code).toBe(code);
  });

  test.each([
    ['another size', { size: 'huge' }],
    ['a size that every object has', { size: 'toString' }],
    ['another key', { key: '0'.repeat(48) }],
    ['a key that is a path', { key: '../../etc' }],
  ])('is not found for %s', async (_, change) => {
    const params = { key: planKey, size: 'thumb', ...change };
    expect((await server.call('preview', { as: 'client', params })).code).toBe('not-found');
  });

  test('that cannot be rendered is not retried', async () => {
    const [broken = '', zip = ''] = await sent(server, samples.pdf, samples.zip);
    for (const key of [broken, zip, broken]) {
      const reply = await server.call('preview', { as: 'client', params: { key, size: 'thumb' } });
      expect(reply.code).toBe('no-preview');
    }
    server.clock.advance(30 * 24 * 3600);
    expect((await server.call('preview', { as: 'client', params: { key: broken, size: 'page' } })).code).toBe(
      'no-preview',
    );
    expect(await rowOf(server, broken)).toMatchObject([
      { state: 'NONE', why: 'broken', attempts: 1, due: null },
    ]);
    expect(await rowOf(server, zip)).toEqual([]);
  });

  test('that takes too long is retried once, an hour later', async () => {
    const [key = ''] = await sent(server, plan);
    const strict = await otherProcess(server, { ...patient, limits: { processorMs: 10 } });
    const ask = async () => (await strict.inject(thumbOf(server, key))).json().code;
    expect(await ask()).toBe('no-preview');
    expect(await ask()).toBe('no-preview');
    const again = server.clock.nowMs / 1000 + 3600;
    expect(await rowOf(server, key)).toMatchObject([{ state: '', why: 'time', attempts: 1, due: again }]);
    server.clock.advance(3601);
    expect(await ask()).toBe('no-preview');
    server.clock.advance(3601);
    expect(await ask()).toBe('no-preview');
    expect(await rowOf(server, key)).toMatchObject([{ state: 'NONE', why: 'time', attempts: 2, due: null }]);
    await strict.close();
  });

  test('that the machine was too slow for is retried ever later, and made once it is fast enough', async () => {
    // Which makes none itself.
    const idle = await start({ previews: { atOnce: 0 } });
    const [key = ''] = await sent(idle, plan);
    const busy = await otherProcess(idle, { ...patient, limits: { timeMs: 1 } });
    const ask = async () => (await busy.inject(thumbOf(idle, key))).json().code;
    for (const [attempts, seconds] of [60, 240, 960, 3840].entries()) {
      expect(await ask()).toBe('no-preview');
      const due = idle.clock.nowMs / 1000 + seconds;
      expect(await rowOf(idle, key)).toMatchObject([{ state: '', why: 'slow', attempts: attempts + 1, due }]);
      idle.clock.advance(seconds + 1);
    }
    await busy.close();
    const fast = await otherProcess(idle);
    expect((await fast.inject(thumbOf(idle, key))).statusCode).toBe(200);
    await fast.close();
  });

  test('that was given up without a verdict on the file is made for the next who wants to see it', async () => {
    const [key = ''] = await sent(server, plan);
    await server.db.query(
      `insert into tasks (task_id, kind, dedupe_key, lane, payload, created, run_after, attempts, error)
        select key, 'preview', key, uploaded_by, jsonb_build_object('key', key), 0, 0, 6, 'slow'
        from attachments where key = $1`,
      [key],
    );
    expect((await server.call('preview', { as: 'client', params: { key, size: 'thumb' } })).code).toBe('');
    expect(await rowOf(server, key)).toMatchObject([{ state: 'MADE', attempts: 1 }]);
  });

  test('whose bytes are missing from the store is rendered again', async () => {
    const [{ key: stored }] = (await rowOf(server, planKey)) as [{ key: string }];
    await server.files.remove(stored);
    const reply = await server.call('preview', { as: 'client', params: { key: planKey, size: 'thumb' } });
    expect(reply.bytes.length).toBeGreaterThan(0);
    expect(await rowOf(server, planKey)).not.toMatchObject([{ key: stored }]);
  });

  test('of a file that is missing from the store is made seconds after the file is back, within the usual limits', async () => {
    const [key = ''] = await sent(server, plan);
    const ask = async () =>
      (await server.call('preview', { as: 'client', params: { key, size: 'thumb' } })).code;
    await server.files.remove(key);
    for (const attempts of [1, 2, 3]) {
      expect(await ask()).toBe('no-preview');
      const due = server.clock.nowMs / 1000 + 15;
      expect(await rowOf(server, key)).toMatchObject([{ state: '', why: 'missing', attempts, due }]);
      // Before its task is due, because the queue may take it without being asked.
      if (attempts === 3) await server.files.put(key, Readable.from([plan.bytes]));
      server.clock.advance(16);
    }
    expect(await ask()).toBe('');
    expect(limitsOf({ error: 'missing' }, renderLimits)).toEqual(renderLimits);
    expect(limitsOf({ error: 'slow' }, renderLimits).timeMs).toBe(3 * renderLimits.timeMs);
  });

  test('of a file that was missing from the store for hours is made once the file is back', async () => {
    const [key = ''] = await sent(server, plan);
    const ask = async () =>
      (await server.call('preview', { as: 'client', params: { key, size: 'thumb' } })).code;
    await server.files.remove(key);
    for (const attempts of [1, 2]) {
      expect(await ask()).toBe('no-preview');
      expect(await rowOf(server, key)).toMatchObject([{ state: '', why: 'missing', attempts }]);
      if (attempts === 2) await server.files.put(key, Readable.from([plan.bytes]));
      server.clock.advance(3601);
    }
    expect(await ask()).toBe('');
  });

  test('of a process that died is rendered once its lease has expired', async () => {
    const [key = ''] = await sent(server, plan);
    const left = 'f'.repeat(48);
    await server.files.put(
      left,
      (async function* () {
        yield Buffer.from('half a preview');
      })(),
    );
    await server.db.query(
      `insert into tasks (task_id, kind, dedupe_key, lane, payload, created, run_after, attempts, lease, leased_until)
        select key, 'preview', key, uploaded_by, jsonb_build_object('key', key, 'storedKey', $3::text), 0, 0, 1, 'dead', $2
        from attachments where key = $1`,
      [key, server.clock.nowMs / 1000 + 120, left],
    );
    const hasty = await otherProcess(server, { ...patient, waitMs: 50 });
    const waiting = await hasty.inject(thumbOf(server, key));
    expect(waiting.json()).toMatchObject({ code: 'preview-waits' });
    // Browsers log every other status as an error of the page.
    expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([202, '2']);
    await hasty.close();
    server.clock.advance(121);
    expect((await server.call('preview', { as: 'client', params: { key, size: 'thumb' } })).code).toBe('');
    expect(await rowOf(server, key)).toMatchObject([{ state: 'MADE', attempts: 2 }]);
    expect(await server.storedFiles()).not.toContain(left);
  });

  test('is rendered once by two processes with simultaneous requests', async () => {
    const other = await otherProcess(server);
    try {
      const [key = ''] = await sent(server, plan);
      const before = (await server.storedFiles()).length;
      const asked = thumbOf(server, key);
      const [one, two] = await Promise.all([server.app, other].map((app) => app.inject(asked)));
      expect([one?.statusCode, two?.statusCode]).toEqual([200, 200]);
      expect(one?.headers.etag).toBe(two?.headers.etag);
      expect(await rowOf(server, key)).toMatchObject([{ state: 'MADE', attempts: 1 }]);
      expect((await server.storedFiles()).length).toBe(before + 1);
    } finally {
      await other.close();
    }
  });

  test('is left to other processes by a server that stops, and no renderer outlives it', async () => {
    // Which makes none itself: it would take what the other one leaves.
    const idle = await start({ previews: { atOnce: 0 } });
    const [key = ''] = await sent(idle, endless);
    const own = await otherProcess(idle);
    const asked = own.inject(thumbOf(idle, key));
    await expect.poll(renderers, { timeout: 50_000 }).toBe(1);
    await own.close();
    await asked;
    expect(await renderers()).toBe(0);
    expect(await rowOf(idle, key)).toMatchObject([
      { state: '', attempts: 0, due: idle.clock.nowMs / 1000, leased_until: 0 },
    ]);
  });
});

onOneDatabase('a server whose previews are off', (start) => {
  test('does not have the call', async () => {
    const server = await start({ previews: { atOnce: 0 } });
    const [key = ''] = await sent(server, plan);
    expect((await server.call('preview', { as: 'client', params: { key, size: 'thumb' } })).code).toBe(
      'not-found',
    );
  });
});
