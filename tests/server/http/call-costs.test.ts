import { beforeAll, describe, expect, it } from 'vitest';
import { serverCalls } from '../../../server/calls/calls.ts';
import { calls } from '../../../src/contract/calls.ts';
import { maxIssues } from '../../../src/contract/limits.ts';
import { endOfParts, sendRaw, textPart } from '../../support/files/rawUpload.ts';
import { jobReport, jobUpdate, newJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

type Name = keyof typeof calls;
const names = Object.keys(serverCalls) as Name[];
const posts = names.filter((name) => calls[name].method === 'POST');

onOneDatabase('the cost of a call', (start) => {
  let server: TestServer;
  /** While it is closed, requests in flight stay in flight. */
  let gate: Promise<void> | null = null;
  let waiting = 0;
  beforeAll(async () => {
    server = await start({
      prepare: (app) =>
        app.addHook('preHandler', async () => {
          waiting += 1;
          await gate;
        }),
    });
  });

  function headersOf(name: Name): Record<string, string> {
    if (serverCalls[name].access === 'public') return {};
    return { authorization: `Bearer ${server.token('admin')}` };
  }

  function ask(name: Name, payload?: string) {
    const { method, path } = calls[name];
    return server.app.inject({
      method,
      url: `/api${path.replace(/\{\w+\}/g, 'x')}`,
      headers: { ...headersOf(name), ...(payload ? { 'content-type': 'application/json' } : {}) },
      ...(payload ? { payload } : {}),
    });
  }

  describe.each(posts)('%s', (name) => {
    const { bodyBytes, values } = serverCalls[name].cost;

    it('allows a body at its limit, and one byte more is refused with 413', async () => {
      const fits = await ask(name, '{}'.padEnd(bodyBytes));
      expect(fits.statusCode).not.toBe(413);
      const tooLarge = await ask(name, '{}'.padEnd(bodyBytes + 1));
      expect(tooLarge.statusCode).toBe(413);
      expect(tooLarge.json()).toMatchObject({
        code: 'too-large',
        errorMessage: `The request is larger than ${Math.floor(bodyBytes / 1024)} KB.`,
      });
    });

    it('allows as many values as its limit, and one more is refused with 422', async () => {
      // The object and the list in it are values too.
      const body = (count: number) => JSON.stringify({ x: Array(count - 2).fill(0) });
      const sentence = `The request has more than ${values} values.`;
      expect((await ask(name, body(values))).body).not.toContain(sentence);
      const tooMany = await ask(name, body(values + 1));
      expect(tooMany.statusCode).toBe(422);
      expect(tooMany.json()).toMatchObject({ code: 'invalid', errorMessage: sentence });
    });
  });

  it.each(names)(
    '%s: one user may have as many requests in flight as its limit, and one more gets 429',
    async (name) => {
      const { atOnce } = serverCalls[name].cost;
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      waiting = 0;
      const payload = calls[name].method === 'POST' ? '{}' : undefined;
      const inFlight = Array.from({ length: atOnce }, () => ask(name, payload));
      await expect.poll(() => waiting).toBe(atOnce);
      const oneMore = await ask(name, payload);
      open();
      gate = null;
      expect(oneMore.statusCode).toBe(429);
      expect(oneMore.headers['retry-after']).toBe('1');
      expect(oneMore.json()).toMatchObject({ code: 'rate-limited' });
      for (const { statusCode } of await Promise.all(inFlight)) expect(statusCode).not.toBe(429);
      expect((await ask(name, payload)).statusCode).not.toBe(429);
    },
  );

  it('allows everything that the rules allow: the longest report and the longest update', async () => {
    // Six bytes a character, as some clients write JSON.
    const long = 'é'.repeat(10_000);
    const address = {
      streetName: 'é'.repeat(200),
      city: 'é'.repeat(100),
      state: 'é'.repeat(50),
      zipcode: '12345-6789',
    };
    const texts = {
      jobDescription: long,
      jobAttachmentLinks: `https://a.example/${'é'.repeat(9_982)}`,
      referenceLinks: long,
    };
    const jobEVService = Array.from({ length: 20 }, () => ({
      category: 'STAMP' as const,
      evServices: Array(50).fill('EE') as 'EE'[],
    }));
    const report = jobReport({ ...texts, project: 'é'.repeat(200), message: long, address, jobEVService });
    const escaped = JSON.stringify(report).replaceAll('é', '\\u00e9');
    const reported = await ask('reportJob', escaped);
    expect(reported.statusCode, reported.body.slice(0, 300)).toBe(200);
    const job = reported.json().body;
    const update = jobUpdate(job, 'admin', { ...texts, jobDescription: `${long.slice(1)}e`, address });
    const updated = await ask('updateJob', JSON.stringify(update).replaceAll('é', '\\u00e9'));
    expect(updated.statusCode, updated.body.slice(0, 300)).toBe(200);
  });

  it('is bounded in form data too: text parts have the limits of the JSON', async () => {
    const { bodyBytes, values } = serverCalls.reportJob.cost;
    const many = textPart('job', JSON.stringify({ x: Array(values).fill(0) }));
    expect(await sendRaw(server, '/jobs/report', [many, endOfParts])).toMatchObject({
      status: 422,
      body: { errorMessage: `The request has more than ${values} values.` },
    });
    const half = 'x'.repeat(bodyBytes / 2);
    const parts = [textPart('a', half), textPart('b', half), textPart('c', half), endOfParts];
    expect(await sendRaw(server, '/jobs/report', parts)).toMatchObject({ status: 413 });
  });

  it('a list of a hundred wrong values is refused for its length alone', async () => {
    for (const [name, field] of [
      ['jobs', 'statues'],
      ['searchJobs', 'statuses'],
      ['searchJobs', 'categories'],
    ] as const) {
      const body = { username: people.admin.email, [field]: Array(100).fill(0) };
      const { issues } = (await server.call(name, { as: 'admin', body: body as never })).failure;
      expect(issues).toEqual([{ field, message: 'must have 50 entries or fewer' }]);
    }
    const profiles = Array(101).fill(0) as never;
    const refused = await server.call('updateProfiles', { as: 'admin', body: { profiles } });
    expect(refused.failure.issues).toEqual([
      { field: 'profiles', message: 'must have 100 entries or fewer' },
    ]);
  });

  it('a response lists 50 broken rules at most', async () => {
    const profiles = Array(100).fill({ email: 'no', firstName: '', zipcode: 1 }) as never;
    const refused = await server.call('updateProfiles', { as: 'admin', body: { profiles } });
    expect(refused.failure.issues).toHaveLength(maxIssues);
    expect(refused.response.body.length).toBeLessThan(10_000);
  });

  it('idempotency keys of requests without a caller are not stored', async () => {
    const body = { receipt: 'none', outcome: 'SHOWN' } as const;
    expect((await server.call('pushReceipt', { body, key: 'anybody' })).status).toBe(200);
    expect(await server.db.query('select 1 from idempotency')).toEqual([]);
    await newJob(server, {}, { key: 'mine' });
    expect(await server.db.query('select 1 from idempotency')).toHaveLength(1);
  });
});
